//! `ARTICLE.RANK`.

use article_site::{Direction, GroupName, ItemId, Order, StoredOrder};

use crate::commands::arguments::Arguments;
use crate::commands::command::Command;
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::site_key::open;
use crate::commands::spec::{Access, Arg, ArgType, Flag, Spec};
use crate::ffi::{Args, Context};

/// Returns how many articles are ahead of an article.
pub struct Rank;

/// The article, and the order and articles among which it is ranked.
pub struct Request<'a> {
    id: Option<ItemId>,
    order: StoredOrder,
    direction: Direction,
    group: Option<GroupName<'a>>,
}

impl Command for Rank {
    const SPEC: Spec = Spec {
        name: c"article.rank",
        summary: c"Returns the number of articles ahead of an article.",
        complexity: c"O(log(N)) where N is the number of articles",
        since: c"0.2.0",
        arity: -3,
        access: Access::Read,
        flags: &[Flag::Fast],
        args: &[
            options::KEY,
            options::ID,
            Arg::new("order", ArgType::Keyword(&StoredOrder::NAMES)).after("BY").optional(),
            options::DIRECTION,
            options::GROUP.after("GROUP").optional(),
        ],
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

    fn run(context: &Context, args: Args, request: Request<'_>) -> Result<(), Error> {
        let Request { id, order, direction, group } = request;
        let key = open(context, args)?;
        let found = key.value().zip(id);
        match found.and_then(|(stored, id)| stored.site().rank(id, order, direction, group)) {
            Some(rank) => context.reply_integer(rank as i64),
            None => context.reply_null(),
        }
        Ok(())
    }
}
