//! The lengths of commands and replies.

use redis::{Arg, Cmd, Value};

/// Returns the bytes of a command's name and arguments.
pub fn command_length(command: &Cmd) -> usize {
    let length = |arg: Arg<&[u8]>| if let Arg::Simple(text) = arg { text.len() } else { 0 };
    command.args_iter().map(length).sum()
}

pub fn reply_length(reply: &Value) -> usize {
    match reply {
        Value::BulkString(text) => text.len(),
        Value::SimpleString(text) => text.len(),
        Value::Array(items) => items.iter().map(reply_length).sum(),
        _ => 0,
    }
}
