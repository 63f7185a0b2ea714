//! What to do about an error.

/// Returns a sentence about an error reply, to be appended to it.
pub fn advice_for(code: &str, details: &str) -> String {
    let unknown = details.contains("unknown command");
    if unknown && details.to_ascii_uppercase().contains("ARTICLE.") {
        return ". Load the module into this server: loadmodule in redis.conf".to_owned();
    }
    advice(code).map_or_else(String::new, |advice| format!(". {advice}"))
}

/// Returns what to do about an error code.
pub fn advice(code: &str) -> Option<&'static str> {
    Some(match code {
        "READONLY" => "This server is a replica. Use the URL of its primary",
        "OOM" => "Raise maxmemory of this server, and run the same command again to continue",
        "NOPERM" => "The user in the URL needs the commands and keys that docs/migrating.md lists",
        "NOAUTH" | "WRONGPASS" => {
            "Put the user and password into the URL: redis://user:password@host, with \
             % @ / : ? # as %25 %40 %2F %3A %3F %23. Or put only the user into the URL, and the \
             password into the variable REDISCLI_AUTH or into the file of --from-password-file or \
             --to-password-file"
        }
        "MOVED" | "ASK" | "TRYAGAIN" => {
            "The cluster is moving slots. Run the same command again when it has finished"
        }
        "CLUSTERDOWN" => "The cluster has slots that no node serves. See CLUSTER INFO",
        "MISCONF" => "This server cannot save to disk and refuses writes. See its log",
        "LOADING" => "The server is loading its data. Try again in a moment",
        "WRONGTYPE" => "The key holds another type. Check --key and --prefix",
        _ => return None,
    })
}
