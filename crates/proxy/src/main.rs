//! `article-proxy`: shows sites that are spread over parts at one address.

use std::process::ExitCode;

fn main() -> ExitCode {
    article_proxy::main(std::env::args_os())
}
