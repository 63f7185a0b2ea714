//! The module's settings: their ranges, load arguments, CONFIG SET and CONFIG REWRITE.

use test_support::*;

fn get(c: &mut Client, name: &str) -> String {
    c.map(&format!("CONFIG GET article.{name}")).text(&format!("article.{name}"))
}

/// The configurations that are defaults of settings, in the order of the settings.
const NAMES: [&str; 9] = [
    "vote-score",
    "vote-window",
    "page-size",
    "self-vote",
    "formula",
    "downvotes",
    "dedupe",
    "bump-window",
    "keep-votes",
];

/// The values of all configurations, or settings, in their order.
type Values = [String; NAMES.len()];

fn all(c: &mut Client) -> Values {
    NAMES.map(|name| get(c, name))
}

/// Returns the settings of a new site.
fn of_new_site(c: &mut Client) -> Values {
    c.run("DEL fresh");
    c.ok("ARTICLE.CREATE fresh");
    let info = c.info("fresh");
    NAMES.map(|name| match info.value(&name.replace('-', "_")) {
        Value::Int(number) => number.to_string(),
        word => text(word),
    })
}

const DEFAULTS: [&str; NAMES.len()] =
    ["432", "604800", "25", "yes", "linear", "yes", "0", "0", "no"];

/// Values other than the defaults.
const OTHERS: [&str; NAMES.len()] = ["100", "3600", "10", "no", "log", "no", "60", "30", "yes"];

