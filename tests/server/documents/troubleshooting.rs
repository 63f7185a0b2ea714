//! The log says what to do if the module cannot be loaded. `docs/troubleshooting.md` lists these
//! lines.

use std::fs;

use test_support::*;

/// Returns the lines that the module logs, without time and process.
fn own_lines(log: &str) -> Vec<&str> {
    log.lines().filter_map(|line| line.split_once("# <article> ")).map(|(_, text)| text).collect()
}

#[track_caller]
fn assert_logged(log: &str, line: &str) {
    let line = format!("the module cannot be loaded: {line}");
    assert!(own_lines(log).contains(&line.as_str()), "{line}:\n{log}");
}

/// Returns the setup of a server that loads another module first, which takes a name.
fn with_name_taken(kind_and_name: &str) -> Setup {
    let other = other_module();
    with_module().config(format!("loadmodule \"{}\" {kind_and_name}", other.display()))
}

#[test]
fn a_type_of_another_module_stops_the_server_and_the_log_names_it() {
    let log = with_name_taken("type ArticleDB").start_refused();
    assert_logged(&log, "another module has the type ArticleDB: load only one of the two modules");
}

#[test]
fn a_command_of_another_module_stops_the_server_and_the_log_names_it() {
    for command in ["article.create", "article.post", "article.debug"] {
        let log = with_name_taken(&format!("command {command}")).start_refused();
        assert_logged(
            &log,
            &format!("another module has the command {command}: load only one of the two modules"),
        );
    }
}

/// Other names of another module do not matter.
#[test]
fn another_module_with_other_names_is_loaded_too() {
    for other in ["type ArticleDC", "command article.posts", "module articles"] {
        let server = with_name_taken(other).start();
        assert_eq!(server.resp3().int("ARTICLE.POST news alice a l"), 1);
    }
}

#[test]
fn a_module_that_cannot_be_loaded_leaves_a_running_server_as_it_was() {
    let other = other_module();
    for taken in ["type ArticleDB", "command article.vote", "module article"] {
        let server = Setup::default()
            .config("enable-module-command local")
            .config(format!("loadmodule \"{}\" {taken}", other.display()))
            .start();
        let mut c = server.resp3();
        let before = c.run("COMMAND COUNT");
        assert_error(
            &c.call("MODULE", ("LOAD", module().display().to_string())),
            "ERR Error loading the extension. Please check the server logs.",
        );
        assert_eq!(c.run("COMMAND COUNT"), before);
        assert_some_error(&c.run("ARTICLE.POST news alice a l"));
        c.ok("SET key value");
    }
}

/// What the module logs where another one has its name, which most often is the module itself.
const NAME_TAKEN: &str = "a module named article is already loaded: remove one of the two \
                          loadmodule lines, which can be in redis.conf, in a file that it \
                          includes, or on the command line";

#[test]
fn loading_the_module_twice_is_refused_and_the_first_one_keeps_working() {
    let server = with_module().config("enable-module-command local").start();
    let mut c = server.resp3();
    c.int("ARTICLE.POST news alice a l");
    let before = c.run("COMMAND COUNT");
    let load = c.call("MODULE", ("LOAD", module().display().to_string()));
    assert_some_error(&load);
    assert_logged(&server.log(), NAME_TAKEN);
    assert_eq!(c.run("COMMAND COUNT"), before);
    assert_eq!(c.int("ARTICLE.VOTE news bob 1"), 1);
    assert!(c.report("INFO article").contains("article_votes_accepted:1"));
}

#[test]
fn a_server_that_loads_the_module_twice_stops_and_the_log_says_what_to_do() {
    let line = format!("loadmodule \"{}\"", module().display());
    let in_the_file = with_module().config(line);
    let on_the_command_line = with_module().argument("--loadmodule").argument(module());
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("module.so");
    fs::copy(module(), &copy).expect("a copy");
    let as_another_file = with_module().argument("--loadmodule").argument(&copy);
    let by_another_module = with_name_taken("module article");
    for setup in [in_the_file, on_the_command_line, as_another_file, by_another_module] {
        assert_logged(&setup.start_refused(), NAME_TAKEN);
    }
}

