package systems_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/session"
)

// model is a second reading of the rules, in plain loops over float64: it looks
// at a snapshot and says what the next one must be. It shares no code with the
// package but the types of a snapshot.
type model struct {
	scene sceneText
	// what commands changed
	classSpeed  map[string]float64
	botSpeed    map[components.ID]float64
	playerSpeed map[components.ID]float64
	classTree   map[string]*nodeText
	botTree     map[components.ID]*nodeText
	// when a body can be in the next contact, in ticks, by rule and body
	due []map[components.ID]float64
}

// sceneText holds the text of a scene file, as far as the model cares.
type sceneText struct {
	TickRate float64
	World    struct {
		Width, Height float64
		Edges         string
	}
	PlayerJoinStates map[string]any
	Bots             []classText
	Behaviors        map[string]*nodeText
	Rules            []ruleText
}

type classText struct {
	ID       string
	SpeedMPS *float64
	MinCount int
	MaxCount *int
	Behavior *nodeText
}

type nodeText struct {
	Kind     string
	Children []*nodeText
	Key      string
	Value    any
	Where    *struct {
		Key   string
		Value any
	}
}

type ruleText struct {
	Radius   *float64
	From, To map[string]any
	Set      struct{ From, To map[string]any }
	Cooldown any
}

func newModel(t checker, src []byte) *model {
	t.Helper()
	m := &model{
		classSpeed: map[string]float64{}, botSpeed: map[components.ID]float64{},
		playerSpeed: map[components.ID]float64{},
		classTree:   map[string]*nodeText{}, botTree: map[components.ID]*nodeText{},
	}
	m.scene.TickRate = 30
	m.scene.World.Width, m.scene.World.Height = 200, 200
	if err := json.Unmarshal(src, &m.scene); err != nil {
		t.Fatalf("the model cannot read the scene: %v", err)
	}
	for _, c := range m.scene.Bots {
		m.classSpeed[c.ID] = 2
		if c.SpeedMPS != nil {
			m.classSpeed[c.ID] = *c.SpeedMPS
		}
		m.classTree[c.ID] = c.Behavior
	}
	for range m.scene.Rules {
		m.due = append(m.due, map[components.ID]float64{})
	}
	return m
}

// body is a bot or player as the model sees it.
type body struct {
	session.BodyView
	state map[string]any
}

func bodies(s *session.Snapshot) []body {
	var all []body
	for _, list := range [][]session.BodyView{s.Bots, s.Players} {
		for _, v := range list {
			b := body{v, map[string]any{}}
			for _, kv := range v.State {
				b.state[kv.Key] = plain(kv.Value)
			}
			all = append(all, b)
		}
	}
	slices.SortFunc(all, func(a, b body) int { return int(a.ID) - int(b.ID) })
	return all
}

func plain(v host.Value) any {
	switch v.Kind() {
	case host.Bool:
		return v.Bool()
	case host.Number:
		return v.Number()
	case host.String:
		return v.Text()
	}
	return nil
}

// equals reports the page's strict equality: same type, same value; a missing key
// equals nothing.
func equals(state map[string]any, key string, want any) bool {
	have, ok := state[key]
	return ok && have == want
}

// choice holds the decision of a tree.
type choice struct {
	action string
	target components.ID
	x, y   float64 // where to head, of any length
	keep   bool    // the heading that it has
	any    bool    // a random one
}

func (m *model) choose(n *nodeText, self *body, all []body, out *choice) bool {
	switch n.Kind {
	case "selector":
		for _, kid := range n.Children {
			if m.choose(kid, self, all, out) {
				return true
			}
		}
		return false
	case "sequence":
		for _, kid := range n.Children {
			if !m.choose(kid, self, all, out) {
				return false
			}
		}
		return true
	case "state_equals":
		return equals(self.state, n.Key, n.Value)
	case "wander":
		w := m.scene.World
		stops := w.Edges == "" || w.Edges == "clamp"
		stopped := stops && (against(self.X, self.HX, w.Width) || against(self.Y, self.HY, w.Height))
		has := (self.HX != 0 || self.HY != 0) && !stopped
		*out = choice{action: n.Kind, keep: has, any: !has}
		return true
	}
	var nearest *body
	best := math.Inf(1)
	for i := range all {
		b := &all[i]
		if b.ID == self.ID || n.Where != nil && !equals(b.state, n.Where.Key, n.Where.Value) {
			continue
		}
		dx, dy := m.way(self, b)
		if d := float64(dx*dx) + float64(dy*dy); d < best { // all are by id: the first of several stays
			nearest, best = b, d
		}
	}
	if nearest == nil {
		return false
	}
	*out = choice{action: n.Kind, target: nearest.ID}
	out.x, out.y = m.way(self, nearest)
	out.keep = out.x == 0 && out.y == 0
	if n.Kind == "flee_nearest" {
		out.x, out.y = -out.x, -out.y
	}
	return true
}

