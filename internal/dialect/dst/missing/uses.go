package missing

import (
	"path"
	"strings"

	"github.com/thicket-sim/thicket/internal/dialect/dst/glossary"
	"github.com/thicket-sim/thicket/internal/dialect/dst/mod"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/bytecode"
	"github.com/thicket-sim/thicket/internal/dialect/lua/source"
)

// own is what scripts define.
type own struct {
	files   map[string]bool // by their names from the folder scripts, without extension
	globals map[string]bool
	members map[string]bool // what is written behind a dot or a colon, and assigned or declared there
	tunings map[string]bool // of them those of TUNING
}

func newOwn() own {
	return own{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}}
}

// define notes what a script defines.
func (o *own) define(name, src string) {
	name = strings.TrimSuffix(name, ".lua")
	if _, behind, ok := strings.Cut("/"+name, "/scripts/"); ok {
		name = behind
	}
	o.files[name] = true
	words := source.Words(src)
	for i, w := range words {
		if w.Text == "AddAction" && i+2 < len(words) && words[i+2].Kind == source.TextWord {
			o.members[script.Unquoted(words[i+2].Text)] = true
		}
		if w.Kind != source.NameWord {
			continue
		}
		before, after := "", ""
		if i > 0 {
			before = words[i-1].Text
		}
		if i+1 < len(words) {
			after = words[i+1].Text
		}
		declared := false
		for j := i - 1; j >= 0 && j > i-8; j-- {
			if words[j].Text == "function" {
				declared = after == "("
				break
			}
			if words[j].Text != "." && words[j].Text != ":" && words[j].Kind != source.NameWord {
				break
			}
		}
		isMember := before == "." || before == ":"
		switch {
		case isMember && (after == "=" || declared):
			o.members[w.Text] = true
			if i > 1 && words[i-2].Text == "TUNING" {
				o.tunings[w.Text] = true
			}
			if i > 1 && words[i-2].Text == "GLOBAL" {
				o.globals[w.Text] = true
			}
		case !isMember && (after == "=" || declared):
			o.globals[w.Text] = true
			o.members[w.Text] = true // also in a constructor of a table
			if strings.HasSuffix(name, "tuning") {
				o.tunings[w.Text] = true
			}
		}
	}
}

// survey counts uses.
type survey struct {
	own   own
	found map[string]*Name
}

func (s *survey) use(f *file, c *bytecode.Chunk, at int, name string, status Status) {
	n := s.found[name]
	if n == nil {
		pos := c.Lines.At(int32(at))
		n = &Name{Name: name, Status: status, First: pos.String()}
		s.found[name] = n
	}
	n.Uses++
	if n.inFile != f.name {
		n.inFile = f.name
		n.Files++
	}
}

// uses counts what a script uses.
func (s *survey) uses(f *file, c *bytecode.Chunk) {
	local := map[int]bool{} // the bytes at which a global is read
	for _, u := range c.Uses {
		local[int(u.At)] = true
	}
	words := source.Words(f.src)
	for i := 0; i < len(words); i++ {
		w := words[i]
		if w.Kind != source.NameWord || i > 0 && (words[i-1].Text == "." || words[i-1].Text == ":") {
			continue
		}
		parts, signs := []string{w.Text}, []string{""}
		for i+2 < len(words) && (words[i+1].Text == "." || words[i+1].Text == ":") && words[i+2].Kind == source.NameWord {
			parts, signs = append(parts, words[i+2].Text), append(signs, words[i+1].Text)
			i += 2
		}
		called := i+1 < len(words) && (words[i+1].Text == "(" || words[i+1].Kind == source.TextWord)
		s.chain(f, c, w.From, parts, signs, called, local[w.From])
		if called {
			s.named(f, c, w.From, parts, words[i+1:])
		}
	}
}

// chain counts a name with what stands behind it.
func (s *survey) chain(f *file, c *bytecode.Chunk, at int, parts, signs []string, called, isGlobal bool) {
	if parts[0] == "GLOBAL" && len(parts) > 1 {
		parts, signs, isGlobal = parts[1:], append([]string{""}, signs[2:]...), true
	} else if isGlobal {
		if does, ok := mod.Calls()[parts[0]]; ok && f.env {
			status := Done
			if !does {
				status = Stubbed
			}
			s.use(f, c, at, parts[0], status)
			return
		}
	}
	if i := index(parts, "components"); i > 0 && i+1 < len(parts) && !(isGlobal && parts[0] == "TheWorld") {
		s.component(f, c, at, parts[i+1:], signs[i+1:], called)
		return
	}
	if parts[0] == "self" && len(parts) > 1 && parts[1] == "inst" {
		parts, signs = parts[1:], append([]string{""}, signs[2:]...)
	}
	if parts[0] == "inst" && !isGlobal {
		s.entity(f, c, at, parts, signs, called)
		return
	}
	if isGlobal {
		s.global(f, c, at, parts, signs)
	}
}

