//! Shared libraries in C that the tests need.

use std::env;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{self, Command, Stdio};

/// Compiles a shared library into the folder of the test program. `SERVER_CC` is the compiler for
/// the server's machine, by default `cc`.
pub fn compile(name: &str, source: &str) -> PathBuf {
    let compiler = PathBuf::from(env::var_os("SERVER_CC").unwrap_or_else(|| "cc".into()));
    let program = env::current_exe().expect("the test program's path");
    // Tests on servers of another machine can run at the same time, with another compiler.
    let made_by = compiler.file_name().expect("its name").display();
    let library = program.with_file_name(format!("{name}-{made_by}.so"));
    // Another test program may compile it too, or run a server with it.
    let unfinished = library.with_extension(process::id().to_string());
    let mut compiler = Command::new(compiler)
        .args(["-shared", "-fPIC", "-O1", "-x", "c", "-", "-o"])
        .arg(&unfinished)
        .stdin(Stdio::piped())
        .spawn()
        .expect("a C compiler");
    let mut input = compiler.stdin.take().expect("its input");
    input.write_all(source.as_bytes()).expect("its input");
    drop(input);
    assert!(compiler.wait().expect("the compiler").success());
    fs::rename(unfinished, &library).expect("the library");
    library
}
