package glossary

import (
	"strings"
	"unicode"

	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// plain writes a name such as SetOnEatFn or PIG_HEALTH as words in small letters.
func plain(name string) string {
	if strings.ToUpper(name) == name {
		return strings.ToLower(strings.ReplaceAll(name, "_", " "))
	}
	var b strings.Builder
	before := ' '
	for i, c := range name {
		if unicode.IsUpper(c) && i > 0 && !unicode.IsUpper(before) {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(c))
		before = c
	}
	return strings.ReplaceAll(b.String(), "_", " ")
}

// beginnings are what names of functions begin with, and what that means.
var beginnings = []struct{ name, doc string }{
	{"SetOn", "Takes the function that is called on "}, {"Set", "Sets its "}, {"Get", "Gives its "}, {"On", "Is called on "},
	{"Is", "Whether it is "}, {"Has", "Whether it has "}, {"Can", "Whether it can "}, {"Should", "Whether it should "}, {"Num", "How many: "},
}

// docOf says what a row is by its name, where nobody wrote more.
func docOf(w *words.Word) string {
	if len(w.Params) == 0 && !strings.HasSuffix(w.Example, ")") {
		return "Its field " + w.Name + "."
	}
	for _, b := range beginnings {
		if rest, ok := strings.CutPrefix(w.Name, b.name); ok && rest != "" && unicode.IsUpper(rune(rest[0])) {
			if b.name == "Set" && strings.HasSuffix(rest, "Fn") {
				return "Takes the function for " + strings.TrimSuffix(plain(strings.TrimSuffix(rest, "Fn")), " ") + "."
			}
			return b.doc + plain(strings.TrimSuffix(rest, "Fn")) + "."
		}
	}
	return "Does what its name says: " + plain(w.Name) + "."
}
