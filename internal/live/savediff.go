package live

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// SaveDiff lists the differences between two saves.
type SaveDiff struct {
	Scenes  [2]string
	Seeds   [2]int64
	Ticks   [2]int64
	Seconds [2]float64  // of simulated time
	Bots    [2]int      // players not counted
	Limits  [2][]string // that differed from the default, as NAME=NUMBER; see [limit.Parse]
	Digests [2]uint64
	// Parts are the sections of the saves whose bytes differ, by name; see docs/save.md.
	Parts []string
	// Game lists differences of the game as a whole, such as a score.
	Game []FieldDiff
	// Foreign: the scenes have different classes, so that bodies of
	// the same id have nothing to do with each other, and are not compared.
	Foreign bool
	// Bodies lists the bodies that differ, by ascending id.
	Bodies []BodyDiff
}

// Equal reports whether nothing differs.
func (d *SaveDiff) Equal() bool { return len(d.Parts) == 0 }

// FieldDiff is a field with its value in either save, in words.
type FieldDiff struct {
	Name string
	A, B string
}

// BodyDiff is a bot or player that is not the same in both saves.
type BodyDiff struct {
	ID     components.ID
	Name   string
	Class  string // its id; empty for a player
	Only   string // "first" or "second" where only that save has it; else empty
	Fields []FieldDiff
	Memory bool // what its tree remembers differs
	// Nodes lists the nodes of its tree whose memory differs, with their places, where
	// both trees have the same nodes. A script may differ besides.
	Nodes []string
}

// DiffSaves reads two saves and compares them. Of the options Registry, Limits and Workers count.
// Nothing is played, so that saves of games with other limits than these can
// be compared, as long as their files can be read.
func DiffSaves(a, b io.Reader, o Options) (*SaveDiff, error) {
	var parts [2][]systems.Saved
	var games [2]*Session
	d := &SaveDiff{}
	o.still = true
	for i, from := range []io.Reader{a, b} {
		var err error
		if parts[i], err = readSave(from, o.Bounds()); err == nil {
			games[i], _, err = restore(parts[i], o)
		}
		if err != nil {
			return nil, fmt.Errorf("the %s save: %w", [...]string{"first", "second"}[i], err)
		}
		defer games[i].Close()
		g := games[i].game
		_, bundle, err := opening(parts[i], o.Bounds())
		if err != nil {
			return nil, err
		}
		d.Scenes[i], d.Seeds[i], d.Limits[i], d.Digests[i] = games[i].scene.File, int64(g.Setup.Seed), bundle.Limits, games[i].Digest()
		d.Ticks[i], d.Seconds[i] = g.World.Clock().Tick, g.World.Clock().Time()
	}
	x, y := games[0].Snapshot(), games[1].Snapshot()
	d.Bots = [2]int{len(x.Bots), len(y.Bots)}
	d.Parts = partsThatDiffer(parts[0], parts[1])
	if d.Equal() {
		return d, nil
	}
	d.Game = gamesThatDiffer(x, y)
	if d.Foreign = !sameClasses(games[0].game, games[1].game); !d.Foreign {
		d.compareBodies(games, x, y)
	}
	return d, nil
}

// DiffBodies compares the bodies of two sessions, as [DiffSaves] does those of saves. It finds
// none where the scenes have other classes. Neither session may be played meanwhile.
func DiffBodies(a, b *Session) []BodyDiff {
	d := &SaveDiff{}
	if sameClasses(a.game, b.game) {
		d.compareBodies([2]*Session{a, b}, a.Snapshot(), b.Snapshot())
	}
	return d.Bodies
}

// sameClasses reports whether two games have classes of the same ids.
func sameClasses(a, b *systems.Game) bool {
	return slices.EqualFunc(a.Setup.Classes, b.Setup.Classes, func(x, y systems.Class) bool { return x.ID == y.ID })
}

func (d *SaveDiff) compareBodies(games [2]*Session, x, y *session.Snapshot) {
	byID := map[components.ID]*session.BodyView{}
	for _, list := range [...][]session.BodyView{y.Bots, y.Players} {
		for i := range list {
			byID[list[i].ID] = &list[i]
		}
	}
	for _, list := range [...][]session.BodyView{x.Bots, x.Players} {
		for i := range list {
			one := &list[i]
			other := byID[one.ID]
			delete(byID, one.ID)
			if other == nil {
				d.Bodies = append(d.Bodies, BodyDiff{ID: one.ID, Name: one.Name, Class: one.Class, Only: "first"})
				continue
			}
			body := BodyDiff{
				ID: one.ID, Name: one.Name, Class: one.Class,
				Fields: bodiesThatDiffer(one, other, x, y),
				Memory: games[0].game.Pools.MemoryHash(one.ID) != games[1].game.Pools.MemoryHash(one.ID),
			}
			(*fieldList)(&body.Fields).text("its tree answered", games[0].game.Pools.Answered(one.ID).String(), games[1].game.Pools.Answered(one.ID).String())
			if body.Memory {
				body.Nodes = nodesThatDiffer(games[0].game, games[1].game, one.ID)
			}
			if len(body.Fields) > 0 || body.Memory {
				d.Bodies = append(d.Bodies, body)
			}
		}
	}
	for _, other := range byID {
		d.Bodies = append(d.Bodies, BodyDiff{ID: other.ID, Name: other.Name, Class: other.Class, Only: "second"})
	}
	slices.SortFunc(d.Bodies, func(a, b BodyDiff) int { return cmp.Compare(a.ID, b.ID) })
}

// nodesThatDiffer names the nodes of a bot's tree that remember something else in another
// game.
func nodesThatDiffer(a, b *systems.Game, id components.ID) (names []string) {
	p, memory := a.Pools.Remembered(id)
	q, other := b.Pools.Remembered(id)
	if p == nil || q == nil || !p.Tree.SameShape(q.Tree) {
		return nil
	}
	for _, n := range p.Tree.Differ(memory, other) {
		if n == 0 {
			names = append(names, "the tree as a whole")
			continue
		}
		name := p.Tree.Spans[n].Start.String()
		if labels, ok := p.Semantics.(run.Describer); ok {
			kind, detail := labels.Label(p.Tree, n)
			name += ": " + strings.TrimSpace(kind+" "+detail)
		}
		names = append(names, name)
	}
	return names
}

func partsThatDiffer(a, b []systems.Saved) (names []string) {
	other := map[string][]byte{}
	for _, p := range b {
		other[p.Name] = p.Bytes
	}
	for _, p := range a {
		if have, ok := other[p.Name]; !ok || !bytes.Equal(have, p.Bytes) {
			names = append(names, p.Name)
		}
		delete(other, p.Name)
	}
	for _, p := range b {
		if _, ok := other[p.Name]; ok {
			names = append(names, p.Name)
		}
	}
	return names
}
