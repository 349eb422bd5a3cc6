package systems_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// open starts a scene from memory on one worker.
func open(t testing.TB, src string) *live.Session {
	t.Helper()
	return openWith(t, src, live.Options{})
}

func openWith(t testing.TB, src string, o live.Options) *live.Session {
	t.Helper()
	if o.OnFault == nil {
		o.OnFault = func(f host.Fault) { t.Log(f) }
	}
	if o.OnNotice == nil {
		o.OnNotice = func(text string) { t.Log(text) }
	}
	s, err := live.Start("scene.yaml", []byte(src), o)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	t.Cleanup(s.Close)
	return s
}

// do carries a command out that must not be refused.
func do[C session.Command](t testing.TB, s *live.Session, c C) C {
	t.Helper()
	if err := s.Do(c); err != nil {
		t.Fatalf("%T: %v", c, err)
	}
	return c
}

// refuse wants a command to fail with a text in its error, and to change
// nothing that can be seen.
func refuse(t testing.TB, s *live.Session, c session.Command, text string) {
	t.Helper()
	before, digest := s.Snapshot(), s.Digest()
	err := s.Do(c)
	if err == nil || !strings.Contains(err.Error(), text) {
		t.Errorf("%T: error %v, wanted %q", c, err, text)
	}
	if diff := cmp.Diff(before, s.Snapshot(), cmp.Comparer(sameValue)); diff != "" || s.Digest() != digest {
		t.Errorf("%T was refused but changed something:\n%s", c, diff)
	}
	if r := c.Answer(); len(r.IDs) > 0 || r.Note != "" {
		t.Errorf("%T was refused but replies %+v", c, r)
	}
}

func steps(s *live.Session, n int) {
	for range n {
		s.Step()
	}
}

func who(id components.ID) session.Who { return session.Who{ID: id} }

// find returns a bot or player by id.
func find(t testing.TB, s *live.Session, id components.ID) session.BodyView {
	t.Helper()
	snap := s.Snapshot()
	for _, list := range [][]session.BodyView{snap.Bots, snap.Players} {
		for _, b := range list {
			if b.ID == id {
				return b
			}
		}
	}
	t.Fatalf("nobody has id %d", id)
	return session.BodyView{}
}

// count returns how many bots of a class there are.
func count(s *live.Session, class string) int {
	n := 0
	for _, b := range s.Snapshot().Bots {
		if b.Class == class {
			n++
		}
	}
	return n
}

func names(s *live.Session) []string {
	var all []string
	for _, b := range s.Snapshot().Bots {
		all = append(all, b.Name)
	}
	return all
}

// stateOf returns a state value of a body as JSON, or empty.
func stateOf(t testing.TB, s *live.Session, id components.ID, key string) string {
	t.Helper()
	for _, kv := range find(t, s, id).State {
		if kv.Key == key {
			return kv.Value.String()
		}
	}
	return ""
}