#[test]
fn an_unknown_load_argument_is_logged_with_the_names_that_exist() {
    let log = with_module().module_args("vote-scor 5").start_refused();
    assert_logged(
        &log,
        "unknown load argument 'vote-scor': use vote-score, vote-window, page-size, self-vote, \
         formula, downvotes, dedupe, bump-window, keep-votes, reply-cache, read-limit, \
         reply-limit, clock-guard",
    );
    let log = with_module().module_args("page-size 5 vote-score").start_refused();
    assert_logged(&log, "load argument 'vote-score' has no value");
    let log = with_module().module_args("page-size 5 dedupe 1 PAGE-size 6").start_refused();
    assert_logged(&log, "load argument 'PAGE-size' is given twice");
}

#[test]
fn a_wrong_value_in_the_configuration_file_is_logged_with_its_name() {
    let log = with_module().config("article.vote-score 0").start_refused();
    let own = "the server's configuration file has an invalid value for the module: correct the \
               line with the name that is logged above";
    assert_logged(&log, own);
    let at = |text: &str| log.find(text).unwrap_or_else(|| panic!("{text}:\n{log}"));
    let range = at("article.vote-score : argument must be between 1 and 31536000 inclusive");
    assert!(range < at(own), "{log}");
}

#[in_both_protocols]
fn config_set_says_what_a_value_must_be(c: &mut Client) {
    for (line, reason) in [
        ("article.vote-score 0", "argument must be between 1 and 31536000 inclusive"),
        ("article.self-vote maybe", "argument(s) must be one of the following: no, yes"),
    ] {
        let reply = c.run(&format!("CONFIG SET {line}"));
        assert!(error_text(&reply).contains(reason), "{reply:?}");
    }
}

#[test]
fn without_the_module_a_server_refuses_its_data_and_says_what_is_missing() {
    for (config, line) in [
        ("appendonly no", "no matching module type 'ArticleDB'"),
        // Redis begins the line with a capital letter, and Valkey from 8.1 on does not.
        ("appendonly yes", "nknown command 'ARTICLE."),
    ] {
        let setup = |setup: Setup| setup.config("aof-use-rdb-preamble no").config(config);
        let mut server = setup(with_module()).start();
        let mut c = server.resp3();
        c.int("ARTICLE.POST news alice a l");
        if config == "appendonly no" {
            c.ok("SAVE");
        }
        server.kill();
        let folder = server.path().display().to_string();
        let log = setup(Setup::default()).config(format!("dir \"{folder}\"")).start_refused();
        assert!(log.contains(line), "{log}");
        // Nothing is lost: with the module, the same files load.
        let server = setup(with_module()).config(format!("dir \"{folder}\"")).start();
        assert_eq!(server.resp3().int("ARTICLE.COUNT news"), 1);
    }
}

/// The user's rule is in redis.conf, or in the file for users.
#[test]
fn without_the_module_a_server_refuses_its_users_and_says_which() {
    let rules = "user reader on nopass ~* -@all +article.get";
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("users.acl");
    fs::write(&file, rules).expect("a file");
    let aclfile = format!("aclfile \"{}\"", file.display());
    for (config, line) in [
        (rules, "Error loading ACL rule '+article.get' for the user named 'reader': Unknown"),
        (&aclfile, " startup because of ACL errors: "),
    ] {
        let log = Setup::default().config(config).start_refused();
        assert!(log.contains(line), "{log}");
        assert!(log.contains("Unknown command or category name in ACL"), "{log}");
        with_module().config(config).start().resp3().ok("AUTH reader any");
    }
}

#[test]
#[cfg(unix)]
fn a_module_file_that_is_not_executable_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("module.so");
    fs::copy(module(), &file).expect("a copy");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).expect("permissions");
    let log = Setup::default().module(&file).start_refused();
    assert!(log.contains("It does not have execute permissions"), "{log}");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("permissions");
    let server = Setup::default().module(&file).start();
    assert_eq!(server.resp3().int("ARTICLE.POST news alice a l"), 1);
}
