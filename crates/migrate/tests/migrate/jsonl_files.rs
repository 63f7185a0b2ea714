//! Where an export of JSON lines goes: files, links, pipes, and devices.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use test_support::Server;

use crate::harness::{Address, Folder, PROGRAM, Run, end, export_lines, fail, of, run, start};
use crate::servers::{fill_module, site_of};

/// A server with the site `news`, a folder, and the site's JSON lines.
struct Site {
    server: Server,
    folder: Folder,
    lines: String,
}

impl Site {
    fn new() -> Self {
        let (server, _) = site_of(fill_module);
        let lines = export_lines(&server);
        assert!(lines.lines().count() > 5);
        Self { server, folder: Folder::new(), lines }
    }

    /// Returns the line of the command that exports the site into a file of the folder.
    fn export(&self, file: &str) -> String {
        of(&format!("export --force --jsonl {}", self.folder.file(file)), &self.server, "news")
    }

    /// Runs an export by a line of the shell, in which `"$@"` is its command.
    fn shell(&self, line: &str, file: &str) -> Run {
        let export = of(&format!("export --force --jsonl {file}"), &self.server, "news");
        let mut shell = Command::new("sh");
        shell.args(["-c", line, "sh", PROGRAM]).args(export.split_whitespace());
        end(start(shell.current_dir(self.folder.file(""))))
    }
}

fn is_link(site: &Site, name: &str) -> bool {
    Path::new(&site.folder.file(name)).is_symlink()
}

#[test]
fn files_are_replaced_and_only_their_owner_can_read_them() {
    let site = Site::new();
    let file = site.folder.file("news.jsonl");
    // A file of that name, readable by all, and a link at a name that one can guess.
    site.folder.write("victim", "precious");
    symlink(site.folder.file("victim"), site.folder.file("news.jsonl.part")).unwrap();
    for _ in 0..2 {
        run(&site.export("news.jsonl"));
        // Without --force, it stays.
        let again = site.export("news.jsonl").replace("--force ", "");
        fail(&again, "exists already. To replace it, add --force");
        assert_eq!(site.folder.read("news.jsonl"), site.lines);
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        site.folder.write("news.jsonl", "old");
        fs::set_permissions(&file, Permissions::from_mode(0o644)).unwrap();
    }
    assert_eq!(site.folder.read("victim"), "precious");
    // Without SIGXFSZ, a write beyond the limit fails with an error, as on a full disk.
    let run = site.shell("trap '' XFSZ; ulimit -f 0; exec \"$@\"", "news.jsonl");
    run.assert_refused("--jsonl: cannot write news.jsonl: File too large");
    assert_eq!(site.folder.read("news.jsonl"), "old");
    assert_eq!(site.folder.names(), ["news.jsonl", "news.jsonl.part", "victim"]);
    let missing = site.shell("\"$@\"", "/no/such/folder/news.jsonl");
    missing.assert_refused("cannot create a file beside /no/such/folder/news.jsonl");
}

#[test]
fn links_are_followed() {
    let site = Site::new();
    fs::create_dir(site.folder.file("data")).unwrap();
    symlink("data/news.jsonl", site.folder.file("link")).unwrap();
    symlink("link", site.folder.file("second")).unwrap();
    site.folder.write("data/news.jsonl", "old");
    run(&site.export("second"));
    assert_eq!(site.folder.read("data/news.jsonl"), site.lines);
    assert!(["link", "second"].iter().all(|name| is_link(&site, name)));
    assert_eq!(site.folder.names(), ["data", "link", "second"]);
    assert_eq!(fs::read_dir(site.folder.file("data")).unwrap().count(), 1);
    fail(&site.export("data"), "/data: it is a folder");
    // Nor can a folder, or what is not there, be imported.
    for (name, message) in [("data", "/data: Is a directory"), ("none", "cannot open ")] {
        let (file, to) = (site.folder.file(name), site.server.url());
        fail(&format!("import --jsonl {file} --to {to} --key x"), message);
    }
}

#[test]
fn pipes_and_devices_are_written_in_place() {
    let site = Site::new();
    // An export that replaces the pipe would leave the reader waiting.
    let line =
        "mkfifo pipe; cat pipe >read & \"$@\" && test -p pipe && wait || { kill $!; exit 1; }";
    site.shell(line, "pipe").assert_success();
    assert_eq!(site.folder.read("read"), site.lines);
    // By a link, so that a mistake replaces the link and not the device.
    symlink("/dev/full", site.folder.file("full")).unwrap();
    fail(&site.export("full"), "/full: No space left on device");
    assert!(is_link(&site, "full"));
    assert_eq!(site.folder.names(), ["full", "pipe", "read"]);
}
