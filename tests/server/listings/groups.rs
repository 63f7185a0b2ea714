//! ARTICLE.GROUPS of many groups.

use test_support::*;

#[in_both_protocols]
fn the_first_thousand_groups_come_without_a_limit_and_ten_thousand_with_one(c: &mut Client) {
    c.run_all((0..320).map(|post| {
        let groups: Vec<_> = (0..32).map(|group| format!("{:05}", post * 32 + group)).collect();
        format!("ARTICLE.POST news alice t l GROUPS 32 {}", groups.join(" "))
    }));
    let all: Vec<_> = (0..10_240).map(|group| (format!("{group:05}"), 1)).collect();
    assert_eq!(c.groups("ARTICLE.GROUPS news"), all[..1_000]);
    assert_eq!(c.groups("ARTICLE.GROUPS news LIMIT 0 10000"), all[..10_000]);
    assert_eq!(c.groups("ARTICLE.GROUPS news LIMIT 10000 10000"), all[10_000..]);
    for count in ["10001", "-1", "9223372036854775807"] {
        let line = format!("ARTICLE.GROUPS news LIMIT 0 {count}");
        c.always_refused(&line, "ERR count must be an integer from 0 to 10000");
    }
}