func index(parts []string, name string) int {
	for i, p := range parts {
		if p == name {
			return i
		}
	}
	return -1
}

// effect is what comes of a name of the glossary.
func effect(name string) (Status, bool) {
	switch glossary.Effects()[name] {
	case glossary.Done:
		return Done, true
	case glossary.Idle, glossary.Told:
		return Stubbed, true
	}
	return Unknown, false
}

func (s *survey) component(f *file, c *bytecode.Chunk, at int, parts, signs []string, called bool) {
	name := "inst.components." + parts[0]
	status, known := effect(name)
	switch {
	case s.own.files["components/"+parts[0]]:
		status = Own
	case !known && script.OwnChunk("components/"+parts[0]) != nil:
		status = Done
	}
	if len(parts) == 1 || status == Own || status == Unknown {
		s.use(f, c, at, name, status)
		return
	}
	member := name + signs[1] + parts[1]
	switch of, known := effect(member); {
	case known:
		s.use(f, c, at, member, of)
	case called && signs[1] == ":" && !s.own.members[parts[1]]:
		s.use(f, c, at, member, Unknown)
	default:
		s.use(f, c, at, name, status)
	}
}

func (s *survey) entity(f *file, c *bytecode.Chunk, at int, parts, signs []string, called bool) {
	if len(parts) == 1 {
		return
	}
	name := "inst" + signs[1] + parts[1]
	status, known := effect(name)
	if len(parts) > 2 {
		if of, ok := effect(name + signs[2] + parts[2]); ok {
			s.use(f, c, at, name+signs[2]+parts[2], of)
			return
		}
	}
	switch {
	case known:
		s.use(f, c, at, name, status)
	case signs[1] == ":" && s.own.members[parts[1]]:
		s.use(f, c, at, name, Own)
	case signs[1] == ":" && called:
		s.use(f, c, at, name, Unknown)
	}
}

func (s *survey) global(f *file, c *bytecode.Chunk, at int, parts, signs []string) {
	name := parts[0]
	status, known := effect(name)
	switch {
	case s.own.globals[name]:
		s.use(f, c, at, name, Own)
		return
	case script.Homes()[name] != "":
		known = true
		if status == Unknown {
			status = Done
		}
	case !known && script.IsKnown(name): // nil on servers, or for the eye
		known, status = true, Stubbed
	}
	if name == "TUNING" && len(parts) > 1 {
		status := Unknown
		if s.own.tunings[parts[1]] {
			status = Own
		} else if _, ok := effect("TUNING." + strings.Join(parts[1:], ".")); ok || hasGroup("TUNING."+parts[1]) {
			status = Done
		}
		s.use(f, c, at, "TUNING."+parts[1], status)
		return
	}
	for n := len(parts); n > 1; n-- { // the longest that has a row
		long := name
		for i := 1; i < n; i++ {
			long += signs[i] + parts[i]
		}
		if of, ok := effect(long); ok {
			s.use(f, c, at, long, of)
			return
		}
	}
	if name == "ACTIONS" && len(parts) > 1 {
		status := Unknown
		if s.own.members[parts[1]] {
			status = Own
		}
		s.use(f, c, at, "ACTIONS."+parts[1], status)
		return
	}
	if !known {
		status = Unknown
	}
	s.use(f, c, at, name, status)
}

// hasGroup reports whether there are numbers below a name.
func hasGroup(name string) bool {
	for known := range glossary.Effects() {
		if strings.HasPrefix(known, name+".") || known == name {
			return true
		}
	}
	return false
}

// named counts the files and the components that a call names by a text.
func (s *survey) named(f *file, c *bytecode.Chunk, at int, parts []string, rest []source.Word) {
	if rest[0].Text == "(" {
		rest = rest[1:]
	}
	if len(rest) == 0 || rest[0].Kind != source.TextWord {
		return
	}
	text := strings.TrimSuffix(script.Unquoted(rest[0].Text), ".lua")
	switch parts[len(parts)-1] {
	case "require":
		text = strings.ReplaceAll(strings.TrimPrefix(text, "scripts/"), ".", "/")
		status := Unknown
		switch {
		case s.own.files[text]:
			status = Own
		case script.EngineGives(text) != "" || script.OwnGlobal(text) != "" || script.OwnChunk(text) != nil:
			status = Done
		case strings.HasPrefix(text, "widgets/") || strings.HasPrefix(text, "screens/"):
			status = Stubbed
		}
		s.use(f, c, at, `require "`+text+`"`, status)
	case "SetStateGraph":
		status := Unknown
		if s.own.files["stategraphs/"+text] {
			status = Own
		}
		s.use(f, c, at, "stategraphs/"+text, status)
	case "AddComponent":
		s.component(f, c, at, []string{text}, []string{""}, false)
	case "modimport":
		status := Unknown
		for name := range s.own.files {
			if name == text || strings.HasSuffix(name, "/"+path.Clean(text)) {
				status = Own
			}
		}
		s.use(f, c, at, `modimport "`+text+`"`, status)
	}
}
