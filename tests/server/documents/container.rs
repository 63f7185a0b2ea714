//! The steps of the Dockerfiles, in a plain folder: what their images start keeps its settings,
//! its users, and its data, and is healthy.

use super::{read, root};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Child, Command};
use test_support::*;

/// The entry point of the official images, for a server that is another program on another port.
const OFFICIAL: &str = "#!/bin/sh
if [ \"${1#-}\" != \"$1\" ] || [ \"${1%.conf}\" != \"$1\" ]; then
    set -- \"${REDIS_SERVER:-redis-server}\" \"$@\"
fi
exec \"$@\" --bind 127.0.0.1 --port \"$PORT\"
";

/// An image in a folder.
struct Image {
    folder: tempfile::TempDir,
    dockerfile: String,
}

impl Image {
    /// Follows the last stage of a Dockerfile whose context is in `context`.
    fn build(path: &str, context: &Path) -> Self {
        let dockerfile = read(path);
        let folder = tempfile::tempdir().expect("a folder");
        let (_, stage) = dockerfile.rsplit_once("\nFROM ").expect("a stage");
        let mut copied = 0;
        for line in stage.lines().filter_map(|line| line.strip_prefix("COPY ")) {
            let words = line.split(' ').filter(|word| !word.starts_with("--"));
            let [from, to] = words.collect::<Vec<_>>()[..] else { panic!("{line}") };
            let to = folder.path().join(to.trim_start_matches('/'));
            fs::create_dir_all(&to).expect("a folder");
            match from.rsplit('/').next() {
                Some("libredis_article.so") => {
                    symlink(module(), to.join("libredis_article.so")).expect("the module");
                }
                // Nothing here starts it.
                Some("article-proxy") => {}
                _ => {
                    for file in fs::read_dir(context.join(from)).expect("a folder") {
                        let file = file.expect("a file");
                        fs::copy(file.path(), to.join(file.file_name())).expect("a copy");
                    }
                }
            }
            copied += 1;
        }
        assert_eq!(copied, 3, "{stage}");
        let official = folder.path().join("usr/local/bin/docker-entrypoint.sh");
        fs::write(&official, OFFICIAL).expect("a script");
        fs::set_permissions(&official, fs::Permissions::from_mode(0o755)).expect("its mode");
        fs::create_dir(folder.path().join("data")).expect("the volume");
        Self { folder, dockerfile }
    }

    /// Returns the words of an instruction.
    fn words(&self, instruction: &str) -> Vec<String> {
        let line = self.dockerfile.lines().find(|line| line.starts_with(instruction));
        let (_, words) = line.and_then(|line| line.split_once('[')).expect("an instruction");
        let words = words.trim_end_matches(']').split(", ");
        words.map(|word| word.trim_matches('"').to_owned()).collect()
    }

    /// Returns a command in the image.
    fn command(&self, words: &[String], port: u16) -> Command {
        let programs = self.folder.path().join("usr/local/bin");
        let path = std::env::var("PATH").expect("PATH");
        let module = self.folder.path().join("usr/lib/redis/modules/libredis_article.so");
        let mut command = Command::new(programs.join(&words[0]));
        command
            .args(&words[1..])
            .current_dir(self.folder.path().join("data"))
            .env("PATH", format!("{}:{path}", programs.display()))
            .env("ARTICLE_MODULE", module)
            .env("PORT", port.to_string());
        command
    }

    fn is_healthy(&self, port: u16) -> bool {
        let words = [self.words("HEALTHCHECK "), vec![port.to_string()]].concat();
        self.command(&words, port).status().expect("the check").success()
    }

    /// Starts a container, and waits until it is healthy.
    fn start(&self) -> Container {
        let words = [self.words("ENTRYPOINT "), self.words("CMD ")].concat();
        for _ in 0..20 {
            let port = free_port();
            let mut process = self.command(&words, port).spawn().expect("a container");
            let mut has_ended = false;
            wait_until(DEADLINE, "the container is healthy", || {
                has_ended = process.try_wait().expect("its status").is_some();
                has_ended || self.is_healthy(port)
            });
            if !has_ended {
                return Container { process, port };
            }
            // Another process took the port.
        }
        panic!("no container starts");
    }
}

/// A running container, which is killed when this is dropped.
struct Container {
    process: Child,
    port: u16,
}

impl Container {
    fn client(&self) -> Client {
        Client::connect(self.port, Protocol::Resp2).expect("a connection")
    }
}

impl Drop for Container {
    fn drop(&mut self) {
        self.process.kill().expect("kill");
        self.process.wait().expect("its end");
    }
}

fn keeps_what_is_stored(image: &Image) {
    let container = image.start();
    let mut c = container.client();
    c.int("ARTICLE.POST news alice a l");
    c.ok("CONFIG SET article.page-size 7");
    c.ok("CONFIG REWRITE");
    c.ok("ACL SETUSER admin reset on >secret ~* &* +@all");
    c.ok("AUTH admin secret");
    c.ok("ACL SETUSER default off resetpass");
    c.ok("ACL SAVE");
    assert!(image.is_healthy(container.port), "with default off");
    drop(container);
    let container = image.start();
    let mut c = container.client();
    assert!(error_text(&c.run("ARTICLE.COUNT news")).starts_with("NOAUTH"));
    c.ok("AUTH admin secret");
    // At first, it may be loading.
    wait_until(DEADLINE, "the site", || c.run("ARTICLE.COUNT news") == int(1));
    assert_eq!(c.run("CONFIG GET article.page-size"), bulks(&["article.page-size", "7"]));
}

#[test]
fn an_image_from_source_keeps_what_is_stored() {
    keeps_what_is_stored(&Image::build("Dockerfile", &root()));
}

#[test]
fn an_image_from_packages_keeps_what_is_stored() {
    keeps_what_is_stored(&Image::build("packaging/image.Dockerfile", &root().join("packaging")));
}

#[test]
fn an_image_does_not_turn_the_append_only_file_on_where_there_is_data() {
    let server = with_module().start();
    let mut c = server.resp2();
    c.int("ARTICLE.POST news alice a l");
    c.ok("SAVE");
    let image = Image::build("Dockerfile", &root());
    let dump = image.folder.path().join("data/dump.rdb");
    fs::copy(server.path().join("dump.rdb"), dump).expect("a copy");
    let container = image.start();
    let mut c = container.client();
    assert_eq!(c.int("ARTICLE.COUNT news"), 1);
    assert_eq!(c.run("CONFIG GET appendonly"), bulks(&["appendonly", "no"]));
}

#[test]
fn a_server_that_does_not_answer_or_has_no_module_is_not_healthy() {
    let image = Image::build("Dockerfile", &root());
    let server = Setup::default().start();
    assert!(!image.is_healthy(server.port()));
    assert!(!image.is_healthy(free_port()));
}
