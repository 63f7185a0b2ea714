//! `ARTICLE.RANK`.

use article_site::{Direction, GroupName, ItemId, Order, StoredOrder};

use crate::commands::run::read::*;

/// Returns how many articles are ahead of an article.
pub struct Rank;

/// The article, and the order and articles among which it is ranked.
pub struct Request<'a> {
    id: Option<ItemId>,
    order: StoredOrder,
    direction: Direction,
    group: Option<GroupName<'a>>,
}

impl Read for Rank {
    const SPEC: Spec = Spec {
        name: c"article.rank",
        summary: c"Returns the number of articles ahead of an article.",
        complexity: c"O(log(N)) where N is the number of articles",
        arity: -3,
        flags: &[Flag::Fast],
        args: &[
            options::KEY,
            options::ID,
            Arg::new("order", ArgType::Keyword(&StoredOrder::NAMES)).after("BY").optional(),
            options::DIRECTION,
            options::GROUP.after("GROUP").optional(),
            options::FORMAT,
        ],
        reply: returns::one_of(&[
            returns::integer("The number of articles ahead of it, from 0."),
            returns::nil("It is not listed there."),
        ]),
        ..Spec::READ
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        let id = options::id(arguments)?;
        let (mut order, mut direction) = (Order::default(), Direction::Descending);
        let mut group = None;
        while let Some(option) = arguments.option()? {
            match option {
                "BY" => order = options::order(arguments)?,
                "ASC" => direction = Direction::Ascending,
                "DESC" => direction = Direction::Descending,
                "GROUP" => group = Some(options::group_name(arguments)?),
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { id, order: order.stored().ok_or(Error::Syntax)?, direction, group })
    }

    fn read(reading: Reading<'_>, request: Request<'_>, sink: &mut dyn Sink) -> Result<(), Error> {
        let Request { id, order, direction, group } = request;
        let found = reading.site().zip(id);
        let rank = found.and_then(|(site, id)| site.rank(id, order, direction, group));
        sink.optional(rank.map(|rank| rank as i64));
        Ok(())
    }
}
