package sections

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/internal/ground/limit"
)

// Limits bounds what reading a file may cost. A field that is zero stands for its default.
type Limits struct {
	Sections int   // in the file
	Section  int64 // bytes that All returns, unpacked
	Total    int64 // bytes of all sections, unpacked
	Ratio    int64 // bytes that a byte of the file unpacks to, on average and beyond smallTotal
}

// The defaults have room for a save of ten million bots, and for a recording of days.
// What is packed without need, to fill the memory, unpacks to ten thousand bytes a byte.
var (
	maxSections = limit.New("recording.sections", 10_000_000, 1<<30, "sections", "sections of a recording", "the recording is refused, or ends there")
	maxSection  = limit.New("save.section", 4<<30, 1<<40, "bytes", "one section of a save, unpacked", "the save is refused")
	maxTotal    = limit.New("save.bytes", 64<<30, 1<<50, "bytes", "all sections of a save or a recording, unpacked", "the file is refused")
	maxRatio    = limit.New("save.ratio", 100, 1<<20, "bytes", "what a byte of a save or a recording unpacks to, on average and beyond the first 16 MB", "the file is refused")
)

// smallTotal limits what any file may unpack to.
const smallTotal = 16 << 20

func init() {
	limit.Fixed(MaxBlock, "it is part of the format", "save.block", "bytes", "one block of a section", "the file is refused")
	limit.Fixed(MaxName, "it is part of the format", "save.name", "bytes", "the name of a section", "the file is refused")
}

// LimitsOf returns the limits of files of sections.
func LimitsOf(v limit.Values) Limits {
	return Limits{Sections: maxSections.In(v), Section: maxSection.In64(v), Total: maxTotal.In64(v), Ratio: maxRatio.In64(v)}
}

func (lim Limits) orDefault() Limits {
	usual := LimitsOf(limit.Values{})
	return Limits{
		Sections: cmp.Or(lim.Sections, usual.Sections), Section: cmp.Or(lim.Section, usual.Section),
		Total: cmp.Or(lim.Total, usual.Total), Ratio: cmp.Or(lim.Ratio, usual.Ratio),
	}
}

// Reader reads a file, section by section. After an error every call returns that error.
type Reader struct {
	from     io.Reader
	lim      Limits
	version  uint32
	at       int64  // bytes read
	sum      uint32 // the last checksum
	err      error
	sections int
	total    int64  // bytes of data, unpacked
	name     string // of the section
	open     bool   // it has more blocks
	data     []byte // of the block, not handed out yet
	unpacked []byte // memory of data
	stored   bytes.Buffer
	head     [blockSize + MaxName + 4]byte
}

// NewReader reads the header of a file. What is refused is an
// [*Error], or an error of the reader below.
func NewReader(from io.Reader, f Format, lim Limits) (*Reader, error) {
	r := &Reader{from: from, lim: lim.orDefault()}
	if r.header(f); r.err != nil {
		return nil, r.err
	}
	return r, nil
}

// KindOf returns the kind of a file by how it begins; empty for one of another format.
func KindOf(from io.Reader) string {
	h := make([]byte, len(magic)+kindSize)
	if _, err := io.ReadFull(from, h); err != nil || !bytes.HasPrefix(h, []byte(magic)) {
		return ""
	}
	return strings.TrimRight(string(h[len(magic):]), "\x00")
}

// Version returns the version of the file's format.
func (r *Reader) Version() uint32 { return r.version }

// Next goes to the next section and gives its name; io.EOF after the last. What was not
// read of the section before is checked all the same.
func (r *Reader) Next() (name string, err error) {
	for r.open && r.err == nil {
		r.block()
	}
	r.data = nil
	if r.err != nil {
		return "", r.err
	}
	if r.block(); r.err == nil && r.name == end {
		r.finish()
	}
	if r.sections++; r.err == nil && r.sections > r.lim.Sections {
		r.fail(r.at, "more than %d sections", r.lim.Sections)
	}
	if r.err != nil {
		return "", r.err
	}
	return r.name, nil
}

