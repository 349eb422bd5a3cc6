package glossary

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/source"
	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// tokens goes through one of Thicket's own files.
type tokens struct {
	all []source.Word
	at  int
}

func tokensOf(file string) *tokens {
	src, err := fs.ReadFile(script.Files, "lib/"+file+".lua")
	if err != nil {
		panic(err) // it is embedded
	}
	return &tokens{all: source.Words(string(src))}
}

// seek goes behind the next place where these tokens stand, and reports whether there is one.
func (t *tokens) seek(texts ...string) bool {
	for ; t.at+len(texts) <= len(t.all); t.at++ {
		found := true
		for i, text := range texts {
			found = found && t.all[t.at+i].Text == text
		}
		if found {
			t.at += len(texts)
			return true
		}
	}
	return false
}

// table reads the entries NAME = VALUE of a table, behind its brace. A value that is a table is "{", and
// is read by entry itself.
func (t *tokens) table(entry func(name, value string)) {
	for t.at < len(t.all) && t.all[t.at].Text != "}" {
		if t.all[t.at].Text == "," {
			t.at++
			continue
		}
		name, value := t.all[t.at].Text, t.all[t.at+2].Text
		t.at += 3
		entry(name, value)
	}
	t.at++
}

// answers are what the methods that kinds/neutral.lua lists under each name do.
var answers = map[string]struct{ gives, doc string }{
	"no": {"bool", "Is always false here."}, "yes": {"bool", "Is always true here."}, "none": {"", "Does nothing here, and gives nil."},
	"one": {"number", "Is always 1 here."}, "zero": {"number", "Is always 0 here."}, "lists": {"list", "Gives an empty list here."},
}

// neutral adds the components to which nothing happens here.
func (r *reader) neutral() {
	t := tokensOf("kinds/neutral")
	r.page = page + headings["components"]
	for t.seek("neutral", "(") {
		if t.all[t.at].Kind != source.TextWord {
			continue // where the function is defined
		}
		r.section("inst.components."+script.Unquoted(t.all[t.at].Text)+":", "Answers as if nothing of its kind had ever happened.")
		t.at += 3
		t.table(func(name, value string) {
			if a, ok := answers[name]; ok {
				names := once(script.Unquoted(value))
				if a.gives != "" {
					names += " -> " + a.gives
				}
				r.must(r.group(names, a.doc))
				return
			}
			if name == "modifiers" {
				for _, field := range strings.Fields(script.Unquoted(value)) {
					r.must(r.line(field + ": table -- Numbers that others multiply it by, a SourceModifierList."))
				}
				return
			}
			kind := "number"
			switch value[0] {
			case '{':
				kind = "table"
				t.table(func(string, string) {})
			case '"':
				kind = "text"
			case '-':
				t.at++ // the number behind the sign
			case 't', 'f':
				kind = "bool"
			}
			r.must(r.line(name + ": " + kind))
		})
	}
}

// once returns a list of names without those that stand in it before: the file repeats some, and
// what it makes is part of digests.
func once(list string) string {
	var names []string
	for _, name := range strings.Fields(list) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, " ")
}

// tuning adds the numbers of TUNING.
func (r *reader) tuning() {
	t := tokensOf("tuning")
	r.page = page + headings["tuning"]
	if !t.seek("local", "TUNING", "=", "{") {
		panic("tuning.lua has no table TUNING")
	}
	r.section("TUNING.", "The numbers of the game that scripts ask for; another name is nil, with a notice. A scene's settings and a tuning.lua in the root can give them.")
	r.numbers(t, "TUNING")
}

func (r *reader) numbers(t *tokens, path string) {
	t.table(func(name, value string) {
		if value == "{" {
			r.section(path+"."+name+".", "Numbers of "+plain(name)+".")
			r.numbers(t, path+"."+name)
			r.path, r.sep = path, "."
			return
		}
		r.add(words.Word{
			Name: name, Role: words.Constant, Doc: "The number of the game for " + plain(name) + ".",
			Value: words.Value{Kind: host.Number, Is: value}, Example: r.call(name),
		})
	})
}

// must panics for a list that cannot be read.
func (r *reader) must(err error) {
	if err != nil {
		panic(fmt.Sprintf("%s: %v", r.path, err))
	}
}
