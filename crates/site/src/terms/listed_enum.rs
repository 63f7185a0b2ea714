//! Enums with the list of their variants and their names.

/// Defines an enum, the list of all its variants, and the name of each in commands and replies.
///
/// ```
/// article_site::listed_enum! {
///     /// A color.
///     pub enum Color {
///         /// Like fire.
///         Red = "RED",
///         /// Like water.
///         Blue = "BLUE",
///     }
/// }
///
/// assert_eq!(Color::ALL, [Color::Red, Color::Blue]);
/// assert_eq!(Color::NAMES, ["RED", "BLUE"]);
/// assert_eq!(Color::named(b"BLUE"), Some(Color::Blue));
/// assert_eq!(Color::Red.name(), "RED");
/// ```
#[macro_export]
macro_rules! listed_enum {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $enum:ident {
            $($(#[$variant_attribute:meta])* $variant:ident = $name:literal,)+
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $visibility enum $enum {
            $($(#[$variant_attribute])* $variant,)+
        }

        impl $enum {
            /// Every variant, in the order of their declaration.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];
            /// The names, in the same order.
            pub const NAMES: [&'static str; Self::ALL.len()] = [$($name),+];

            /// Returns the name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// Returns the variant of a name, which must be written as in the list.
            pub fn named(name: &[u8]) -> Option<Self> {
                Self::ALL.into_iter().find(|variant| variant.name().as_bytes() == name)
            }
        }
    };
}
