/* A module that takes a name: that of a module, a type of keys, or a command.
 *
 *   loadmodule other_module.so module NAME
 *   loadmodule other_module.so type NAME
 *   loadmodule other_module.so command NAME
 */
#include <stdint.h>
#include <string.h>

typedef struct Context Context;
typedef struct String String;

static int run(Context *context, String **argv, int argc) {
	(void)context, (void)argv, (void)argc;
	return 0;
}

int RedisModule_OnLoad(Context *context, String **argv, int argc) {
	int (*get)(const char *, void *) = *(int (**)(const char *, void *))context;
	void (*set_name)(Context *, const char *, int, int);
	const char *(*text)(const String *, size_t *);
	void *(*create_type)(Context *, const char *, int, void *);
	int (*create_command)(Context *, const char *, int (*)(Context *, String **, int),
		const char *, int, int, int);
	/* Version 1 of the structure, with no methods. */
	struct { uint64_t version; void *methods[32]; } methods = { .version = 1 };

	if (argc != 2 || get("RedisModule_SetModuleAttribs", &set_name)
			|| get("RedisModule_StringPtrLen", &text)
			|| get("RedisModule_CreateDataType", &create_type)
			|| get("RedisModule_CreateCommand", &create_command))
		return 1;
	const char *what = text(argv[0], 0), *name = text(argv[1], 0);
	int is_module = !strcmp(what, "module");
	set_name(context, is_module ? name : "other", 1, 1);
	if (is_module)
		return 0;
	if (!strcmp(what, "type"))
		return !create_type(context, name, 0, &methods);
	return create_command(context, name, run, "", 0, 0, 0);
}