/// Returns the defaults with other values of some configurations.
fn defaults_but(others: &[(&str, &'static str)]) -> [&'static str; NAMES.len()] {
    let mut values = DEFAULTS;
    for (name, value) in others {
        values[NAMES.iter().position(|n| n == name).expect("a configuration")] = value;
    }
    values
}

#[in_both_protocols]
fn the_configurations_are_the_settings_of_a_site_with_their_defaults(c: &mut Client) {
    let configurations = c.map("CONFIG GET article.*");
    let mut names = configurations.names();
    names.sort();
    let names_of_settings = NAMES.iter().map(|name| format!("article.{name}"));
    let others = ["clock-guard", "read-limit", "reply-cache", "reply-limit"];
    let others = others.map(|name| format!("article.{name}"));
    let mut expected: Vec<_> = names_of_settings.chain(others).collect();
    expected.sort();
    assert_eq!(names, expected);
    assert_eq!(all(c), DEFAULTS);
    assert_eq!(of_new_site(c), DEFAULTS);
}

#[test]
fn load_arguments_set_the_defaults_in_any_order() {
    let args = "page-size 10 dedupe 60 self-vote no vote-window 3600 formula log vote-score 100 \
                downvotes no bump-window 30 keep-votes yes";
    in_both_protocols_with(with_module().module_args(args), |_, c| {
        assert_eq!(all(c), OTHERS);
        assert_eq!(of_new_site(c), OTHERS);
        c.int("ARTICLE.POST news alice a l TIME 1000");
        let article = c.article("news", 1);
        assert_eq!((article.int("score"), article.int("closes")), (1000, 4600));
    });
    in_both_protocols_with(with_module().module_args("vote-score 100"), |_, c| {
        assert_eq!(all(c), defaults_but(&[("vote-score", "100")]));
    });
}

#[test]
fn load_arguments_may_be_given_on_the_command_line() {
    let config = ["--article.vote-score", "77", "--article.self-vote", "no"];
    let setup = config.iter().fold(with_module(), |setup, word| setup.argument(word));
    in_both_protocols_with(setup.module_args("vote-score 100 page-size 10"), |_, c| {
        // A configuration overrides the load argument.
        let expected =
            defaults_but(&[("vote-score", "77"), ("page-size", "10"), ("self-vote", "no")]);
        assert_eq!(all(c), expected);
        assert_eq!(of_new_site(c), expected);
    });
}

#[test]
fn the_ends_of_the_ranges_are_accepted_at_load() {
    for args in [
        "vote-score 1 vote-window 1 page-size 1 self-vote no formula log downvotes no dedupe 1 \
         bump-window 1 keep-votes no",
        "vote-score 31536000 vote-window 3153600000 page-size 1000 self-vote yes formula linear \
         downvotes yes dedupe 3153600000 bump-window 3153600000 keep-votes yes",
    ] {
        let server = with_module().module_args(args).start();
        let mut c = server.resp3();
        let values: Vec<&str> = args.split_whitespace().skip(1).step_by(2).collect();
        assert_eq!(all(&mut c).as_slice(), values);
        assert_eq!(of_new_site(&mut c), all(&mut c));
    }
}

/// Configurations with values out of their range, and such as do not exist.
const WRONG: [(&str, &str); 16] = [
    ("vote-scores", "100"),
    ("votescore", "100"),
    ("keepvotes", "yes"),
    ("vote-score", "0 -1 31536001 99999999999999999999 many 1.5"),
    ("vote-window", "0 3153600001"),
    ("page-size", "0 1001 1.5"),
    ("self-vote", "maybe 1"),
    ("formula", "square 1"),
    ("downvotes", "maybe"),
    ("down-votes", "no"),
    ("dedupe", "-1 3153600001"),
    ("keep-votes", "maybe"),
    ("reply-cache", "-1 1099511627777 2000gb 16pages"),
    ("read-limit", "-1"),
    ("reply-limit", "-1 1099511627777 16pages"),
    ("clock-guard", "-1 3153600001"),
];

#[test]
fn a_wrong_load_argument_stops_the_server_and_the_log_names_it() {
    let wrong = WRONG.iter().flat_map(|(name, values)| {
        values.split(' ').map(move |value| (format!("{name} {value}"), *name))
    });
    let others = [
        ("article.vote-score 100", "article.vote-score"),
        ("page-size 10 pagesize 10", "pagesize"),
        ("page-size 10 vote-score", "vote-score"),
        ("reply-cache mb", "reply-cache"),
        ("read-limit 1mb", "read-limit"),
        ("clock-guard 1mb", "clock-guard"),
    ];
    for (args, named) in wrong.chain(others.map(|(args, named)| (args.to_owned(), named))) {
        let log = with_module().module_args(&args).start_refused();
        let names_it = |line: &&str| line.contains(named) && line.contains("<article>");
        assert!(log.lines().any(|line| names_it(&line)), "{args}:\n{log}");
    }
}

#[in_both_protocols(with_module())]
fn config_set_changes_the_default_of_later_sites(_: &mut Server, c: &mut Client) {
    c.int("ARTICLE.POST old alice a l TIME 1000");
    for (name, value) in NAMES.into_iter().zip(OTHERS) {
        c.ok(&format!("CONFIG SET article.{name} {value}"));
        assert_eq!(get(c, name), value);
    }
    assert_eq!(of_new_site(c), OTHERS);
    c.int("ARTICLE.POST new alice a l TIME 1000");
    assert_eq!(c.article("new", 1).counts(), (0, 0, 0, 1000));
    assert_eq!(c.article("new", 1).int("closes"), 4600);
    c.int("ARTICLE.POST old alice b l TIME 1000");
    assert_eq!(c.article("old", 2).counts(), (1, 1, 0, 1432));
    let old = c.info("old");
    assert_eq!(old.int("vote_window"), 604_800);
    assert_eq!(old.int("page_size"), 25);
    assert_eq!(old.text("self_vote"), "yes");
}

#[in_both_protocols(with_module())]
fn config_set_refuses_a_value_out_of_range_and_a_wrong_name(_: &mut Server, c: &mut Client) {
    for (name, values) in WRONG {
        for value in values.split(' ') {
            let reply = c.run(&format!("CONFIG SET article.{name} {value}"));
            assert!(is_error(&reply), "{name} {value}");
        }
    }
    // CONFIG SET changes all of its settings or none.
    assert_some_error(&c.run("CONFIG SET article.vote-score 5 article.page-size 0"));
    assert_eq!(all(c), DEFAULTS);
    c.ok("CONFIG SET article.vote-window 3153600000 article.page-size 1000");
    let changed = [("vote-window", "3153600000"), ("page-size", "1000")];
    assert_eq!(all(c), defaults_but(&changed));
}

#[in_both_protocols(with_module())]
fn config_rewrite_keeps_what_was_set(server: &mut Server, c: &mut Client) {
    for (name, value) in NAMES.into_iter().zip(OTHERS) {
        c.ok(&format!("CONFIG SET article.{name} {value}"));
    }
    c.ok("CONFIG REWRITE");
    server.restart();
    let mut c = server.client(c.protocol);
    assert_eq!(all(&mut c), OTHERS);
    assert_eq!(of_new_site(&mut c), OTHERS);
}

#[in_both_protocols(with_module().module_args("vote-score 100 page-size 10"))]
fn config_rewrite_keeps_what_was_set_over_the_load_arguments(server: &mut Server, c: &mut Client) {
    // The built-in default differs from the load argument here, so it must be written.
    c.ok("CONFIG SET article.vote-score 432");
    c.ok("CONFIG REWRITE");
    server.restart();
    let mut c = server.client(c.protocol);
    assert_eq!(all(&mut c), defaults_but(&[("page-size", "10")]));
}

#[in_both_protocols(with_module().module_args("page-size 10"))]
fn config_set_without_rewrite_ends_with_the_server(server: &mut Server, c: &mut Client) {
    c.ok("CONFIG SET article.page-size 5");
    server.restart();
    let mut c = server.client(c.protocol);
    assert_eq!(all(&mut c), defaults_but(&[("page-size", "10")]));
}

#[in_both_protocols]
fn the_module_is_listed_and_cannot_be_unloaded_while_its_type_may_be_in_use(c: &mut Client) {
    let reply = c.run("MODULE LIST");
    let modules = c.articles(&reply);
    assert!(modules.iter().any(|module| module.text("name") == "article"), "{reply:?}");
    assert_some_error(&c.run("MODULE UNLOAD article"));
    assert_eq!(c.run("ARTICLE.COUNT news"), int(0));
}

#[test]
fn the_memory_of_kept_replies_takes_units() {
    for (args, bytes) in [
        ("", 16 << 20),
        ("reply-cache 0", 0),
        ("reply-cache 5000", 5000),
        ("reply-cache 5b page-size 7", 5),
        ("page-size 7 reply-cache 5k", 5000),
        ("REPLY-CACHE 5KB", 5 << 10),
        ("reply-cache 5m", 5_000_000),
        ("reply-cache 5mb", 5 << 20),
        ("reply-cache 5g", 5_000_000_000_i64),
        ("reply-cache 1024gb", 1 << 40),
    ] {
        let mut server = with_module().module_args(args).start();
        let mut c = server.resp3();
        assert_eq!(get(&mut c, "reply-cache"), bytes.to_string(), "{args}");
        c.ok("CONFIG SET article.reply-cache 3mb");
        assert_eq!(get(&mut c, "reply-cache"), (3 << 20).to_string());
        c.ok("CONFIG REWRITE");
        server.restart();
        assert_eq!(get(&mut server.resp3(), "reply-cache"), (3 << 20).to_string());
    }
}
