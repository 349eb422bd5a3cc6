package dst

import (
	"strings"
	"sync"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/dst/glossary"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/dialect/lua/source"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
)

// lastWords are the names of the lists without what they stand in.
var lastWords = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for name := range glossary.Effects() {
		all[name[strings.LastIndexAny(name, ".:")+1:]] = true
	}
	return all
})

// castStubs has stand-ins for the names that lenient files call and nobody defines, so that states of bots
// can have these names and say what stubs of them answer.
func (m *troupe) castStubs() {
	p := m.Program
	chunks := []*machine.Chunk{p.Chunk, p.Creature}
	for _, file := range script.SortedKeys(p.Modules) {
		if !strings.HasPrefix(file, script.OwnFolder) {
			chunks = append(chunks, p.Modules[file])
		}
	}
	called, defined := map[string]bool{}, map[string]bool{}
	for _, c := range chunks {
		if c == nil || strings.HasPrefix(c.Name, script.OwnFolder) {
			continue
		}
		words := source.Words(c.Source())
		for i, w := range words[:max(len(words)-1, 0)] {
			if w.Kind != source.NameWord {
				continue
			}
			switch after := words[i+1].Text; {
			case after == "=" || after == "(" && declares(words[:i]):
				defined[w.Text] = true
			case after == "(":
				called[w.Text] = true
			}
		}
	}
	known := lastWords()
	for _, name := range script.SortedKeys(called) {
		if !defined[name] && !known[name] {
			standin.FuncOf(p.Reg, name, host.Any, host.NullValue)
		}
	}
}

// declares reports whether the name behind some words is that of a function which is declared there.
func declares(before []source.Word) bool {
	for i := len(before) - 1; i >= 0; i-- {
		switch w := before[i]; {
		case w.Text == "function":
			return true
		case w.Kind != source.NameWord && w.Text != "." && w.Text != ":":
			return false
		}
	}
	return false
}
