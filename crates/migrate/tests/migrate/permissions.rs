//! The permissions that the guide names suffice.

use test_support::{Connect, Server};

use crate::harness::{assert_same, between, export_lines, fail, of, run, try_import, url_as};
use crate::readers;
use crate::servers::{fill_module, plain_server, site_of};

/// What an import needs of the server with the module.
const IMPORT: &str = "+article.create +article.info +article.load +article.mget +article.voters \
                      +exec +multi +type";
const EXPORT: &str = "+article.info +article.mget +article.voters";

/// Lets a new user of a server run these commands and no other. Returns the user's URL.
fn limit(server: &Server, user: &str, commands: &str) -> String {
    server.resp2().ok(&format!("ACL SETUSER {user} on >secret ~* -@all {commands}"));
    url_as(&format!("{user}:secret"), server)
}

#[test]
fn plain_keys_need_the_permissions_of_the_guide() {
    let ((site, _), classic) = (site_of(fill_module), plain_server());
    let from = limit(&site, "ann", &format!("{EXPORT} +article.debug|readers"));
    let keys = "+expireat +get +hset +rpush +sadd +scan +set +time +type +unlink +zadd";
    let export = between("export", from.as_str(), limit(&classic, "ann", keys).as_str(), "news");
    run(&export);
    // Also after an interruption.
    classic.resp2().call("SET", ("article:", "exporting news"));
    run(&export);
    let keys = "+get +hmget +hscan +lrange +scan +sscan +time +ttl +type +zscan +zscore";
    let from = limit(&classic, "bob", keys);
    run(&between("import", from.as_str(), limit(&site, "bob", IMPORT).as_str(), "copy"));
}

#[test]
fn lines_need_the_permissions_of_the_guide() {
    let (site, mut c) = site_of(readers::fill);
    c.ok("ARTICLE.ALTER news KEEPVOTES yes");
    c.run("ARTICLE.POST plain ann Title link");
    let ann = limit(&site, "ann", &format!("{EXPORT} +article.follows"));
    let export = |key| of("export --jsonl -", ann.as_str(), key);
    for missing in ["bumps", "kept", "places", "readers", "marks"] {
        let refused = format!("ARTICLE.DEBUG {} 'news': NOPERM", missing.to_uppercase());
        let error = fail(&export("news"), "NOPERM");
        // Commands that run side by side are not named.
        assert!(error.contains(&refused) || missing == "kept", "{error}");
        c.ok(&format!("ACL SETUSER ann +article.debug|{missing}"));
    }
    let lines = export_lines(&site);
    assert_eq!(run(&export("news")).out, lines);
    // A site without comments and kept votes needs less.
    c.ok("ACL SETUSER ann -article.debug +article.debug|readers");
    run(&export("plain"));
    let eve = limit(&site, "eve", &format!("{IMPORT} +article.debug|places"));
    for _ in 0..2 {
        try_import(eve.as_str(), "copy", "", &lines).assert_success();
    }
    assert_same(&site, "copy", &site, "news");
    let dan = limit(&site, "dan", "+article.changes");
    let follow = of("follow --jsonl - --once", dan.as_str(), "news");
    run(&follow);
    c.ok("ACL SETUSER dan -article.changes");
    fail(&follow, "NOPERM");
}
