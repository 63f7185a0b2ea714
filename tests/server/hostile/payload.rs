//! The envelope in which DUMP has a site's bytes, made anew around other bytes: with the right
//! lengths and checksum, so that the bytes reach the module.

/// The type of a value with the module's name and version of the format behind it.
const HEAD: usize = 10;
/// The version of the server's format and the checksum.
const FOOT: usize = 10;
/// A string follows.
const STRING: u8 = 5;
/// The module's part is over.
const END: u8 = 0;

/// A dump, taken apart.
#[derive(Clone, Debug)]
pub struct Payload {
    head: Vec<u8>,
    version: Vec<u8>,
    /// The site's bytes, as the module wrote them.
    pub site: Vec<u8>,
}

impl Payload {
    /// Takes a dump apart.
    pub fn of(dump: &[u8]) -> Self {
        let (head, rest) = dump.split_at(HEAD);
        let (mut chunks, foot) = rest.split_at(rest.len() - FOOT);
        let mut site = Vec::new();
        while let [STRING, rest @ ..] = chunks {
            let (len, rest) = length(rest);
            let (chunk, rest) = rest.split_at(len);
            site.extend_from_slice(chunk);
            chunks = rest;
        }
        assert_eq!(chunks, [END], "the end of the module's part");
        Self { head: head.to_vec(), version: foot[..2].to_vec(), site }
    }

    /// The same around other bytes.
    pub fn with(&self, site: Vec<u8>) -> Self {
        Self { site, ..self.clone() }
    }

    /// The dump in chunks of at most so many bytes, without its foot.
    pub fn body(&self, chunk: usize) -> Vec<u8> {
        let mut body = self.head.clone();
        for chunk in self.site.chunks(chunk) {
            body.push(STRING);
            body.extend(length_bytes(chunk.len() as u64));
            body.extend_from_slice(chunk);
        }
        body.push(END);
        body
    }

    /// What a dump begins with: the head, up to the length of the module's first string.
    pub fn head(&self) -> Vec<u8> {
        [&self.head[..], &[STRING]].concat()
    }

    /// A body with the foot that belongs to it.
    pub fn signed(&self, mut body: Vec<u8>) -> Vec<u8> {
        body.extend_from_slice(&self.version);
        body.extend(crc64(&body).to_le_bytes());
        body
    }

    /// The whole dump.
    pub fn dump(&self, chunk: usize) -> Vec<u8> {
        self.signed(self.body(chunk))
    }
}

/// Reads a length of the server's format; also gives what follows it.
fn length(bytes: &[u8]) -> (usize, &[u8]) {
    match bytes {
        [short @ 0..0x40, rest @ ..] => (usize::from(*short), rest),
        [high @ 0x40..0x80, low, rest @ ..] => {
            (usize::from(high & 0x3f) << 8 | usize::from(*low), rest)
        }
        [0x80, a, b, c, d, rest @ ..] => (u32::from_be_bytes([*a, *b, *c, *d]) as usize, rest),
        other => panic!("no length: {:?}", &other[..9]),
    }
}

/// A length in the server's format.
pub fn length_bytes(length: u64) -> Vec<u8> {
    match u32::try_from(length) {
        Ok(short @ 0..0x40) => vec![short as u8],
        Ok(short) => [&[0x80][..], &short.to_be_bytes()].concat(),
        Err(_) => [&[0x81][..], &length.to_be_bytes()].concat(),
    }
}

/// The server's checksum: the CRC of 64 bits of D. T. Jones, lowest bit first.
pub fn crc64(bytes: &[u8]) -> u64 {
    const POLYNOMIAL: u64 = 0x95ac_9329_ac4b_c9b5;
    bytes.iter().fold(0, |crc, byte| {
        (0..8).fold(crc ^ u64::from(*byte), |crc, _| {
            if crc & 1 == 1 { crc >> 1 ^ POLYNOMIAL } else { crc >> 1 }
        })
    })
}
