/* A module that takes a name, of a module, a type of keys, or a command, or that replaces each call of
 * a command by one of another, by default PING.
 *
 *   loadmodule other_module.so module NAME
 *   loadmodule other_module.so type NAME
 *   loadmodule other_module.so command NAME
 *   loadmodule other_module.so filter NAME [OTHER]
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef struct Context Context;
typedef struct String String;
typedef struct Call Call;

static char filtered[64], other[64] = "PING";
static const char *(*text)(const String *, size_t *);
static String *(*create_string)(Context *, const char *, size_t);
static const String *(*argument)(Call *, int);
static int (*replace_argument)(Call *, int, String *);

static void filter(Call *call) {
	if (!strcasecmp(text(argument(call, 0), 0), filtered))
		replace_argument(call, 0, create_string(0, other, strlen(other)));
}

static int run(Context *context, String **argv, int argc) {
	(void)context, (void)argv, (void)argc;
	return 0;
}

int RedisModule_OnLoad(Context *context, String **argv, int argc) {
	int (*get)(const char *, void *) = *(int (**)(const char *, void *))context;
	void (*set_name)(Context *, const char *, int, int);
	void *(*create_type)(Context *, const char *, int, void *);
	int (*create_command)(Context *, const char *, int (*)(Context *, String **, int),
		const char *, int, int, int);
	void *(*register_filter)(Context *, void (*)(Call *), int);
	/* Version 1 of the structure, with no methods. */
	struct { uint64_t version; void *methods[32]; } methods = { .version = 1 };

	if (argc < 2 || get("RedisModule_SetModuleAttribs", &set_name)
			|| get("RedisModule_StringPtrLen", &text)
			|| get("RedisModule_CreateDataType", &create_type)
			|| get("RedisModule_CreateCommand", &create_command)
			|| get("RedisModule_CreateString", &create_string)
			|| get("RedisModule_RegisterCommandFilter", &register_filter)
			|| get("RedisModule_CommandFilterArgGet", &argument)
			|| get("RedisModule_CommandFilterArgReplace", &replace_argument))
		return 1;
	const char *what = text(argv[0], 0), *name = text(argv[1], 0);
	int is_module = !strcmp(what, "module");
	set_name(context, is_module ? name : "other", 1, 1);
	if (is_module)
		return 0;
	if (!strcmp(what, "filter")) {
		snprintf(filtered, sizeof filtered, "%s", name);
		if (argc > 2)
			snprintf(other, sizeof other, "%s", text(argv[2], 0));
		return !register_filter(context, filter, 0);
	}
	if (!strcmp(what, "type"))
		return !create_type(context, name, 0, &methods);
	return create_command(context, name, run, "", 0, 0, 0);
}
