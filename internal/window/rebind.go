package window

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// stroke is a key as people name it: by what it types where it types something, wherever
// that is on the keyboard, else by its own name.
type stroke struct {
	char rune       // in lower case; 0 for a key that types nothing
	key  ebiten.Key // or noKey
	name string
}

// strokes are the keys that type nothing, or a space, by name.
var strokes = map[string]ebiten.Key{
	"Space": ebiten.KeySpace, "Tab": ebiten.KeyTab, "Esc": ebiten.KeyEscape, "Enter": ebiten.KeyEnter,
	"Backspace": ebiten.KeyBackspace, "Delete": ebiten.KeyDelete, "Insert": ebiten.KeyInsert,
	"Home": ebiten.KeyHome, "End": ebiten.KeyEnd, "PageUp": ebiten.KeyPageUp, "PageDown": ebiten.KeyPageDown,
	"Left": ebiten.KeyLeft, "Right": ebiten.KeyRight, "Up": ebiten.KeyUp, "Down": ebiten.KeyDown,
	"F1": ebiten.KeyF1, "F2": ebiten.KeyF2, "F3": ebiten.KeyF3, "F4": ebiten.KeyF4, "F5": ebiten.KeyF5, "F6": ebiten.KeyF6,
	"F7": ebiten.KeyF7, "F8": ebiten.KeyF8, "F9": ebiten.KeyF9, "F10": ebiten.KeyF10, "F11": ebiten.KeyF11, "F12": ebiten.KeyF12,
}

// stroke returns the stroke of a binding as it is at first: what its name types, or its key.
func (b *binding) stroke() stroke {
	s := stroke{key: b.key, name: b.name}
	if rs := []rune(b.name); len(rs) == 1 {
		s.char = unicode.ToLower(rs[0])
	}
	return s
}

// struck reports whether a stroke was made just now. A keyboard without Latin letters
// has the keys of letters where a US one has them.
func (s *stroke) struck(c controls, typed []rune) bool {
	if s.char == 0 {
		return s.key != noKey && c.pressed(s.key)
	}
	foreign := true
	for _, r := range typed {
		if unicode.ToLower(r) == s.char || r == '=' && s.char == '+' { // one key of many keyboards
			return true
		}
		foreign = foreign && r > unicode.MaxASCII
	}
	return foreign && s.key != noKey && c.pressed(s.key)
}

// keyOf returns the stroke that does what a binding says: its own, or that of Rebind.
func (fr *frame) keyOf(b *binding) stroke {
	if s, ok := fr.rebound[b.name]; ok {
		return s
	}
	return b.stroke()
}

// Rebind gives what a key does to another one: old is the key's name in the help as it is
// at first, and other a character or the name of a key that types none, such as F5. It
// fails for an old that does nothing, for another that is no key, and for one that does
// something already.
func (g *Game) Rebind(old, other string) error {
	at := slices.IndexFunc(bindings, func(b binding) bool { return strings.EqualFold(b.name, old) })
	if at < 0 {
		var all []string
		for i := range bindings {
			all = append(all, bindings[i].name)
		}
		return fmt.Errorf("no key %q does anything, wanted %s", old, markup.Or(all))
	}
	to, err := parseStroke(other)
	if err != nil {
		return err
	}
	for i := range bindings {
		if s := g.keyOf(&bindings[i]); i != at && s.name == to.name {
			return fmt.Errorf("%s does something already: %s", to.name, bindings[i].help)
		}
	}
	if g.rebound == nil {
		g.rebound = map[string]stroke{}
	}
	g.rebound[bindings[at].name] = to
	return nil
}

// parseStroke reads a character or the name of a key.
func parseStroke(s string) (stroke, error) {
	if rs := []rune(s); len(rs) == 1 && unicode.IsGraphic(rs[0]) && rs[0] != ' ' {
		return stroke{unicode.ToLower(rs[0]), noKey, strings.ToUpper(s)}, nil
	}
	var names []string
	for name, key := range strokes {
		if strings.EqualFold(name, s) {
			return stroke{0, key, name}, nil
		}
		names = append(names, name)
	}
	slices.Sort(names)
	return stroke{}, fmt.Errorf("%q is no key, wanted a character or %s", s, markup.Or(names))
}
