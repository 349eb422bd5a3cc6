package scenes

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/trees"
)

// topKeys are the keys of a scene's top level, for hints.
var topKeys = []string{
	"name", "description", "seed", "tickRate", "world", "teams", "teamAssignment", "playerJoinStates", "mark", "marks", "game", "vocabularies", "buildings",
	"bots", "behaviors", "rules", "places", "paths", "queries", "settings", "actions", "conditions", "obstacles", "weapons", "items", "goods", "match", "again", "day", "nature",
	"lua", "onRootFinished", "onRootFailed", "stepLimit", "rootCalls", "enums",
}

// MaxBots is the largest population of a scene.
const MaxBots = trees.MaxBots

// Limits of a scene, so that a hostile one stays cheap. Each
// state key is a column over all bots.
var (
	maxBots      = limit.New("scene.bots", MaxBots, MaxBots, "bots", "bots of a scene, of all classes", "the file, or --bots, is refused")
	maxRules     = limit.New("scene.rules", 1000, 60_000, "rules", "rules of a scene", limit.Refused)
	maxPlaces    = limit.New("scene.places", 10_000, 1_000_000, "places", "places of a scene", limit.Refused)
	maxPaths     = limit.New("scene.paths", 1000, 60_000, "paths", "paths of a scene", limit.Refused)
	maxAsked     = limit.New("scene.queries", 1000, 60_000, "queries", "queries of a scene", limit.Refused)
	maxScripts   = limit.New("scene.scripts", 100, 60_000, "files", "files of Lua of a scene", limit.Refused)
	maxOptions   = limit.New("scene.query-options", 20, 1000, "options", "options of one query", limit.Refused)
	maxTerms     = limit.New("scene.query-terms", 20, 1000, "terms", "conditions, and weights, of one option", limit.Refused)
	maxBuildings = limit.New("scene.buildings", 10_000, 1_000_000, "buildings", "buildings that a scene begins with", limit.Refused)
)

type decoder struct {
	limits limit.Values
	list   *syntax.List
	reg    *host.Registry
	scene  *Scene
	// reload: the scene is being played, and the registry has its actions already
	reload bool
	// fieldless: the size of the field is wrong, so that no point can be checked
	fieldless bool
	// obstacleAt says where each obstacle of the arena stands in the file
	obstacleAt []syntax.Pos
	// named are the behaviours of the scene
	named []trees.ClassTree
}

// decode reads a scene in stages. Each needs what those before it have left in the
// scene and in the registry; errors are listed by place, whichever stage finds them.
func (d *decoder) decode(doc *markup.Node) {
	o := doc.Object(d.list, "a scene").SkipNulls()
	if o == nil {
		return
	}
	d.head(o)

	// What trees are checked against while they are read: the field, the game, whose names are
	// declared with those of the scene, the vocabularies, its actions, and the settings, by which the files of
	// Lua are loaded that queries come from.
	d.world(o)
	d.game(o)
	d.vocabularies(o)
	d.declare(doc)
	if actions, conditions := o.Node("actions"), o.Node("conditions"); !d.reload {
		trees.Offer(actions, conditions, d.reg, d.list)
	}
	d.settings(o)
	d.treeSettings(o)
	d.luaQueries(doc)

	// Trees. Classes refer to teams, and to behaviours by name.
	rules := trees.DecodeRuleset(o, d.reg, d.list, classKeys...)
	d.teams(rules)
	d.behaviors(rules)
	d.classes(rules)

	// The ground. Places belong to teams; a rule may send only what a tree of a class takes.
	d.places(o)
	d.paths(o)
	d.rules(o)

	// The arena has a form for each class, stands on places and paths, and gives its numbers to
	// the classes, of which some are tunable.
	d.arena(o, rules)
	d.tunables(rules)

	// What looks at all of it: at all keys of state, at all trees, and at what nobody has read.
	d.mark(o)
	d.signs(o)
	d.list.Notices = append(d.list.Notices, d.scene.Unheard()...)
	d.unknown(o)
	if n := len(host.SymbolsOf(d.reg).KeyNames()); n > systems.MaxKeys(d.limits) {
		d.list.Errorf(doc.Span, "%d different state keys, wanted at most %d", n, systems.MaxKeys(d.limits))
	}
}

