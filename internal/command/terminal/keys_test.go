package terminal

import "testing"

func TestKeysAreDecoded(t *testing.T) {
	for text, want := range map[string][]Key{
		"q .":                {'q', ' ', '.'},
		"ä€":                 {'ä', '€'},
		"\x1b[A\x1bOB\x1b[Z": {Up, Down, ShiftTab},
		"\x1b":               {Escape},
		"\x1b[5~x":           {unknownKey, 'x'},
		"\t\r\n\b\x7f\x03":   {Tab, Enter, Enter, Backspace, Backspace, Interrupt},
		"a\xe2\x82":          {'a'}, // the rest of the character comes later
	} {
		var got []Key
		for b := []byte(text); len(b) > 0; {
			k, size := Decode(b)
			if size == 0 {
				break
			}
			got, b = append(got, k), b[size:]
		}
		if string(runes(got)) != string(runes(want)) {
			t.Errorf("%q: found %v, wanted %v", text, got, want)
		}
	}
}

func runes(keys []Key) (all []rune) {
	for _, k := range keys {
		all = append(all, rune(k)%1_000_000)
	}
	return all
}
