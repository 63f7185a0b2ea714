//! Puts other bytes into the payload of DUMP, with correct lengths and checksum, so that the bytes
//! reach the module.

/// The length of a value's type, with the module's name and encoding version.
const HEAD: usize = 10;
/// The length of the server's format version and the checksum.
const FOOT: usize = 10;
/// The opcode that precedes a string.
const STRING: u8 = 5;
/// The opcode that ends the module's part.
const END: u8 = 0;

/// The parts of a dump.
#[derive(Clone, Debug)]
pub struct Payload {
    head: Vec<u8>,
    version: Vec<u8>,
    /// The site's bytes, as the module wrote them.
    pub site: Vec<u8>,
}

impl Payload {
    /// Splits a dump into its parts.
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

    /// Returns the same envelope around other bytes.
    pub fn with(&self, site: Vec<u8>) -> Self {
        Self { site, ..self.clone() }
    }

    /// Returns the dump without its foot, in chunks of at most `chunk` bytes.
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

    /// Returns the start of a dump, up to the length of the module's first string.
    pub fn head(&self) -> Vec<u8> {
        [&self.head[..], &[STRING]].concat()
    }

    /// Appends the foot to a body.
    pub fn signed(&self, mut body: Vec<u8>) -> Vec<u8> {
        body.extend_from_slice(&self.version);
        body.extend(crc64(&body).to_le_bytes());
        body
    }

    /// Returns the whole dump.
    pub fn dump(&self, chunk: usize) -> Vec<u8> {
        self.signed(self.body(chunk))
    }
}

/// Reads a length of the server's format. Returns it and the rest.
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

/// Writes a length in the server's format.
pub fn length_bytes(length: u64) -> Vec<u8> {
    match u32::try_from(length) {
        Ok(short @ 0..0x40) => vec![short as u8],
        Ok(short) => [&[0x80][..], &short.to_be_bytes()].concat(),
        Err(_) => [&[0x81][..], &length.to_be_bytes()].concat(),
    }
}

/// The checksum of each byte.
static CHECKSUMS: [u64; 256] = {
    const POLYNOMIAL: u64 = 0x95ac_9329_ac4b_c9b5;
    let mut checksums = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut crc, mut bit) = (byte as u64, 0);
        while bit < 8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ POLYNOMIAL } else { crc >> 1 };
            bit += 1;
        }
        checksums[byte] = crc;
        byte += 1;
    }
    checksums
};

/// Returns the server's checksum: the CRC-64 of D. T. Jones, reflected.
pub fn crc64(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |crc, byte| CHECKSUMS[usize::from(crc as u8 ^ byte)] ^ crc >> 8)
}
