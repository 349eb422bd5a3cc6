package dst

import (
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/dialect/lua/source"
	"github.com/thicket-sim/thicket/internal/insight/mutant"
)

// Which events scripts send and hear is read from their words: names that stand where an event
// is pushed or listened to. A name that stands anywhere else may be both.

var _ run.EventSender = (*semantics)(nil)

// eventCalls are the functions that are given the name of an event, and as which argument.
var eventCalls = map[string]struct {
	argument int
	sends    bool
}{
	"PushEvent":           {0, true},
	"PushEventImmediate":  {0, true},
	"ListenForEvent":      {0, false},
	"RemoveEventCallback": {0, false},
	"EventNode":           {1, false},
}

// loading are the functions that are given the name of a file, and the folder in which it is.
var loading = map[string]string{"require": "", "AddComponent": "components/"}

// loads reports whether a function may load a file.
func loads(name string) bool {
	_, ok := loading[name]
	return ok || name == "SpawnPrefab"
}

// eventName is an event that a script sends or hears.
type eventName struct {
	name, call string
	sends      bool
	in         *machine.Chunk
	word       source.Word
}

// vocabulary are the words of the files of a brain.
type vocabulary struct {
	events   []eventName
	others   map[string]bool // names and texts that stand anywhere else
	computed bool            // the name of some event is put together, or some file was not read yet
}

// vocabulary reads the files that the brain has loaded.
func (p *program) vocabulary() *vocabulary {
	s := &vocabulary{others: map[string]bool{}}
	chunks := []*machine.Chunk{p.Chunk}
	if p.Creature != nil && p.Creature != p.Chunk {
		chunks = append(chunks, p.Creature)
	}
	for _, name := range script.SortedKeys(p.Modules) {
		chunks = append(chunks, p.Modules[name])
	}
	for _, name := range script.SortedKeys(p.Users) {
		if c := p.Users[name]; c != nil && !slices.Contains(chunks, c) {
			chunks = append(chunks, c)
		}
	}
	for _, c := range chunks {
		s.read(p, c)
	}
	return s
}

// read adds the words of a file.
func (s *vocabulary) read(p *program, c *machine.Chunk) {
	src := c.Source()
	o := &outliner{src: []byte(src), words: source.Words(src)}
	named := map[int]bool{}
	for i, w := range o.words {
		if w.Kind != source.NameWord || i+1 >= len(o.words) {
			continue
		}
		s.computed = s.computed || loads(w.Text) && !o.isLoaded(p, i)
		call, ok := eventCalls[w.Text]
		if !ok {
			continue
		}
		args := [][2]int{{i + 1, i + 2}} // of f"text"
		if o.words[i+1].Text == "(" {
			args = o.split(i+2, o.closes(i+1))
		}
		if call.argument >= len(args) {
			continue
		}
		a := args[call.argument]
		if a[1] == a[0]+1 && o.words[a[0]].Kind == source.TextWord {
			named[a[0]] = true
			s.events = append(s.events, eventName{script.Unquoted(o.words[a[0]].Text), w.Text, call.sends, c, o.words[a[0]]})
		}
		for at := a[0]; at < min(a[1], len(o.words)); at++ {
			s.computed = s.computed || o.words[at].Text == "(" || o.words[at].Text == ".."
		}
	}
	for i, w := range o.words {
		switch {
		case w.Kind == source.NameWord:
			s.others[w.Text] = true
		case w.Kind == source.TextWord && !named[i]:
			s.others[script.Unquoted(w.Text)] = true
		}
	}
}

// isLoaded reports whether what a call may load has been read: it names one of Thicket's own
// files, or one of the brain's.
func (o *outliner) isLoaded(p *program, call int) bool {
	folder, ok := loading[o.words[call].Text]
	at := call + 1
	if o.words[at].Text == "(" {
		at++
	}
	if !ok || at >= len(o.words) || o.words[at].Kind != source.TextWord {
		return false
	}
	name := folder + strings.TrimSuffix(strings.TrimPrefix(script.Unquoted(o.words[at].Text), "scripts/"), ".lua")
	if script.EngineGives(name) != "" || script.OwnChunk(name) != nil || script.OwnGlobal(name) != "" {
		return true
	}
	for file := range p.Modules {
		if strings.HasSuffix(file, name+".lua") {
			return true
		}
	}
	return false
}

// SentEvents lists the events that scripts push.
func (s *semantics) SentEvents() (list []run.SentEvent) {
	for _, e := range s.p.vocabulary().events {
		if e.sends {
			at := mutant.Between(e.in.At.File, []byte(e.in.Source()), e.word.From, e.word.To).Start
			list = append(list, run.SentEvent{Name: e.name, Node: e.call, At: at})
		}
	}
	return list
}

// HeardEvents lists the events to which scripts listen.
func (s *semantics) HeardEvents() (list []run.HeardEvent) {
	for _, e := range s.p.vocabulary().events {
		if !e.sends && e.call != "RemoveEventCallback" {
			at := mutant.Between(e.in.At.File, []byte(e.in.Source()), e.word.From, e.word.To).Start
			list = append(list, run.HeardEvent{Name: e.name, Node: e.call, At: at})
		}
	}
	return list
}

// Hears lists the names of those.
func (s *semantics) Hears() (names []string) {
	for _, e := range s.HeardEvents() {
		names = append(names, e.Name)
	}
	return names
}

// Mentions reports whether scripts may hear an event: they have its name elsewhere than where
// they send it.
func (s *semantics) Mentions(word string) bool { return s.p.vocabulary().uses(word, false) }

// MaySend reports whether scripts may send an event: they have its name elsewhere than where
// they listen to it.
func (s *semantics) MaySend(event string) bool { return s.p.vocabulary().uses(event, true) }

func (s *vocabulary) uses(name string, sends bool) bool {
	return s.computed || s.others[name] || script.HasWord(name) ||
		slices.ContainsFunc(s.events, func(e eventName) bool { return e.name == name && e.sends == sends })
}
