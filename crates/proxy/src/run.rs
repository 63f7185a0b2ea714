//! Commands of sites: which parts each goes to, and how their replies become one.

use std::rc::Rc;

use bytes::Bytes;

use crate::create::create;
use crate::form::Form;
use crate::job::{Job, Reply};
use crate::proxy::Proxy;
use crate::table::{Join, Route, Spec};
use crate::words::Words;
use crate::{affinity, changes, export, join, page, rank, walk};

/// Runs a command of a site with the key that is its second word.
pub async fn run(proxy: Rc<Proxy>, spec: &'static Spec, line: Rc<[Bytes]>, resp3: bool) -> Reply {
    let reply = run_once(Rc::clone(&proxy), spec, Rc::clone(&line), resp3).await;
    or_anew(reply, proxy, spec, line, resp3).await
}

/// Returns the reply to a command, which is run anew if its site was replaced meanwhile.
pub async fn or_anew(
    reply: Reply,
    proxy: Rc<Proxy>,
    spec: &'static Spec,
    line: Rc<[Bytes]>,
    resp3: bool,
) -> Reply {
    match reply {
        Err(error) if proxy.sites.is_outdated(&proxy.cluster, &line, &error).await => {
            run_once(proxy, spec, line, resp3).await
        }
        reply => reply,
    }
}

async fn run_once(proxy: Rc<Proxy>, spec: &'static Spec, line: Rc<[Bytes]>, resp3: bool) -> Reply {
    let key = line.get(1).cloned().unwrap_or_default();
    if spec.name == "ARTICLE.CREATE" {
        return create(&proxy, &key, &line, resp3).await;
    }
    let site = proxy.sites.open(&proxy.cluster, &key).await?;
    let only = site.only_part(spec, &line);
    let job = Job { proxy, site, spec, line, resp3 };
    if let Some(part) = only {
        return job.raw(part).await;
    } else if spec.name == "ARTICLE.LOAD" {
        return export::load(&job).await;
    }
    let is_form = |form: &Bytes| Form::NAMES.iter().any(|name| form.eq_ignore_ascii_case(name));
    let words = Words::parse(spec, &job.line);
    let words = words.filter(|words| words.first("FORMAT").is_none_or(is_form));
    let words = job.valid(words).await?;
    if let Some(id) = words.first("BELOW") {
        return job.raw(job.site.part_of(id)).await;
    }
    let is = |at, word: &[u8]| words.arg(at).eq_ignore_ascii_case(word);
    match spec.route {
        Route::Id(at) => job.raw(job.site.part_of(words.arg(at))).await,
        // Groups and users are muted in every part.
        Route::Ids(4, join) if is(4, b"ALL") || join == Join::Most && !is(3, b"ID") => {
            join::joined(&job, &words, join).await
        }
        Route::Ids(at, join) => job.ids(&words, at, join).await,
        Route::All(join) => join::joined(&job, &words, join).await,
        Route::Walk(at) => walk::walk(&job, &words, at).await,
        Route::Page(at) => page::page(&job, &words, at).await,
        Route::Post => post(&job, &words).await,
        Route::Own | Route::Refused => match spec.name.as_str() {
            "ARTICLE.RANK" => rank::rank(&job, &words).await,
            "ARTICLE.AFFINITY" => affinity::affinity(&job, &words).await,
            "ARTICLE.EXPORT" => export::export(&job, &words).await,
            _ => changes::changes(&job, &words).await,
        },
    }
}

/// Posts to the part of the id or of the link, which must exist.
async fn post(job: &Job, words: &Words) -> Reply {
    let (parts, link) = (job.site.parts.len(), words.arg(4));
    let part = match words.first("ID") {
        Some(id) => job.site.part_of(id),
        None if link.is_empty() => job.proxy.turn() % parts,
        None => crc32fast::hash(link) as usize % parts,
    };
    job.ask(part, words.with("XX", &[""; 0]).line(), job.resp3).await
}