func (d *decoder) head(o *markup.Object) {
	s := &d.scene.Setup
	s.Registry = d.reg
	s.Name, _ = o.Str("name")
	if s.Name == "" {
		s.Name = d.scene.File
	}
	d.scene.Description, _ = o.Str("description")
	o.Known("$schema") // for editors
	s.Seed = uint64(o.Int("seed", 1, -1<<53, 1<<53))
	s.TickRate = o.NumberIn("tickRate", 30, 0.1, 10_000)
}

// unknown reports keys that have no meaning here. A ruleset has keys for other parts
// of its engine, so that only those that look like a slip, as their values do, are
// errors.
func (d *decoder) unknown(o *markup.Object) {
	for _, e := range o.Unknown() {
		if guess := syntax.Closest(e.Key, topKeys); guess != "" && isSlip(e.Key, guess, e.Value) {
			d.list.Errorf(e.KeySpan, "unknown key %q in a scene", e.Key).Suggest(e.Key, topKeys)
		} else {
			e := d.list.Noticef(e.KeySpan, "key %q is not for Thicket and is ignored", e.Key)
			if _, formed := forms[guess]; guess != "" && !formed {
				e.Hint = fmt.Sprintf("did you mean %q?", guess)
			}
		}
	}
}

func (d *decoder) world(o *markup.Object) {
	s := &d.scene.Setup
	s.Width, s.Height = 200, 200
	n := o.Node("world")
	if n == nil {
		return
	}
	before := len(d.list.Errors)
	w := n.Object(d.list, "world").SkipNulls()
	s.Width = float32(w.NumberIn("width", 200, 0.001, 1e6))
	s.Height = float32(w.NumberIn("height", 200, 0.001, 1e6))
	s.X, s.Y = float32(w.NumberIn("x", 0, -1e6, 1e6))+0, float32(w.NumberIn("y", 0, -1e6, 1e6))+0 // -0 is 0
	d.fieldless = len(d.list.Errors) > before
	edges := map[string]systems.Edges{"clamp": systems.Clamp, "bounce": systems.Bounce, "wrap": systems.Wrap}
	if name, ok := w.Str("edges"); ok {
		e, ok := edges[name]
		if !ok {
			d.list.Errorf(w.Node("edges").Span, "edges: wanted clamp, bounce or wrap, found %s", w.Node("edges").Describe()).
				Suggest(name, []string{"clamp", "bounce", "wrap"})
		}
		s.Edges = e
	}
	d.scene.Arena.Solid = w.Bool("solid", false)
	d.scene.Arena.On = d.scene.Arena.Solid
	w.Done()
}

func (d *decoder) teams(r *trees.Ruleset) {
	s := &d.scene.Setup
	for _, t := range r.Teams {
		s.Teams = append(s.Teams, systems.Team{ID: t.ID, Name: t.Name, Color: t.Color})
	}
	s.HumanTeam, s.BotTeam = systems.NoTeam, systems.NoTeam
	if r.Assignment != nil {
		s.HumanTeam, s.BotTeam = d.team(r.Assignment.Human), d.team(r.Assignment.Bot)
	}
	s.PlayerState = d.state(r.PlayerJoinStates)
}

// team gives the index of a team whose id was checked before.
func (d *decoder) team(id string) int {
	return slices.IndexFunc(d.scene.Setup.Teams, func(t systems.Team) bool { return t.ID == id })
}

func (d *decoder) state(bag []trees.StateValue) []systems.StateValue {
	var out []systems.StateValue
	for _, v := range bag {
		out = append(out, systems.StateValue{Key: d.reg.Key(v.Key), Value: d.reg.Sym(v.Value)})
	}
	return out
}

func (d *decoder) classes(r *trees.Ruleset) {
	s := &d.scene.Setup
	total, most := 0, maxBots.In(d.limits)
	for _, c := range r.Classes {
		class := systems.Class{
			ID: c.ID, Name: c.Name, Description: c.Description, Team: d.team(c.Team), State: d.state(c.State), SpeedMPS: c.SpeedMPS,
			Min: c.MinCount, Max: c.MaxCount, Count: c.Count, Program: d.program(c.Behavior),
		}
		for _, st := range c.Start {
			class.Start = append(class.Start, systems.Start{Count: st.Count, State: d.state(st.State)})
		}
		for _, t := range c.Tunables {
			class.Tunables = append(class.Tunables, systems.Tunable{Key: t.Key, Label: t.Label, Min: t.Min, Max: t.Max, Step: t.Step})
		}
		if total <= most && total+c.Count > most {
			d.list.Errorf(c.At, "more than %d bots in all classes up to this one", most)
		}
		total += c.Count
		s.Classes = append(s.Classes, class)
	}
}

