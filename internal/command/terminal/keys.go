package terminal

import (
	"os"
	"sync"
	"unicode/utf8"

	"golang.org/x/term"
)

// Key is a key that was pressed: a character, or one of the constants.
type Key rune

// Keys that are no characters of a text.
const (
	Enter     Key = '\r'
	Tab       Key = '\t'
	Backspace Key = 127
	Escape    Key = 27
	Interrupt Key = 3  // Ctrl-C
	Stop      Key = 26 // Ctrl-Z
)

// Keys that a terminal sends as a sequence. They are no characters of Unicode.
const (
	Up Key = utf8.MaxRune + 1 + iota
	Down
	Left
	Right
	ShiftTab
	unknownKey
)

// Keyboard is a terminal from which keys come one by one, not line by line, and without
// showing what is typed.
type Keyboard struct {
	tty    *os.File
	before *term.State
	once   sync.Once
	keys   chan Key
}

// OpenKeyboard takes the keyboard of a terminal over until Close; Ctrl-C and Ctrl-Z are keys from then
// on. The error says why that is not possible, such as that the file is no terminal.
func OpenKeyboard(tty *os.File) (*Keyboard, error) {
	before, err := term.MakeRaw(int(tty.Fd()))
	if err != nil {
		return nil, err
	}
	k := &Keyboard{tty: tty, before: before, keys: make(chan Key, 64)}
	go k.read()
	return k, nil
}

// Close gives the keyboard back as it was. A second Close does nothing.
func (k *Keyboard) Close() {
	k.once.Do(k.restore)
}

// restore gives the keyboard back, and takeOver takes it. The terminal may be gone.
func (k *Keyboard) restore()  { _ = term.Restore(int(k.tty.Fd()), k.before) }
func (k *Keyboard) takeOver() { _, _ = term.MakeRaw(int(k.tty.Fd())) }

// Keys returns the keys that were pressed, in their order. The channel is closed when the
// terminal is.
func (k *Keyboard) Keys() <-chan Key { return k.keys }

// read goes on until the terminal is closed or the program ends.
func (k *Keyboard) read() {
	defer close(k.keys)
	var rest []byte
	for buffer := make([]byte, 256); ; {
		n, err := k.tty.Read(buffer)
		if err != nil {
			return
		}
		rest = append(rest, buffer[:n]...)
		for len(rest) > 0 {
			key, size := Decode(rest)
			if size == 0 {
				break // the end of a character is on its way
			}
			if rest = rest[size:]; key != unknownKey {
				k.keys <- key
			}
		}
	}
}

// sequences lists the codes that terminals send for keys without a character.
var sequences = map[string]Key{
	"\x1b[A": Up, "\x1bOA": Up, "\x1b[B": Down, "\x1bOB": Down,
	"\x1b[C": Right, "\x1bOC": Right, "\x1b[D": Left, "\x1bOD": Left, "\x1b[Z": ShiftTab,
}

// Decode returns the first key in what a terminal sent, and its size in bytes; 0 where a
// character is not whole.
func Decode(b []byte) (k Key, size int) {
	if b[0] == byte(Escape) && len(b) > 1 && (b[1] == '[' || b[1] == 'O') {
		for i := 2; i < len(b); i++ {
			if b[i] >= '@' && b[i] <= '~' { // the end of a sequence
				if k, ok := sequences[string(b[:i+1])]; ok {
					return k, i + 1
				}
				return unknownKey, i + 1
			}
		}
		return unknownKey, len(b)
	}
	if !utf8.FullRune(b) {
		return 0, 0
	}
	r, size := utf8.DecodeRune(b)
	switch r {
	case '\n':
		r = rune(Enter)
	case '\b':
		r = rune(Backspace)
	}
	return Key(r), size
}
