package sections

import (
	"fmt"
	"hash/crc32"
	"strings"
)

// Format is a kind of file.
type Format struct {
	Kind  string // in the header: 1 to 8 letters
	Title string // for people: "save"
	// Oldest and Newest are the versions of its format that can be read, from 1. Newest
	// is written.
	Oldest, Newest uint32
	// Last is the end of the sentence that refuses an older one: with what it can be read.
	Last string
}

// MaxBlock is the largest block of data, in bytes. Writer and Reader hold about one at a
// time.
const MaxBlock = 1 << 20

// MaxName is the longest name of a section, in bytes.
const MaxName = 32

const (
	magic      = "\x93THK\r\n\x1a\n"
	kindSize   = 8
	headerSize = len(magic) + kindSize + 4 + 4
	blockSize  = 1 + 1 + 4 + 4 // without name and checksum

	packed = 1 << 0
	begins = 1 << 1
	ends   = 1 << 2

	end = "end" // the name of the last section
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Error tells what is wrong with a file.
type Error struct {
	At  int64 // bytes from the beginning of the file
	Msg string
	// Cut says that the tail of the file is missing, as after a crash of the program
	// that wrote it. The sections before are whole.
	Cut bool
}

// Error says what is wrong and where.
func (e *Error) Error() string { return fmt.Sprintf("byte %d: %s", e.At, e.Msg) }

// checkName refuses what is no name of a section.
func checkName(name string) error {
	if name == "" || len(name) > MaxName {
		return fmt.Errorf("a section's name of %d bytes, wanted 1 to %d", len(name), MaxName)
	}
	for i := range len(name) {
		if c := name[i]; !isNameByte(c) {
			return fmt.Errorf("the section's name %q, wanted letters, digits, dots, dashes and underscores", name)
		}
	}
	return nil
}

func isNameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("._-", c) >= 0
}