// behaviors compiles the trees that classes and state.behavior can name.
func (d *decoder) behaviors(r *trees.Ruleset) {
	s := &d.scene.Setup
	d.named = r.Behaviors
	for i := range r.Behaviors {
		b := &r.Behaviors[i]
		s.Behaviors = append(s.Behaviors, systems.Behavior{Name: b.Name, Program: d.program(b)})
	}
	for _, p := range trees.CompileLeaves(d.scene.File, d.reg, d.list) {
		name := p.Tree.Name
		if !slices.ContainsFunc(r.Behaviors, func(b trees.ClassTree) bool { return b.Name == name }) {
			s.Behaviors = append(s.Behaviors, systems.Behavior{Name: name, Program: p, Action: true})
		}
	}
}

// program compiles the tree of a class or of a behaviour.
func (d *decoder) program(b *trees.ClassTree) *run.Program {
	switch {
	case b == nil:
		return nil
	case b.Ref != "":
		for _, named := range d.scene.Setup.Behaviors {
			if named.Name == b.Ref {
				return named.Program
			}
		}
		return nil // it has errors
	case b.Tree != nil:
		return trees.CompileClassTree(b, d.reg, d.list)
	}
	p, err := d.scene.loader.LoadClass(b)
	d.list.Add(err)
	return p
}

// objects gives the maps of the list under key, at most so many; errors call one of
// them by the word one, and several by many.
func (d *decoder) objects(o *markup.Object, key, one, many string, most int) iter.Seq[*markup.Object] {
	return func(yield func(*markup.Object) bool) {
		for i, n := range o.List(key) {
			if i == most {
				d.list.Errorf(n.Span, "more than %d %s", most, many)
				return
			}
			if object := n.Object(d.list, one).SkipNulls(); object != nil && !yield(object) {
				return
			}
		}
	}
}

func (d *decoder) places(o *markup.Object) {
	s := &d.scene.Setup
	seen := map[string]syntax.Pos{}
	for p := range d.objects(o, "places", "a place", "places", maxPlaces.In(d.limits)) {
		place := systems.Place{ID: p.ID(seen), Team: systems.NoTeam}
		place.X, place.Y = d.point(p, "at", "a place")
		place.Radius = float32(p.NumberIn("radius", 1, 0, 1e6))
		place.Tags = d.tags(p)
		if id, ok := p.Str("team"); ok {
			if place.Team = d.team(id); place.Team == systems.NoTeam {
				d.list.Errorf(p.Node("team").Span, "unknown team %q", id).Suggest(id, d.teamIDs())
			}
		}
		p.Done()
		s.Places = append(s.Places, place)
	}
}

func (d *decoder) teamIDs() []string {
	var ids []string
	for _, t := range d.scene.Setup.Teams {
		ids = append(ids, t.ID)
	}
	return ids
}

// point reads [x, y], a spot on the field in metres; errors call the object by the word
// one.
func (d *decoder) point(o *markup.Object, key, one string) (x, y float32) {
	n := o.Node(key)
	switch {
	case n == nil:
		d.list.Errorf(o.Span(), "%s has no key %q, wanted two numbers [x, y]", one, key)
		return 0, 0
	case n.Kind != markup.Sequence:
		d.list.Errorf(n.Span, "%s: wanted two numbers [x, y], found %s", key, n.Describe())
		return 0, 0
	case len(n.Items) != 2 || !isFinite(n.Items[0]) || !isFinite(n.Items[1]):
		d.list.Errorf(n.Span, "%s: wanted two numbers [x, y], found %s", key, n.JSON())
		return 0, 0
	}
	s := &d.scene.Setup
	fx, fy := n.Items[0].Num, n.Items[1].Num
	if !d.fieldless && !s.Has(float32(fx), float32(fy)) {
		d.list.Errorf(n.Span, "%s: (%v, %v) is off the field of %s", key, fx, fy, s.Extent())
	}
	return float32(fx), float32(fy)
}

