package live

import (
	"fmt"
	"os"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// news tells the owner of a session of faults and notices, each once.
type news struct {
	onFault  func(host.Fault)
	onNotice func(string)
	kept     int // faults that the game had kept when it was last asked
	notices  int // of the game, likewise
	told     map[faultKind]bool
}

// faultKind identifies a fault: one of the same kind is not told again.
type faultKind struct {
	pos, text string
	note      bool
}

func newNews(o Options) news {
	n := news{onFault: o.OnFault, onNotice: o.OnNotice, told: map[faultKind]bool{}}
	if n.onFault == nil {
		n.onFault = func(f host.Fault) { fmt.Fprintf(os.Stderr, "thicket: %v\n%s", f, f.Stack) }
	}
	if n.onNotice == nil {
		n.onNotice = func(text string) { fmt.Fprintf(os.Stderr, "thicket: note: %s\n", text) }
	}
	return n
}

// freshFaults gives the faults that were not told yet, and marks them as told.
func (n *news) freshFaults(g *systems.Game) (fresh []host.Fault) {
	kept := g.Faults.Kept()
	if kept == n.kept {
		return nil
	}
	n.kept = kept
	all, _ := g.Faults.List()
	for _, f := range all {
		if kind := (faultKind{f.Pos, f.Text, f.Note}); !n.told[kind] {
			n.told[kind] = true
			fresh = append(fresh, f)
		}
	}
	return fresh
}

// freshNotices gives the game's notices that were not told yet, and marks them as told.
func (n *news) freshNotices(g *systems.Game) []string {
	all := g.Pools.Notices()
	fresh := all[n.notices:]
	n.notices = len(all)
	return fresh
}

// unlock lets the next caller in, and then tells what is new.
func (s *Session) unlock() {
	faults, notices := s.news.freshFaults(s.game), s.news.freshNotices(s.game)
	if !s.history.past(s.game.World.Clock().Tick) {
		for _, text := range notices {
			s.tell(session.Noted, text)
		}
	}
	s.mu.Unlock()
	for _, f := range faults {
		s.news.onFault(f)
	}
	for _, text := range notices {
		s.news.onNotice(text)
	}
}
