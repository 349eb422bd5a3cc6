// Package sections is the container of the files that hold a run: saves and recordings.
//
// A file is a header and a row of named sections. All numbers are little-endian.
//
//	header   8 bytes  93 54 48 4b 0d 0a 1a 0a
//	         8 bytes  the kind of file in ASCII, such as "save", filled up with zeros
//	         4 bytes  the version of that kind's format
//	         4 bytes  checksum
//	block    1 byte   flags: 1 the data are packed, 2 a section begins, 4 it ends with this block
//	         1 byte   length of the name: 1 to 32 where a section begins, else 0
//	         4 bytes  length of the data, at most 1 MiB
//	         4 bytes  length of the data as they are stored: the same unless packed, then less
//	         the name, of letters, digits, dots, dashes and underscores
//	         4 bytes  checksum
//	         the data, packed by zstd where that makes them shorter
//	         4 bytes  checksum
//	...
//	block    a section "end" without data, the last
//
// A section is the data of the blocks from its first to its last; a short one is one block.
// A checksum is CRC-32C (Castagnoli) of everything in the file before it and
// after the checksum before, and begins with that one's value: so a block that was left
// out, doubled or moved is found, too.
//
// A [Reader] takes nothing on trust: a length is used after its checksum was right and it
// is within the limits, and memory is reserved for data that are there. A file of another
// kind, of a newer format, damaged or with something after its end is refused with what is
// wrong and where. One whose tail is missing fails at the tail, with [Error.Cut]: the
// sections before are whole.
//
// Non-goals: what the sections mean, random access, and the repair of damage.
package sections