func (d *decoder) rules(o *markup.Object) {
	for r := range d.objects(o, "rules", "a rule", "rules", maxRules.In(d.limits)) {
		i := len(d.scene.Setup.Rules)
		r.RequiredStr("on")
		if on, ok := r.Str("on"); ok && on != "contact" {
			d.list.Errorf(r.Node("on").Span, "on: wanted contact, found %s", r.Node("on").Describe())
		}
		rule := systems.Rule{
			Radius: float32(r.NumberIn("radius", 1, 0, 1e6)),
			From:   d.condition(r, i, "from"), To: d.condition(r, i, "to"),
			Cooldown: d.duration(r, "cooldown"), Send: d.sends(r),
		}
		if set := r.Node("set"); set != nil {
			so := set.Object(d.list, "set")
			rule.SetFrom, rule.SetTo = d.bag(so, "from"), d.bag(so, "to")
			so.Done()
		}
		r.Done()
		d.scene.Setup.Rules = append(d.scene.Setup.Rules, rule)
	}
}

func (d *decoder) condition(r *markup.Object, i int, key string) systems.Condition {
	n := r.Node(key)
	if n == nil {
		d.list.Errorf(r.Span(), "a rule has no key %q, wanted a condition or a map of state keys", key)
		return systems.Condition{}
	}
	if n.Kind != markup.Map {
		d.list.Errorf(n.Span, "%s: wanted a condition or a map of state keys, found %s", key, n.Describe())
		return systems.Condition{}
	}
	c := trees.CompileCondition(n, fmt.Sprintf("rule %d %s", i+1, key), d.reg, d.list)
	if c == nil {
		return systems.Condition{}
	}
	return systems.Condition{Program: c.Program, Plain: c.Plain, Tests: c.Tests}
}

func (d *decoder) bag(o *markup.Object, key string) []systems.StateValue {
	n := o.Node(key)
	if n == nil {
		return nil
	}
	return d.state(trees.DecodeState(n, key, d.list))
}

// duration reads "2s", "500ms" or a number of seconds.
func (d *decoder) duration(o *markup.Object, key string) float64 {
	n := o.Node(key)
	if n == nil {
		return 0
	}
	seconds := math.NaN()
	switch n.Kind {
	case markup.Number:
		seconds = n.Num
	case markup.String:
		if t, err := time.ParseDuration(n.Str); err == nil {
			seconds = t.Seconds()
		}
	}
	if !(seconds >= 0 && seconds <= 1e6) {
		d.list.Errorf(n.Span, "%s: wanted a time such as 2s, 500ms or 1.5 (seconds), at most 1e6 s, found %s", key, n.Describe())
		return 0
	}
	return seconds
}

// sends reads the events that a rule sends: a name, {event, to}, or a list of them.
func (d *decoder) sends(o *markup.Object) []systems.Send {
	n := o.Node("send")
	if n == nil {
		return nil
	}
	items := []*markup.Node{n}
	if n.Kind == markup.Sequence {
		items = n.Items
	}
	var sends []systems.Send
	for _, item := range items {
		sends = append(sends, d.send(item))
	}
	return sends
}

func (d *decoder) send(n *markup.Node) systems.Send {
	send := systems.Send{Name: n.Str, From: true, To: true}
	if n.Kind == markup.Map {
		o := n.Object(d.list, "send")
		send.Name = o.RequiredText("event")
		if e := o.Node("event"); e != nil {
			d.checkEvent(send.Name, e.Span)
		}
		if to, ok := o.Str("to"); ok {
			send.From, send.To = to != "to", to != "from"
			if !slices.Contains([]string{"from", "to", "both"}, to) {
				d.list.Errorf(o.Node("to").Span, "to: wanted from, to or both, found %s", o.Node("to").Describe())
			}
		}
		o.Done()
	} else if n.Kind == markup.String {
		d.checkEvent(send.Name, n.Span)
	} else {
		d.list.Errorf(n.Span, "send: wanted the name of an event or a map {event, to}, found %s", n.Describe())
	}
	return send
}

// checkEvent refuses an event that no tree of the scene can take, where some of them say
// so.
func (d *decoder) checkEvent(name string, at syntax.Span) {
	var refused error
	for _, p := range d.scene.Setup.Trees() {
		if _, judges := p.Semantics.(run.EventJudge); !judges {
			continue
		}
		err := run.CheckEvent(p, name)
		if err == nil {
			return
		}
		refused = cmp.Or(refused, err)
	}
	if refused != nil {
		d.list.Errorf(at, "send: %v", refused)
	}
}

