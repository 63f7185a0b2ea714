//! New ids for lines whose articles and comments are numbered separately.

use test_support::Server;

use crate::guide::blocks;
use crate::harness::{Address, Folder, Run, kill_when, last_id, run, run_any, try_import};
use crate::servers::empty_site;

const CSV: &str = "kind,old_id,new_id\n";
/// From when times are counted.
const BEGIN: i64 = 1_700_000_000;

fn import(site: &Server, folder: &Folder, lines: &str) -> Run {
    folder.write("lines", lines);
    let [lines, ids] = ["lines", "ids.csv"].map(|name| folder.file(name));
    run_any(&format!("import --jsonl {lines} --map-ids {ids} --to {} --key news", site.url()))
}

/// Returns the line of an article of a time.
fn article(id: u64, time: i64) -> String {
    let time = BEGIN + time;
    format!("[\"ARTICLE\",{id},\"ann\",\"A{id}\",\"\",\"TIME\",{time},\"CLOSES\",4000000000]\n")
}

/// Returns the line of an answer.
fn comment(id: u64, to: &str, time: i64) -> String {
    let time = BEGIN + time;
    format!(
        "[\"COMMENT\",{id},\"bob\",\"{to}\",\"C{id}\",\"TIME\",{time},\"CLOSES\",4000000000]\n"
    )
}

#[test]
fn two_sequences_of_ids_become_one() {
    let ((site, mut c), folder) = (empty_site(), Folder::new());
    let lines = [
        "[\"CREATE\"]\n".to_owned(),
        comment(7, "comment:9", 40),
        article(7, 30),
        comment(9, "article:7", 20),
        article(8, 10),
        "[\"PLACE\",\"comment:10\",\"article:8\",\"TIME\",1700000015]\n".to_owned(),
        comment(11, "comment:10", 15),
        "[\"MARKS\",\"ann\",\"saved\",[\"article:7\",\"comment:7\",\"comment:99\",-2,\"article:8\"]]\n"
            .to_owned(),
    ];
    let report = import(&site, &folder, &lines.concat());
    report.assert_success();
    assert_eq!(report.numbers(["articles", "comments", "ids on lists"]), [2, 3, 3]);
    report.assert_lines(&["1 ids on lists that no line has: left out"]);
    let expected =
        "article,8,1\ncomment,10,2\ncomment,11,3\narticle,7,4\ncomment,9,5\ncomment,7,6\n";
    assert_eq!(folder.read("ids.csv"), format!("{CSV}{expected}"));
    assert_eq!(c.ids("ARTICLE.THREAD news 4"), [5, 6]);
    assert_eq!(c.ids("ARTICLE.MARKED news ann saved 1"), [1, 6, 4]);
    c.check("news");
}

#[test]
fn lines_that_do_not_fit_together_are_named() {
    let ((site, mut c), folder) = (empty_site(), Folder::new());
    let head = "[\"CREATE\"]\n".to_owned() + &article(1, 10);
    for (line, message) in [
        (article(1, 20), "line 3: a line before has article 1, too"),
        (comment(1, "article:2", 20), "line 3: no line has the article 2 that it answers"),
        (comment(1, "comment:1", 20), "line 3: it answers itself"),
        (
            comment(1, "comment:2", 20) + &comment(2, "comment:1", 20),
            "it answers itself, perhaps through others",
        ),
        (comment(1, "1", 20), "is named as article:17 or comment:17"),
        (comment(9_223_372_036_854_775_808, "article:1", 20), "line 3: a number must be"),
        ("[\"VOTERS\",1,\"UP\",[\"bob\"]]".to_owned(), "such a line cannot be"),
        ("[\"ARTICLE\",2,\"ann\",\"t\",\"\"]".to_owned(), "line 3: TIME is missing"),
        ("[\"ARTICLE\",2,\"ann\",\"\",\"\",\"TIME\",5]".to_owned(), "line 3: ERR"),
    ] {
        import(&site, &folder, &(head.clone() + &line)).assert_refused(message);
        assert_eq!((c.int("DBSIZE"), folder.names().len()), (0, 1), "{message}");
    }
}

#[test]
fn only_a_file_of_ids_is_replaced() {
    let ((site, mut c), folder) = (empty_site(), Folder::new());
    let lines = ["[\"CREATE\"]\n".to_owned(), article(1, 10)].concat();
    let piped = try_import(&site, "news", "--map-ids ids", &lines);
    piped.assert_refused("must be a file");
    folder.write("ids.csv", "precious");
    import(&site, &folder, &lines).assert_refused("does not begin with kind,old_id,new_id");
    assert_eq!((folder.read("ids.csv").as_str(), c.int("DBSIZE")), ("precious", 0));
    folder.write("ids.csv", &format!("{CSV}article,2,5\n"));
    import(&site, &folder, &lines).assert_success();
    assert_eq!(folder.read("ids.csv"), format!("{CSV}article,1,1\n"));
}

#[test]
fn interrupted_imports_continue_with_the_same_ids() {
    let ((site, mut c), folder) = (empty_site(), Folder::new());
    let lines = (1..=20_000).map(|id| article(id, -(id as i64)));
    folder.write("rows", &("[\"CREATE\"]\n".to_owned() + &lines.collect::<String>()));
    let (rows, ids) = (folder.file("rows"), folder.file("ids.csv"));
    let to = site.url();
    let line = format!("import --jsonl {rows} --map-ids {ids} --to {to} --key news");
    kill_when(&line, || last_id(&mut c, "{news}:import") > 0 || last_id(&mut c, "news") > 0);
    c.run("DEL news");
    run(&line);
    assert_eq!(c.article("news", 1).text("title"), "A20000");
    assert_eq!(c.info("news").int("articles"), 20_000);
    c.check("news");
}

#[test]
fn the_example_of_the_guide_is_right() {
    let ((site, mut c), folder) = (empty_site(), Folder::new());
    const SECTION: &str = "### One sequence of ids from two";
    import(&site, &folder, &blocks(SECTION, "json").concat()).assert_success();
    assert_eq!(folder.read("ids.csv"), blocks(SECTION, "").concat());
    c.check("news");
}
