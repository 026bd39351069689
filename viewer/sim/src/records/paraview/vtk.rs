//! Files of VTK's XML formats, their arrays appended as raw little-endian values, each after its length in bytes.

use std::fmt::Write as _;
use std::io::{self, Write};

/// Values that are converted at once.
const CHUNK: usize = 1 << 14;

/// Values of one array.
#[derive(Debug, Clone, Copy)]
pub(super) enum Values<'a> {
    Float32(&'a [f32]),
    UInt16(&'a [u16]),
    Int32(&'a [i32]),
}

impl Values<'_> {
    fn kind(&self) -> &'static str {
        match self {
            Self::Float32(_) => "Float32",
            Self::UInt16(_) => "UInt16",
            Self::Int32(_) => "Int32",
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Float32(values) => 4 * values.len(),
            Self::UInt16(values) => 2 * values.len(),
            Self::Int32(values) => 4 * values.len(),
        }
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        fn all<V: Copy, const N: usize>(
            values: &[V],
            bytes: impl Fn(V) -> [u8; N],
            out: &mut impl Write,
        ) -> io::Result<()> {
            values.chunks(CHUNK).try_for_each(|chunk| {
                out.write_all(&chunk.iter().flat_map(|value| bytes(*value)).collect::<Vec<u8>>())
            })
        }
        out.write_all(&(self.bytes() as u64).to_le_bytes())?;
        match self {
            Self::Float32(values) => all(values, f32::to_le_bytes, out),
            Self::UInt16(values) => all(values, u16::to_le_bytes, out),
            Self::Int32(values) => all(values, i32::to_le_bytes, out),
        }
    }
}

/// The arrays of a file, in the order of their values.
#[derive(Debug, Default)]
pub(super) struct Arrays<'a> {
    values: Vec<Values<'a>>,
    bytes: usize,
}

impl<'a> Arrays<'a> {
    /// Adds an array with a number of components a point or cell; returns its tag, for the text of the file.
    pub(super) fn add(&mut self, name: &str, components: usize, values: Values<'a>) -> String {
        let mut tag = format!(r#"<DataArray type="{}" Name="{name}" "#, values.kind());
        if components > 1 {
            write!(tag, r#"NumberOfComponents="{components}" "#).expect("a string takes all text");
        }
        let offset = self.bytes;
        write!(tag, r#"format="appended" offset="{offset}"/>"#).expect("a string takes all text");
        self.bytes += 8 + values.bytes();
        self.values.push(values);
        tag
    }

    /// Writes a file of a format such as `ImageData` with a note for those who open it, its text, and the arrays.
    pub(super) fn write(&self, out: &mut impl Write, format: &str, note: &str, text: &str) -> io::Result<()> {
        write!(
            out,
            "<?xml version=\"1.0\"?>\n<!-- {note} -->\n\
             <VTKFile type=\"{format}\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n{text}  \
             <AppendedData encoding=\"raw\">\n_"
        )?;
        self.values.iter().try_for_each(|values| values.write(out))?;
        out.write_all(b"\n  </AppendedData>\n</VTKFile>\n")
    }
}