// treeSettings reads the settings of all trees of the scene, before these are
// loaded. A scene that is being played keeps its first settings, except for Lua.
func (d *decoder) treeSettings(o *markup.Object) {
	var s trees.Settings
	before := len(d.list.Errors)
	s.Finished = trees.Finished(d.oneOf(o, "onRootFinished", trees.FinishedWords...))
	s.StopFailed = d.oneOf(o, "onRootFailed", "restart", "stop") == 1
	s.StepLimit = int(o.Int("stepLimit", 0, 1, 1<<16-1))
	s.OneCall = d.oneOf(o, "rootCalls", "once", "exactlyOnce") == 1
	s.Enums = d.enums(o)
	if n := o.Node("lua"); n != nil {
		if n.Kind != markup.Sequence || len(n.Items) > maxScripts.In(d.limits) {
			d.list.Errorf(n.Span, "lua: wanted a list of at most %d files, found %s", maxScripts.In(d.limits), n.Describe())
			return
		}
		for _, item := range n.Items {
			if item.Kind != markup.String {
				d.list.Errorf(item.Span, "lua: wanted the name of a file, found %s", item.Describe())
				continue
			}
			s.Lua = append(s.Lua, trees.Ref{At: item.Span.Start, Name: item.Str})
		}
	}
	switch {
	case len(d.list.Errors) > before:
	case d.reload:
		d.scene.loader.SetLua(s.Lua, d.list)
	default:
		for _, v := range d.scene.Setup.Settings {
			s.Values = append(s.Values, trees.Value(v))
		}
		d.scene.loader.Set(s, d.list)
	}
}

// maxEnums bounds the names of numbers.
var maxEnums = limit.New("scene.enums", 1000, 1<<20, "names", "enums of a scene", limit.Refused)

// enums reads the names of numbers that trees can use.
func (d *decoder) enums(o *markup.Object) map[string]int64 {
	n := o.Node("enums")
	if n == nil {
		return nil
	}
	if n.Kind != markup.Map || len(n.Entries) > maxEnums.In(d.limits) {
		d.list.Errorf(n.Span, "enums: wanted a map of at most %d names to whole numbers, found %s", maxEnums.In(d.limits), n.Describe())
		return nil
	}
	all := map[string]int64{}
	for _, e := range n.Entries {
		if e.Value.Kind != markup.Number || !e.Value.Int || e.Value.Num != float64(int32(e.Value.Num)) {
			d.list.Errorf(e.Value.Span, "enums: %s: wanted a whole number of 32 bits, found %s", e.Key, e.Value.Describe())
			continue
		}
		all[e.Key] = int64(e.Value.Num)
	}
	return all
}

// oneOf returns which of some words a key has; it has the first where it is left out.
func (d *decoder) oneOf(o *markup.Object, key string, words ...string) int {
	word, ok := o.Str(key)
	i := slices.Index(words, word)
	if ok && i < 0 {
		last := len(words) - 1
		d.list.Errorf(o.Node(key).Span, "%s: wanted %s or %s, found %s", key, strings.Join(words[:last], ", "), words[last], o.Node(key).Describe()).
			Suggest(word, words)
	}
	return max(i, 0)
}

func (d *decoder) settings(o *markup.Object) {
	n := o.Node("settings")
	if n == nil {
		return
	}
	if n.Kind != markup.Map {
		d.list.Errorf(n.Span, "settings: wanted a map of names and values, found %s", n.Describe())
		return
	}
	for _, e := range n.Entries {
		v := e.Value.Value()
		if k := e.Value.Kind; k != markup.String && k != markup.Bool && !isFinite(e.Value) {
			d.list.Errorf(e.Value.Span, "settings: %s: wanted a finite number, a string, true or false, found %s", e.Key, e.Value.Describe())
		}
		d.scene.Setup.Settings = append(d.scene.Setup.Settings, systems.Setting{Name: e.Key, Value: v})
	}
}

func isFinite(n *markup.Node) bool {
	return n.Kind == markup.Number && !math.IsNaN(n.Num) && !math.IsInf(n.Num, 0)
}
