package sections

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// Writer writes a file, section by section. After an error of the writer below every call
// returns that error.
type Writer struct {
	to     io.Writer
	sum    uint32 // the last checksum
	held   []byte // of the section, not written yet
	name   string // of the section, until its first block is written
	open   bool   // a section has begun and has not ended
	closed bool
	out    []byte // a block
	small  []byte // packed data
	err    error
}

// NewWriter writes the header of a file.
func NewWriter(to io.Writer, f Format) (*Writer, error) {
	if len(f.Kind) == 0 || len(f.Kind) > kindSize || f.Newest == 0 {
		return nil, fmt.Errorf("sections: no kind of file: %+v", f)
	}
	header := make([]byte, 0, headerSize)
	header = append(header, magic...)
	header = append(header, f.Kind...)
	header = append(header, make([]byte, kindSize-len(f.Kind))...)
	header = binary.LittleEndian.AppendUint32(header, f.Newest)
	w := &Writer{to: to}
	w.sum = crc32.Checksum(header, castagnoli)
	header = binary.LittleEndian.AppendUint32(header, w.sum)
	_, w.err = to.Write(header)
	return w, w.err
}

// Section writes a whole section; nothing of it is held back when Section returns.
func (w *Writer) Section(name string, data []byte) error {
	if err := w.Begin(name); err != nil {
		return err
	}
	_, _ = w.Write(data) // End returns its error
	return w.End()
}

// Begin begins a section, whose data Write gives, up to End.
func (w *Writer) Begin(name string) error {
	err := checkName(name)
	if name == end {
		err = fmt.Errorf("the section's name %q, which Close writes", end)
	}
	if err != nil {
		return err
	}
	return w.begin(name)
}

func (w *Writer) begin(name string) error {
	switch {
	case w.err != nil:
	case w.closed:
		w.err = errors.New("sections: a section after Close")
	case w.open:
		w.err = fmt.Errorf("sections: section %q begins within another", name)
	}
	w.name, w.open = name, true
	return w.err
}

// Write adds data to the section that has begun.
func (w *Writer) Write(data []byte) (int, error) {
	if w.checkOpen(); w.err != nil {
		return 0, w.err
	}
	n := len(data)
	for len(w.held)+len(data) > MaxBlock {
		part := data[:MaxBlock-len(w.held)]
		data = data[len(part):]
		w.held = append(w.held, part...)
		w.block(0)
	}
	w.held = append(w.held, data...)
	return n, w.err
}

// End ends the section.
func (w *Writer) End() error {
	if w.checkOpen(); w.err == nil {
		w.block(ends)
	}
	w.open = false
	return w.err
}

func (w *Writer) checkOpen() {
	if !w.open && w.err == nil {
		w.err = errors.New("sections: no section has begun")
	}
}

// Close ends the file. It does not close the writer below.
func (w *Writer) Close() error {
	if w.closed {
		return w.err
	}
	err := w.begin(end)
	if err == nil {
		err = w.End()
	}
	w.closed = true
	return err
}

// block writes what is held as a block, and begins the section with it where that is due.
func (w *Writer) block(flags byte) {
	if w.err != nil {
		return
	}
	stored := w.held
	if w.small = encoder().EncodeAll(w.held, w.small[:0]); len(w.small) < len(w.held) {
		flags, stored = flags|packed, w.small
	}
	if w.name != "" {
		flags |= begins
	}
	b := append(w.out[:0], flags, byte(len(w.name)))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(w.held)))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(stored)))
	b = append(b, w.name...)
	w.sum = crc32.Update(w.sum, castagnoli, b)
	b = binary.LittleEndian.AppendUint32(b, w.sum)
	b = append(b, stored...)
	w.sum = crc32.Update(w.sum, castagnoli, stored)
	b = binary.LittleEndian.AppendUint32(b, w.sum)
	w.out, w.held, w.name = b, w.held[:0], ""
	_, w.err = w.to.Write(b)
}
