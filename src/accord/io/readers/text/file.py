"""Text files of any encoding, as UTF-8."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator
from pathlib import Path

from accord.errors import EncodingError, NotATableError, OptionError

__all__ = ["MAX_LINE", "TextFile", "detected_encoding", "line_too_long", "open_text"]

HEAD = 1 << 18  # bytes by which the dialect is detected
FEW_LINES = 3  # a header, and rows by which types are recognised
TAIL = 1 << 13  # bytes at the end of a file, in which rows below the table are looked for
MAX_TRIMMED = 1 << 26  # bytes of a file whose rows below the table are left out
CHUNK = 1 << 20  # bytes that are processed at a time, so that they stay in the cache
MAX_LINE = 1 << 24  # bytes


def open_text(path: Path, stated: str | None) -> TextFile:
    """Return a text file with its stated or detected encoding."""
    encoding = stated or detected_encoding(path)
    try:
        "".encode(encoding)
    except LookupError:
        raise OptionError(
            f"there is no encoding {encoding!r}.",
            option="encoding",
            value=encoding,
            remedy="Try utf-8 or latin-1.",
        ) from None
    utf8 = codecs.lookup(encoding).name in ("utf-8", "ascii", "utf-8-sig")
    return TextFile(path, encoding, utf8)


class TextFile:
    """A text file as UTF-8 bytes, converted from other encodings."""

    def __init__(self, path: Path, encoding: str, utf8: bool) -> None:
        self.path = path
        self.encoding = encoding
        self.utf8 = utf8
        self.skip = 0  # lines at the top that are not part of the table
        self.old_mac = False  # whether lines end in a bare carriage return
        self.kept: bytes | None = None  # the text as UTF-8 without rows below the table

    @property
    def is_short(self) -> bool:
        """Whether the first rows are all rows."""
        return self.path.stat().st_size <= HEAD

    def tail(self) -> str:
        """Return the last lines of the file; none of a large one."""
        size = self.path.stat().st_size
        if size > MAX_TRIMMED:
            return ""
        if self.utf8 and size > 2 * TAIL:
            with self.path.open("rb") as stream:
                stream.seek(size - TAIL)
                end = stream.read().decode("utf-8", errors="replace")
            if '"' not in end:  # a quoted field may hold lines that are no rows
                return end.partition("\n")[2].replace("\r", "")
            if size > HEAD:
                return ""
        return self.whole().replace("\r", "")

    def drop_lines(self, count: int) -> None:
        """Leave out the last lines that are not blank."""
        lines = self.whole().splitlines(keepends=True)
        while lines and count:
            count -= bool(lines.pop().strip())
        self.kept = "".join(lines).encode()

    def head(self) -> str:
        """Return whole lines from the start of the file, about as many as fit in HEAD bytes."""
        size = self.path.stat().st_size
        for reach in (HEAD, MAX_LINE):
            start = next(self._pieces(reach), "").removeprefix("\ufeff")
            if "\r" in start and "\n" not in start:
                self.old_mac = True
                start = start.replace("\r", "\n")
            if size <= reach:
                return start
            if start.count("\n") >= FEW_LINES or (reach == MAX_LINE and "\n" in start):
                return start[: start.rfind("\n") + 1]
        raise line_too_long(self.path)

    def _pieces(self, size: int) -> Iterator[str]:
        """Yield pieces of decoded text, of about so many bytes."""
        decoder = codecs.getincrementaldecoder(self.encoding)()
        with self.path.open("rb") as stream:
            try:
                while piece := stream.read(size):
                    yield decoder.decode(piece)
                decoder.decode(b"", final=True)
            except UnicodeError as error:
                raise self._not_text(error) from None

    def chunks(self) -> Iterator[bytes]:
        """Yield chunks of UTF-8, without a byte order mark and the lines to skip."""
        if self.kept is not None:
            yield self.kept
            return
        for number, chunk in enumerate(self._utf8_chunks()):
            piece = chunk.replace(b"\r", b"\n") if self.old_mac else chunk
            if number == 0:
                piece = piece.removeprefix(codecs.BOM_UTF8)
                for _ in range(self.skip):
                    piece = piece.partition(b"\n")[2]
            yield piece

    def _utf8_chunks(self) -> Iterator[bytes]:
        if not self.utf8:
            yield from (piece.encode() for piece in self._pieces(CHUNK))
            return
        with self.path.open("rb") as stream:
            while chunk := stream.read(CHUNK):
                yield chunk

    def whole(self) -> str:
        """Return the whole text."""
        try:
            return b"".join(self.chunks()).decode()
        except UnicodeDecodeError as error:
            raise self._not_text(error) from None

    def _not_text(self, error: UnicodeError) -> EncodingError:
        return EncodingError(
            f"the file is not {self.encoding} text: {error}.",
            file=str(self.path),
            remedy="State its encoding (--encoding), such as latin-1.",
        )

    def for_polars(self) -> Path | io.BytesIO:
        """Return what Polars scans: the file if it is UTF-8 throughout, else the converted text."""
        if self.utf8 and not self.skip and not self.old_mac and self.kept is None:
            return self.path
        return io.BytesIO(b"".join(self.chunks()))


def line_too_long(source: str | Path) -> NotATableError:
    """Return the error for a line that no text table has."""
    return NotATableError(
        f"a line is longer than {MAX_LINE // 2**20} MB.",
        file=str(source),
        remedy="Check that this is a text table and that quotes match.",
    )


def detected_encoding(path: Path) -> str:
    """Return the encoding: by the byte order mark, UTF-8 if the file is valid, else Latin-1."""
    with path.open("rb") as stream:
        start = stream.read(HEAD)
        if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return "utf-16"
        zeros = start.count(0)
        if zeros > len(start) // 4:  # every other byte of plain text in UTF-16
            return "utf-16-le" if start[1::2].count(0) > start[::2].count(0) else "utf-16-be"
        if zeros:
            raise NotATableError(
                "the file has NUL bytes, so it is not a text table.",
                file=str(path),
                remedy="Save it as CSV, TSV, Parquet or JSON lines.",
            )
        decoder = codecs.getincrementaldecoder("utf-8")()
        try:
            while start:
                if not start.isascii() or decoder.getstate()[0]:
                    decoder.decode(start)
                start = stream.read(CHUNK)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            return "latin-1"
    return "utf-8"