// against reports whether a body at an edge heads beyond it, on one axis.
func against(at, heading float32, size float64) bool {
	return heading < 0 && at == 0 || heading > 0 && at == float32(size)
}

// way returns the shortest from a to b.
func (m *model) way(a, b *body) (dx, dy float64) {
	w := m.scene.World
	return m.along(a.X, b.X, w.Width), m.along(a.Y, b.Y, w.Height)
}

func (m *model) along(from, to float32, size float64) float64 {
	d := float64(to) - float64(from)
	if m.scene.World.Edges != "wrap" {
		return d
	}
	size = float64(float32(size))
	for _, other := range []float64{d - size, d + size} {
		if math.Abs(other) < math.Abs(d) || math.Abs(other) == math.Abs(d) && other > d {
			d = other
		}
	}
	return d
}

func (m *model) treeOf(b *body) *nodeText {
	if b.Class == "" {
		return nil
	}
	if n := m.botTree[b.ID]; n != nil {
		return n
	}
	if n := m.classTree[b.Class]; n != nil {
		return n
	}
	name, _ := b.state["behavior"].(string)
	if n := m.scene.Behaviors[name]; n != nil {
		return n
	}
	if slices.Contains([]string{"chase_nearest", "flee_nearest", "wander"}, name) {
		return &nodeText{Kind: name}
	}
	return nil
}

func (m *model) speedOf(b *body) float64 {
	if v, ok := m.playerSpeed[b.ID]; ok {
		return v
	}
	if v, ok := m.botSpeed[b.ID]; ok {
		return v
	}
	return m.classSpeed[b.Class]
}

// check holds the tick from before to after against the rules.
func (m *model) check(t checker, before, after *session.Snapshot) {
	t.Helper()
	if after.Tick != before.Tick+1 {
		t.Fatalf("tick %d after tick %d", after.Tick, before.Tick)
	}
	was, is := bodies(before), bodies(after)
	if len(is) < len(was) {
		t.Fatalf("tick %d: %d bodies after %d", after.Tick, len(is), len(was))
	}
	for i := range was {
		if is[i].ID != was[i].ID {
			t.Fatalf("tick %d: body %d became %d", after.Tick, was[i].ID, is[i].ID)
		}
		m.checkBody(t, after.Tick, &was[i], &is[i], was)
	}
	m.checkContacts(t, after, was, is[:len(was)])
	m.checkFloors(t, was, is)
}

// checker is a test or a run of a property.
type checker interface {
	Helper()
	Fatalf(format string, args ...any)
}

func (m *model) checkBody(t checker, tick int64, was, is *body, all []body) {
	t.Helper()
	want := choice{keep: true}
	if n := m.treeOf(was); n != nil {
		m.choose(n, was, all, &want)
	}
	if is.Action != want.action || is.Target != want.target {
		t.Fatalf("tick %d, bot %d: did %q to %d, wanted %q to %d", tick, was.ID, is.Action, is.Target, want.action, want.target)
	}
	if is.Name != was.Name || is.Class != was.Class || is.Team != was.Team {
		t.Fatalf("tick %d: body %d was %q %s %s and is %q %s %s", tick, was.ID, was.Name, was.Class, was.Team, is.Name, is.Class, is.Team)
	}
	var complaint string
	for _, h := range m.headings(&want, was, is) {
		if complaint = m.moved(h, was, is); complaint == "" {
			return
		}
	}
	t.Fatalf("tick %d, body %d at (%v, %v): %s", tick, was.ID, was.X, was.Y, complaint)
}

// headings returns the headings that a body may have moved with: one, but for a random
// one, which is known only after edges may have turned it.
func (m *model) headings(c *choice, was, is *body) [][2]float64 {
	switch {
	case c.any:
		x, y := float64(is.HX), float64(is.HY)
		if d := math.Hypot(x, y); math.Abs(d-1) > 1e-6 {
			return [][2]float64{{math.NaN(), math.NaN()}}
		}
		return [][2]float64{{x, y}, {-x, y}, {x, -y}, {-x, -y}}
	case c.keep:
		return [][2]float64{{float64(was.HX), float64(was.HY)}}
	}
	d := math.Hypot(c.x, c.y)
	return [][2]float64{{c.x / d, c.y / d}}
}

// moved says what is wrong about a move with a heading, or nothing.
func (m *model) moved(h [2]float64, was, is *body) string {
	w := m.scene.World
	step := m.speedOf(was) / m.scene.TickRate
	for _, axis := range []struct {
		name           string
		at, to, hin, h float64
		size           float64
	}{
		{"x", float64(was.X), float64(is.X), h[0], float64(is.HX), w.Width},
		{"y", float64(was.Y), float64(is.Y), h[1], float64(is.HY), w.Height},
	} {
		size := float64(float32(axis.size))
		x, flip, edge := m.edge(axis.at+axis.hin*step, size)
		slack := 4e-7 * (math.Abs(axis.at) + step + size)
		off := math.Abs(axis.to - x)
		if w.Edges == "wrap" {
			off = min(off, math.Abs(off-size))
		}
		turned := math.Abs(axis.h-axis.hin*flip) <= 1e-6
		if !turned && w.Edges == "bounce" && edge < 2*slack { // it may have turned just there, or not
			turned = math.Abs(axis.h+axis.hin*flip) <= 1e-6
		}
		switch {
		case !turned:
			return fmt.Sprintf("heading %s %v, wanted %v", axis.name, axis.h, axis.hin*flip)
		case !(off <= slack):
			return fmt.Sprintf("%s %v, wanted %v", axis.name, axis.to, x)
		case axis.to < 0 || axis.to > size || math.Signbit(axis.to):
			return fmt.Sprintf("%s %v is off the field", axis.name, axis.to)
		}
	}
	return ""
}

