"""The types of arguments that are not lists of words."""

from collections.abc import Mapping
from typing import TypeAlias

Text: TypeAlias = str | bytes
# Not Sequence: a str is one, too.
Texts: TypeAlias = list[str] | list[bytes] | list[Text] | tuple[Text, ...]
Ids: TypeAlias = list[int] | tuple[int, ...]
Fields: TypeAlias = Mapping[str, Text] | Mapping[bytes, Text]
# A user and names of the user's lists: ("ann", ["read", "hidden"]).
UserLists: TypeAlias = tuple[Text, Texts]