// Read reads data of the section; io.EOF at its end.
func (r *Reader) Read(p []byte) (int, error) {
	for len(r.data) == 0 {
		switch {
		case r.err != nil:
			return 0, r.err
		case !r.open:
			return 0, io.EOF
		}
		r.block()
	}
	n := copy(p, r.data)
	r.data = r.data[n:]
	return n, nil
}

// All reads what is left of the section.
func (r *Reader) All() ([]byte, error) {
	var all [][]byte // put together at the end: a list that grows is copied many times
	for size := int64(0); ; {
		if size += int64(len(r.data)); size > r.lim.Section {
			return nil, r.fail(r.at, "section %q has more than %d bytes", r.name, r.lim.Section)
		}
		all = append(all, bytes.Clone(r.data))
		r.data = nil
		switch {
		case r.err != nil:
			return nil, r.err
		case !r.open:
			return slices.Concat(all...), nil
		}
		r.block()
	}
}

// Section goes to the next section, which must have this name, and reads all of it.
func (r *Reader) Section(name string) ([]byte, error) {
	at := r.at
	switch found, err := r.Next(); {
	case err == io.EOF:
		return nil, r.fail(at, "found the end, wanted section %q", name)
	case err != nil:
		return nil, err
	case found != name:
		return nil, r.fail(at, "found section %q, wanted %q", found, name)
	}
	return r.All()
}

// fail notes the first error.
func (r *Reader) fail(at int64, format string, args ...any) error {
	if r.err == nil || r.err == io.EOF {
		r.err = &Error{At: at, Msg: fmt.Sprintf(format, args...)}
	}
	return r.err
}

// header reads the header of the file.
func (r *Reader) header(f Format) {
	var h [headerSize]byte
	n, err := io.ReadFull(r.from, h[:])
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		r.err = err
		return
	}
	r.at = int64(n)
	begin := h[:min(n, len(magic))]
	sum := binary.LittleEndian.Uint32(h[headerSize-4:])
	switch {
	case n == 0:
		r.fail(0, "an empty file, wanted a %s", f.Title)
		return
	case !strings.HasPrefix(magic, string(begin)):
		r.fail(0, "no %s: it begins with %q, wanted %q", f.Title, begin, magic)
		return
	case n < headerSize:
		r.cut(0)
		return
	case sum != crc32.Checksum(h[:headerSize-4], castagnoli):
		r.damaged(0)
		return
	}
	r.sum = sum
	kind := strings.TrimRight(string(h[len(magic):len(magic)+kindSize]), "\x00")
	r.version = binary.LittleEndian.Uint32(h[len(magic)+kindSize:])
	readable := fmt.Sprintf("%d to %d", f.Oldest, f.Newest)
	if f.Oldest == f.Newest {
		readable = fmt.Sprint(f.Newest)
	}
	switch {
	case kind != f.Kind:
		r.fail(0, "a file of Thicket of the kind %q, wanted a %s", kind, f.Title)
	case r.version > f.Newest:
		r.fail(0, "made by a newer Thicket: format %d, this one reads %s", r.version, readable)
	case r.version < f.Oldest:
		r.fail(0, "made by an older Thicket: format %d, this one reads %s%s", r.version, readable, f.Last)
	}
}

