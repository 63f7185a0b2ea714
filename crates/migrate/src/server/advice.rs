//! What to do about an error.

/// Returns a sentence about an error reply, to be appended to it.
pub fn advice_for(code: &str, details: &str) -> String {
    let unknown = details.contains("unknown command");
    let advice = if unknown && details.to_ascii_uppercase().contains("ARTICLE.") {
        Some("Load the module into this server, version 0.2 or later: loadmodule in redis.conf")
    } else {
        advice(code)
    };
    advice.map_or_else(String::new, |advice| format!(". {advice}"))
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
        "MOVED" | "ASK" | "CROSSSLOT" | "CLUSTERDOWN" => {
            "This server is a node of a cluster. Use the URL of the node that serves the slot of \
             the key: CLUSTER KEYSLOT key"
        }
        "MISCONF" => "This server cannot save to disk and refuses writes. See its log",
        "LOADING" => "The server is loading its data. Try again in a moment",
        "WRONGTYPE" => "The key holds another type. Check --key and --prefix",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_module_is_named() {
        let advice =
            advice_for("ERR", "unknown command 'ARTICLE.INFO', with args beginning with:");
        assert!(advice.contains("Load the module"), "{advice}");
        assert_eq!(advice_for("ERR", "unknown command 'FOO'"), "");
    }
}
