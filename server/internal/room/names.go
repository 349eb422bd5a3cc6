package room

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/thicket-sim/thicket/internal/systems"
)

// lookAlikes are small letters that look like those of the Latin alphabet, or as digits do, by
// the confusables of Unicode (UTS 39): what people type, not all of them.
var lookAlikes = strings.NewReplacer(
	// Cyrillic
	"а", "a", "в", "b", "с", "c", "ԁ", "d", "е", "e", "ѐ", "e", "һ", "h", "і", "i", "ј", "j", "к", "k", "ӏ", "l", "м", "m",
	"н", "h", "о", "o", "р", "p", "ԛ", "q", "г", "r", "ѕ", "s", "т", "t", "у", "y", "ѵ", "v", "ԝ", "w", "х", "x", "ү", "y",
	// Greek
	"α", "a", "β", "b", "γ", "y", "ε", "e", "ζ", "z", "η", "n", "ι", "i", "κ", "k", "μ", "m", "ν", "v", "ο", "o", "ρ", "p",
	"τ", "t", "υ", "u", "χ", "x", "ϲ", "c", "ϳ", "j",
	// Armenian, Cherokee and others
	"ա", "w", "հ", "h", "ո", "n", "օ", "o", "ս", "u", "ց", "g", "ɑ", "a", "ɡ", "g", "ı", "i", "ɩ", "i", "ʋ", "v", "ꮯ", "c", "ꮪ", "s",
	// digits and signs
	"0", "o", "1", "l", "|", "l", "ꓲ", "l",
)

// maxMarksOfLetter is how many marks may stand above or below one letter: no language has more.
const maxMarksOfLetter = 3

// skeleton returns a text that names share which look alike: without case, marks and spaces, in
// Latin letters where there are ones of that form.
func skeleton(name string) string {
	bare := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) || unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(name))
	return strings.ReplaceAll(lookAlikes.Replace(bare), "i", "l") // a great I is an l in most fonts
}

// marked reports whether a letter of a name has more marks than letters have.
func marked(name string) bool {
	n := 0
	for _, r := range norm.NFD.String(name) {
		if !unicode.Is(unicode.Mn, r) {
			n = 0
			continue
		}
		if n++; n > maxMarksOfLetter {
			return true
		}
	}
	return false
}

// nameFor returns the name that a person gets who wants one: that, with a number where somebody
// has it already. A name that looks like one of somebody else's, or like that of a bot, is
// refused.
func (s seats) nameFor(wanted string, classes []systems.Class) (string, error) {
	wanted = norm.NFC.String(wanted)
	if marked(wanted) {
		return "", fmt.Errorf("the name: more than %d marks on a letter", maxMarksOfLetter)
	}
	if class := botNamed(wanted, classes); class != "" {
		return "", fmt.Errorf("%q is a name of bots: those of class %q are called so", wanted, class)
	}
	taken := map[string]bool{}
	for _, p := range s {
		taken[fold(p.name)] = true
	}
	if looks := skeleton(wanted); !taken[fold(wanted)] {
		for _, p := range s {
			if skeleton(p.name) == looks {
				return "", fmt.Errorf("%q looks like %q, who is here", wanted, p.name)
			}
		}
		return wanted, nil
	}
	for n := 2; ; n++ {
		if name := fmt.Sprintf("%s (%d)", wanted, n); !taken[fold(name)] {
			return name, nil
		}
	}
}

// fold returns a name without case and with single spaces.
func fold(name string) string {
	return strings.Join(strings.Fields(strings.ToLower(norm.NFKC.String(name))), " ")
}

// botNamed returns the class of which a bot could be called so, or look so; empty for none.
func botNamed(name string, classes []systems.Class) string {
	looks := skeleton(name)
	last, _ := utf8.DecodeLastRuneInString(name)
	for _, c := range classes {
		base := skeleton(c.Name)
		rest, ok := strings.CutPrefix(looks, base)
		_, err := strconv.Atoi(digits.Replace(rest))
		if ok && (rest == "" || err == nil && unicode.IsDigit(last)) {
			return c.Name
		}
	}
	return ""
}

// digits turns letters back that a skeleton has for digits.
var digits = strings.NewReplacer("o", "0", "l", "1")
