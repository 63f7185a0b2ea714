//! The files of docs/monitoring match the module: the script reports every number, the dashboard
//! and the alerts name only metrics that exist, and the document explains every line of the log.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use test_support::*;

const SCRIPT: &str = include_str!("../../../docs/monitoring/redis-article.lua");
const DASHBOARD: &str = include_str!("../../../docs/monitoring/grafana.json");
const ALERTS: &str = include_str!("../../../docs/monitoring/alerts.yml");
const ALERTS_TEST: &str = include_str!("../../../docs/monitoring/alerts-test.yml");
const DOCUMENT: &str = include_str!("../../../docs/monitoring.md");

/// Runs the script as redis_exporter does. Returns names and values.
fn report(c: &mut Client) -> Vec<(String, String)> {
    let reply = c.call("EVAL", (SCRIPT, 0));
    items(&reply).chunks(2).map(|pair| (text(&pair[0]), text(&pair[1]))).collect()
}

/// Returns the names of the metrics that Prometheus makes of the report.
fn metrics(c: &mut Client) -> BTreeSet<String> {
    let metric = |name: &str| match name.split_once(' ') {
        Some((_site, field)) => format!("article_site_{field}"),
        None => name.to_owned(),
    };
    report(c).iter().map(|(name, _)| metric(name)).collect()
}

#[test]
fn the_script_reports_the_numbers_of_the_server_and_of_the_site() {
    let server = with_module().start();
    let mut c = server.resp2();
    let of_server =
        c.report("INFO article").lines().filter(|line| line.starts_with("article_")).count();
    assert_eq!(report(&mut c).len(), of_server, "without a site, the server's only");
    c.int("ARTICLE.POST news alice a l");
    c.int("ARTICLE.VOTE news bob 1");
    let (reported, info) = (report(&mut c), c.info("news"));
    let value = |name: &str| {
        let found = reported.iter().find(|(own, _)| own == name);
        found.map(|(_, value)| value.parse::<i64>().expect("a number"))
    };
    assert_eq!(value("article_posts"), Some(1));
    assert_eq!(value("article_votes_accepted"), Some(1));
    let numbers = info.0.iter().filter(|(_, value)| matches!(value, Value::Int(_)));
    let names = numbers.map(|(name, _)| String::from_utf8_lossy(name).into_owned());
    let names: Vec<_> = names.collect();
    for name in &names {
        assert_eq!(value(&format!("news {name}")), Some(info.int(name)), "{name}");
    }
    assert_eq!(reported.len(), of_server + names.len());
    c.ok("SET news text");
    assert_eq!(report(&mut c).len(), of_server, "a key of another type is left out");
}

#[test]
fn the_dashboard_is_valid_json() {
    let server = with_module().start();
    let mut c = server.resp2();
    let script = "return cjson.decode(ARGV[1]).title";
    assert_eq!(c.call("EVAL", (script, 0, DASHBOARD)), bulk("redis-article"));
}

/// Returns the names of metrics of the module, but not of article-proxy, in a text.
fn named(text: &str) -> BTreeSet<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words = text.split(|c| !is_part(c)).map(str::to_owned);
    let is_of_module =
        |word: &String| word.starts_with("article_") && !word.starts_with("article_proxy_");
    words.filter(is_of_module).collect()
}

#[test]
fn dashboard_and_alerts_name_metrics_that_exist() {
    let server = with_module().start();
    let mut c = server.resp2();
    c.int("ARTICLE.POST news alice a l");
    let metrics = metrics(&mut c);
    for text in [DASHBOARD, ALERTS, DOCUMENT] {
        let named = named(text);
        assert!(named.len() > 3, "{named:?}");
        let unknown: Vec<_> = named.difference(&metrics).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }
    // The dashboard shows every counter of votes.
    for metric in metrics.iter().filter(|metric| metric.starts_with("article_votes_")) {
        assert!(DASHBOARD.contains(metric), "{metric}");
    }
}

#[test]
fn each_alert_is_in_the_document_and_in_the_tests_that_make_it_fire() {
    let alerts = ALERTS.lines().filter_map(|line| line.split_once("- alert: "));
    let alerts: Vec<_> = alerts.map(|(_, name)| name).collect();
    assert!(alerts.len() > 10, "{alerts:?}");
    for alert in alerts {
        assert!(DOCUMENT.contains(&format!("\n| {alert} |")), "{alert}");
        assert!(ALERTS_TEST.contains(&format!("'{{alertname=\"{alert}\"}}'")), "{alert}");
    }
}

#[test]
fn the_user_of_the_exporter_may_do_what_the_exporter_does() {
    let server = with_module().start();
    let mut c = server.resp2();
    c.int("ARTICLE.POST news alice a l");
    let rule = DOCUMENT.lines().find(|line| line.starts_with("ACL SETUSER exporter "));
    c.ok(rule.expect("the rule"));
    let reported = report(&mut c);
    c.ok("AUTH exporter secret");
    assert_eq!(report(&mut c).len(), reported.len());
    // What redis_exporter 1.45 sends.
    for line in [
        "CLIENT SETNAME exporter",
        "CONFIG GET *",
        "INFO ALL",
        "SLOWLOG LEN",
        "SLOWLOG GET 1",
        "LATENCY LATEST",
    ] {
        let reply = c.run(line);
        assert!(!is_error(&reply), "{line}: {reply:?}");
    }
}

/// Returns the files of a folder of the project, and of the folders in it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { files.extend(sources(&path)) } else { files.push(path) }
    }
    files
}

/// Returns what follows each of these openings in a source: the constant beginning of a text.
fn texts_after(source: &str, openings: &[&str]) -> Vec<String> {
    let code: Vec<_> = source.lines().map(str::trim).collect();
    // A line that ends with a backslash or an opening parenthesis continues on the next.
    let code = code.join("\n").replace("\\\n", "").replace("(\n", "(");
    let after = |opening: &&str| {
        let parts: Vec<_> = code.split(opening).skip(1).map(str::to_owned).collect();
        parts
    };
    let texts = openings.iter().flat_map(after).map(|rest| {
        let end = rest.find(['"', '{']).expect("the end of a text");
        rest[..end].trim().to_owned()
    });
    texts.filter(|text| text.len() > 3).collect()
}

#[test]
fn the_document_explains_every_line_that_the_module_logs() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut lines = Vec::new();
    for file in sources(&project.join("src")) {
        let source = fs::read_to_string(file).expect("a source");
        lines.extend(texts_after(
            &source,
            &[
                "log_warning(\"",
                "log_notice(\"",
                "log_warning(&format!(\"",
                "log_notice(&format!(\"",
                "c\"warning\", &format!(\"",
                // Reasons for which the module or a site cannot be loaded.
                "Err(\"",
                "Err(format!(\"",
                "ok_or_else(|| format!(\"",
                "format!(\"invalid load",
            ],
        ));
    }
    let errors = project.join("crates/site/src/site/codec/error.rs");
    let errors = fs::read_to_string(errors).expect("a source");
    lines.extend(texts_after(&errors, &["#[error(\""]));
    assert!(lines.len() > 15, "{lines:?}");
    for line in lines {
        assert!(DOCUMENT.contains(&line), "docs/monitoring.md lacks: {line}");
    }
}
