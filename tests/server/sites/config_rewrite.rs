//! CONFIG REWRITE keeps a server startable if redis.conf itself has the `loadmodule` line, as the
//! documents say. It adds the line if an included file has it, so that the module is loaded twice.

use std::fs;
use test_support::*;

/// Returns the `loadmodule` lines of the server's redis.conf.
fn load_lines(server: &Server) -> Vec<String> {
    let file = fs::read_to_string(server.path().join("redis.conf")).expect("redis.conf");
    let lines = file.lines().filter(|line| line.starts_with("loadmodule "));
    lines.map(str::to_owned).collect()
}

#[in_both_protocols(with_module().module_args("vote-score 100").config("appendonly yes"))]
fn with_loadmodule_in_redis_conf_a_server_starts_after_each_rewrite(
    server: &mut Server,
    c: &mut Client,
) {
    c.int("ARTICLE.POST news alice a l");
    c.ok("CONFIG REWRITE");
    for votes in 2..5 {
        server.restart();
        let mut c = server.client(c.protocol);
        c.int(&format!("ARTICLE.VOTE news user-{votes} 1"));
        assert_eq!(c.article("news", 1).int("votes"), votes);
        c.ok("CONFIG SET maxmemory 100mb");
        c.ok("CONFIG REWRITE");
        assert_eq!(load_lines(server).len(), 1);
    }
}

#[test]
fn with_loadmodule_elsewhere_a_server_does_not_start_after_a_rewrite_and_says_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let included = folder.path().join("article.conf");
    fs::write(&included, format!("loadmodule \"{}\"\n", module().display())).expect("a file");
    let included = Setup::default().config(format!("include {}", included.display()));
    let on_the_command_line = Setup::default().argument("--loadmodule").argument(module());
    for setup in [included, on_the_command_line] {
        let mut server = setup.start();
        let mut c = server.resp2();
        c.ok("CONFIG REWRITE");
        // Redis 6.2 does not write the line.
        let is_loaded_twice = load_lines(&server).len() == 1;
        assert_eq!(is_loaded_twice, c.version() >= (7, 0));
        assert_eq!(server.try_restart().is_err(), is_loaded_twice);
        let advice = "<article> the module cannot be loaded: a module named article is already \
                      loaded: remove one of the two loadmodule lines, which can be in redis.conf, \
                      in a file that it includes, or on the command line";
        assert_eq!(server.log().contains(advice), is_loaded_twice, "{}", server.log());
    }
}