// block reads a block.
func (r *Reader) block() {
	at, first := r.at, !r.open
	if !r.read(r.head[:2], at) {
		return
	}
	flags, size := r.head[0], int(r.head[1])
	if size > MaxName {
		r.damaged(at)
		return
	}
	h := r.head[:blockSize+size+4]
	if !r.read(h[2:], at) || !r.check(h, at) {
		return
	}
	raw, stored := binary.LittleEndian.Uint32(h[2:]), binary.LittleEndian.Uint32(h[6:])
	name := string(h[blockSize : blockSize+size])
	switch err := checkName(name); {
	case flags&^(packed|begins|ends) != 0:
		r.fail(at, "a block with the unknown flags %#x", flags)
	case first && flags&begins == 0:
		r.fail(at, "data outside of a section")
	case !first && flags&begins != 0:
		r.fail(at, "a section that begins within section %q", r.name)
	case first && err != nil:
		r.fail(at, "%v", err)
	case !first && size > 0:
		r.fail(at, "a block with a name within section %q", r.name)
	case raw > MaxBlock:
		r.fail(at, "a block of %d bytes, wanted at most %d", raw, MaxBlock)
	case flags&packed == 0 && stored != raw, flags&packed != 0 && stored >= raw:
		r.fail(at, "a block of %d bytes, stored as %d", raw, stored)
	case name == end && (raw > 0 || flags&ends == 0):
		r.fail(at, "a last section with data")
	case int64(raw) > r.lim.Total-r.total:
		r.fail(at, "more than %d bytes of data", r.lim.Total)
	case r.total+int64(raw) > smallTotal && (r.total+int64(raw)-smallTotal)/r.lim.Ratio > at:
		r.fail(at, "the first %d bytes unpack to more than %d each, wanted at most that (the limit save.ratio)", at, r.lim.Ratio)
	}
	if r.err != nil {
		return
	}
	if first {
		r.name = name
	}
	r.total += int64(raw)
	r.open = true // until the data are read
	if r.load(at, raw, stored, flags&packed != 0); r.err == nil {
		r.open = flags&ends == 0
	}
}

// load reads the data of a block.
func (r *Reader) load(at int64, raw, stored uint32, isPacked bool) {
	r.stored.Reset()
	n, err := r.stored.ReadFrom(io.LimitReader(r.from, int64(stored)+4))
	r.at += n
	switch {
	case err != nil:
		r.err = err
		return
	case n < int64(stored)+4:
		r.cut(at)
		return
	case !r.check(r.stored.Bytes(), at):
		return
	}
	data := r.stored.Bytes()[:stored]
	if isPacked {
		r.unpacked, err = decoder().DecodeAll(data, r.unpacked[:0])
		switch {
		case err != nil:
			r.fail(at, "cannot unpack section %q: %v", r.name, err)
			return
		case len(r.unpacked) != int(raw):
			r.fail(at, "section %q unpacks to %d bytes, wanted %d", r.name, len(r.unpacked), raw)
			return
		}
		data = r.unpacked
	}
	r.data = data
}

// finish checks that nothing follows the last section.
func (r *Reader) finish() {
	switch n, err := io.ReadFull(r.from, r.head[:1]); {
	case n > 0:
		r.fail(r.at, "something follows the end")
	case err != io.EOF:
		r.err = err
	default:
		r.err = io.EOF
	}
}

// read fills p.
func (r *Reader) read(p []byte, at int64) bool {
	n, err := io.ReadFull(r.from, p)
	r.at += int64(n)
	switch {
	case err == nil:
		return true
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		r.cut(at)
	default:
		r.err = err
	}
	return false
}

// check compares the checksum at the end of what was read.
func (r *Reader) check(p []byte, at int64) bool {
	n := len(p) - 4
	r.sum = crc32.Update(r.sum, castagnoli, p[:n])
	if r.sum != binary.LittleEndian.Uint32(p[n:]) {
		r.damaged(at)
		return false
	}
	return true
}

func (r *Reader) cut(at int64) {
	r.err = &Error{At: at, Msg: "the file is cut off " + r.place(), Cut: true}
}

func (r *Reader) damaged(at int64) { r.fail(at, "damaged: a checksum is wrong %s", r.place()) }

// place says where reading is.
func (r *Reader) place() string {
	switch {
	case r.name == "":
		return "before its first section"
	case r.open:
		return fmt.Sprintf("within section %q", r.name)
	}
	return fmt.Sprintf("after section %q", r.name)
}
