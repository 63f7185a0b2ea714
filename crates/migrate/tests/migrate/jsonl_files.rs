//! Where an export of JSON lines goes: files, links, pipes, devices, and descriptors.

use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use tempfile::TempDir;
use test_support::{Connect, Server};

use crate::program::{PROGRAM, Run, end, export_to, fail, run, run_any, start, url, words};
use crate::sites::{fill_module, module_server};

/// A server with the site `news`, a folder, and the site's JSON lines.
struct Site {
    server: Server,
    folder: TempDir,
    lines: String,
}

impl Site {
    fn new() -> Self {
        let server = module_server();
        fill_module(&mut server.resp2());
        let mut site = Self { server, folder: tempfile::tempdir().unwrap(), lines: String::new() };
        site.lines = run(&site.export(Path::new("-"))).out;
        assert!(site.lines.lines().count() > 5);
        site
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns the options that export the site into a file.
    fn export(&self, file: &Path) -> Vec<String> {
        export_to(&self.server, file.to_str().unwrap())
    }

    /// Asserts that the folder holds these names and nothing else.
    #[track_caller]
    fn assert_names(&self, expected: &[&str]) {
        let entries = fs::read_dir(self.folder.path()).unwrap();
        let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
        let mut names: Vec<String> = entries.map(|entry| name(entry.unwrap())).collect();
        names.sort();
        assert_eq!(names, expected);
    }

    /// Runs an export by a line of the shell, in which `"$@"` is its command.
    fn shell(&self, line: &str, file: &str) -> Run {
        let mut shell = Command::new("sh");
        shell.args(["-c", line, "sh", PROGRAM]).args(self.export(Path::new(file)));
        end(start(shell.current_dir(self.folder.path())))
    }
}

#[test]
fn files_are_replaced_and_only_their_owner_can_read_them() {
    let site = Site::new();
    let file = site.file("news.jsonl");
    // A file of that name, readable by all, and a link at a name that one can guess.
    fs::write(site.file("victim"), "precious").unwrap();
    symlink(site.file("victim"), site.file("news.jsonl.part")).unwrap();
    for _ in 0..2 {
        run(&site.export(&file));
        assert_eq!(fs::read_to_string(&file).unwrap(), site.lines);
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    }
    assert_eq!(fs::read_to_string(site.file("victim")).unwrap(), "precious");
    site.assert_names(&["news.jsonl", "news.jsonl.part", "victim"]);
}

#[test]
fn links_are_followed() {
    let site = Site::new();
    fs::create_dir(site.file("data")).unwrap();
    symlink("data/news.jsonl", site.file("link")).unwrap();
    symlink("link", site.file("second")).unwrap();
    // First, the link leads to no file yet.
    for _ in 0..2 {
        run(&site.export(&site.file("second")));
        assert_eq!(fs::read_to_string(site.file("data/news.jsonl")).unwrap(), site.lines);
        assert!(site.file("link").is_symlink() && site.file("second").is_symlink());
        fs::write(site.file("data/news.jsonl"), "old").unwrap();
    }
    site.assert_names(&["data", "link", "second"]);
    assert_eq!(fs::read_dir(site.file("data")).unwrap().count(), 1);
    fail(&site.export(&site.file("data")), "/data: it is a folder");
}

#[test]
fn pipes_and_devices_are_written_in_place() {
    let site = Site::new();
    let pipe = site.file("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = thread::spawn({
        let pipe = pipe.clone();
        move || {
            let mut text = String::new();
            File::open(pipe).unwrap().read_to_string(&mut text).unwrap();
            text
        }
    });
    let export = run_any(&site.export(&pipe));
    // An export that replaces the pipe would leave the reader waiting.
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
    export.assert_success();
    assert_eq!(reader.join().unwrap(), site.lines);
    // By a link, so that a mistake replaces the link and not the device.
    symlink("/dev/full", site.file("full")).unwrap();
    fail(&site.export(&site.file("full")), "/full: No space left on device");
    assert!(site.file("full").is_symlink());
    site.assert_names(&["full", "pipe"]);
}

#[test]
fn descriptors_are_written_in_place() {
    let site = Site::new();
    // Standard output, as a pipe and as a file. The report must not follow the lines.
    let piped = run(&site.export(Path::new("/proc/self/fd/1")));
    assert_eq!(piped.out, site.lines);
    assert!(piped.err.contains("Exported \"news\""), "{}", piped.err);
    symlink("/dev/stdout", site.file("link")).unwrap();
    assert_eq!(run(&site.export(&site.file("link"))).out, site.lines);
    for (line, file) in [
        ("echo before >out; \"$@\" >>out", "/proc/self/fd/1"),
        ("echo before >out; \"$@\" 3>>out", "/proc/self/fd/3"),
        // A pipe, as with bash's >(gzip).
        ("echo before >out; { \"$@\" 3>&1 >report; } | cat >>out; rm report", "/proc/self/fd/3"),
    ] {
        site.shell(line, file).assert_success();
        let expected = format!("before\n{}", site.lines);
        assert_eq!(fs::read_to_string(site.file("out")).unwrap(), expected, "{line}");
    }
    site.assert_names(&["link", "out"]);
}

#[test]
fn a_failed_export_leaves_the_old_file_and_no_other() {
    let site = Site::new();
    fs::write(site.file("news.jsonl"), "old").unwrap();
    // Without SIGXFSZ, a write beyond the limit fails with an error, as on a full disk.
    let run = site.shell("trap '' XFSZ; ulimit -f 0; exec \"$@\"", "news.jsonl");
    run.assert_refused("--jsonl: cannot write news.jsonl: File too large");
    assert_eq!(fs::read_to_string(site.file("news.jsonl")).unwrap(), "old");
    site.assert_names(&["news.jsonl"]);
    fail(
        &site.export(Path::new("/no/such/folder/news.jsonl")),
        "cannot create a file beside /no/such/folder/news.jsonl",
    );
}

#[test]
fn a_folder_has_no_lines() {
    let site = Site::new();
    let folder = site.folder.path().to_str().unwrap();
    let options = words(&["import", "--jsonl", folder, "--to", &url(&site.server), "--key", "x"]);
    fail(&options, &format!("--jsonl: cannot read {folder}: Is a directory"));
    let missing =
        words(&["import", "--jsonl", "/no/such", "--to", &url(&site.server), "--key", "k"]);
    fail(&missing, "cannot open /no/such");
}
