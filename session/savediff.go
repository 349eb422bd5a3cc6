package session

import (
	"bytes"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems"
)

// SaveDiff is what differs between two saves.
type SaveDiff struct {
	Scenes  [2]string
	Ticks   [2]int64
	Digests [2]uint64
	// Parts are the sections of the saves whose bytes differ, by name; see docs/save.md.
	Parts []string
	// Game is what differs of the game as a whole, such as a score.
	Game []FieldDiff
	// Bodies are those that differ, by ascending id.
	Bodies []BodyDiff
}

// Equal reports whether nothing differs.
func (d *SaveDiff) Equal() bool { return len(d.Parts) == 0 }

// FieldDiff is a field and what it is in either save.
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
	// Nodes are those of its tree that remember something else, with their places, where
	// both run the same. A script may differ beside.
	Nodes []string
}

// DiffSaves reads two saves and compares them. Of the options Registry and Workers count.
func DiffSaves(a, b io.Reader, o Options) (*SaveDiff, error) {
	var parts [2][]systems.Saved
	var games [2]*Session
	d := &SaveDiff{}
	for i, from := range []io.Reader{a, b} {
		var err error
		if parts[i], err = readSave(from); err == nil {
			games[i], err = restore(parts[i], o)
		}
		if err != nil {
			return nil, fmt.Errorf("the %s save: %w", [...]string{"first", "second"}[i], err)
		}
		defer games[i].Close()
		d.Scenes[i], d.Ticks[i], d.Digests[i] = games[i].scene.File, games[i].game.World.Clock().Tick, games[i].Digest()
	}
	d.Parts = partsThatDiffer(parts[0], parts[1])
	if d.Equal() {
		return d, nil
	}
	x, y := games[0].Snapshot(), games[1].Snapshot()
	bodies := [2][]systems.BodyView{slices.Concat(x.Bots, x.Players), slices.Concat(y.Bots, y.Players)}
	x.Bots, x.Players, y.Bots, y.Players = nil, nil, nil, nil
	d.Game = fieldsThatDiffer(reflect.ValueOf(*x), reflect.ValueOf(*y))
	byID := map[components.ID]*systems.BodyView{}
	for i := range bodies[1] {
		byID[bodies[1][i].ID] = &bodies[1][i]
	}
	for i := range bodies[0] {
		one := &bodies[0][i]
		other := byID[one.ID]
		delete(byID, one.ID)
		if other == nil {
			d.Bodies = append(d.Bodies, BodyDiff{ID: one.ID, Name: one.Name, Class: one.Class, Only: "first"})
			continue
		}
		body := BodyDiff{
			ID: one.ID, Name: one.Name, Class: one.Class,
			Fields: fieldsThatDiffer(reflect.ValueOf(*one), reflect.ValueOf(*other)),
			Memory: games[0].game.MemoryHash(one.ID) != games[1].game.MemoryHash(one.ID),
		}
		if body.Memory {
			body.Nodes = nodesThatDiffer(games[0].game, games[1].game, one.ID)
		}
		if len(body.Fields) > 0 || body.Memory {
			d.Bodies = append(d.Bodies, body)
		}
	}
	for _, other := range byID {
		d.Bodies = append(d.Bodies, BodyDiff{ID: other.ID, Name: other.Name, Class: other.Class, Only: "second"})
	}
	slices.SortFunc(d.Bodies, func(a, b BodyDiff) int { return int(int64(a.ID) - int64(b.ID)) })
	return d, nil
}

// nodesThatDiffer names the nodes of a bot's tree that remember something else in another
// game.
func nodesThatDiffer(a, b *systems.Game, id components.ID) (names []string) {
	p, memory := a.Remembered(id)
	q, other := b.Remembered(id)
	if p == nil || q == nil || p.Tree.Fingerprint() != q.Tree.Fingerprint() {
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

// fieldsThatDiffer compares two structs of what people see. State has its own names.
func fieldsThatDiffer(a, b reflect.Value) (all []FieldDiff) {
	for i := range a.NumField() {
		x, y := a.Field(i).Interface(), b.Field(i).Interface()
		if reflect.DeepEqual(x, y) {
			continue
		}
		if state, ok := x.([]systems.StateView); ok {
			all = append(all, statesThatDiffer(state, y.([]systems.StateView))...)
			continue
		}
		all = append(all, FieldDiff{strings.ToLower(a.Type().Field(i).Name), shown(x), shown(y)})
	}
	return all
}

func statesThatDiffer(a, b []systems.StateView) (all []FieldDiff) {
	value := func(list []systems.StateView, key string) string {
		for _, s := range list {
			if s.Key == key {
				return fmt.Sprint(s.Value)
			}
		}
		return "nothing"
	}
	var keys []string
	for _, s := range slices.Concat(a, b) {
		keys = append(keys, s.Key)
	}
	slices.Sort(keys)
	for _, key := range slices.Compact(keys) {
		if x, y := value(a, key), value(b, key); x != y {
			all = append(all, FieldDiff{"state." + key, x, y})
		}
	}
	return all
}

// shown is a value in a line.
func shown(v any) string {
	const most = 60
	text := fmt.Sprintf("%+v", v)
	if v == "" {
		text = `""`
	}
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "..."
	}
	return text
}