// edge brings a coordinate back into the field, edge by edge. It says how the
// heading turns, 1 or -1, and how far the result is from an edge.
func (m *model) edge(x, size float64) (at, flip, edge float64) {
	flip = 1
	switch m.scene.World.Edges {
	case "", "clamp":
		x = max(0, min(x, size))
	case "wrap":
		x -= size * math.Floor(x/size)
	case "bounce":
		for x < 0 || x > size {
			if x < 0 {
				x = -x
			} else {
				x = 2*size - x
			}
			flip = -flip
		}
	}
	return x, flip, min(x, size-x)
}

// checkContacts makes the contacts anew from where bodies are after the move.
func (m *model) checkContacts(t checker, after *session.Snapshot, was, is []body) {
	t.Helper()
	state := map[components.ID]map[string]any{}
	for _, b := range was {
		state[b.ID] = maps.Clone(b.state)
	}
	touched := map[components.ID]bool{}
	var want []session.Contact
	for r, rule := range m.scene.Rules {
		free := func(b *body, cond map[string]any) bool {
			barred := float64(after.Tick) < m.due[r][b.ID]-1e-6
			return !barred && !touched[b.ID] && holds(cond, state[b.ID])
		}
		var from, to []*body
		for i := range is {
			if free(&is[i], rule.From) {
				from = append(from, &is[i])
			}
			if free(&is[i], rule.To) {
				to = append(to, &is[i])
			}
		}
		radius := 1.0
		if rule.Radius != nil {
			radius = *rule.Radius
		}
		for _, a := range from {
			for _, b := range to {
				dx, dy := m.way(a, b)
				if a.ID == b.ID || touched[a.ID] || touched[b.ID] || dx*dx+dy*dy > radius*radius {
					continue
				}
				touched[a.ID], touched[b.ID] = true, true
				at, now := max(m.due[r][a.ID], m.due[r][b.ID]), float64(after.Tick)
				if at < now-1+1e-6 { // they could have been in one before
					at = now
				}
				at += rule.ticks(m.scene.TickRate)
				m.due[r][a.ID], m.due[r][b.ID] = at, at
				maps.Copy(state[a.ID], rule.Set.From)
				maps.Copy(state[b.ID], rule.Set.To)
				want = append(want, session.Contact{Rule: r, From: a.ID, To: b.ID})
			}
		}
	}
	if !slices.Equal(after.Contacts, want) {
		t.Fatalf("tick %d: contacts %v, wanted %v", after.Tick, after.Contacts, want)
	}
	for _, b := range is {
		if !maps.Equal(b.state, state[b.ID]) {
			t.Fatalf("tick %d, body %d: state %v, wanted %v", after.Tick, b.ID, b.state, state[b.ID])
		}
	}
}

func (r *ruleText) ticks(rate float64) float64 {
	switch v := r.Cooldown.(type) {
	case float64:
		return v * rate
	case string:
		d, _ := time.ParseDuration(v)
		return d.Seconds() * rate
	}
	return 0
}

// holds tests a rule's condition: the short form, or a tree of tests.
func holds(cond, state map[string]any) bool {
	kids, _ := cond["children"].([]any)
	switch cond["kind"] {
	case nil:
		for key, want := range cond {
			if !equals(state, key, want) {
				return false
			}
		}
		return true
	case "selector":
		return slices.ContainsFunc(kids, func(kid any) bool { return holds(kid.(map[string]any), state) })
	case "sequence":
		return !slices.ContainsFunc(kids, func(kid any) bool { return !holds(kid.(map[string]any), state) })
	}
	return equals(state, cond["key"].(string), cond["value"])
}

// checkFloors wants new bots only where a class was below its floor.
func (m *model) checkFloors(t checker, was, is []body) {
	t.Helper()
	count := func(list []body, class string) int {
		n := 0
		for _, b := range list {
			if b.Class == class {
				n++
			}
		}
		return n
	}
	for _, c := range m.scene.Bots {
		n := count(was, c.ID)
		if got, want := count(is, c.ID), max(n, c.MinCount); got != want {
			t.Fatalf("class %s has %d bots after %d, wanted %d", c.ID, got, n, want)
		}
	}
	if got, want := count(is, ""), count(was, ""); got != want {
		t.Fatalf("%d players after %d", got, want)
	}
}
