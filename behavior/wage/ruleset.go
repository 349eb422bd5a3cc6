package wage

import (
	"math"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// Ruleset is a ruleset as it is written, with Thicket's `count` and `start`
// per class.
type Ruleset struct {
	Classes          []*Class
	Teams            []Team
	Assignment       *Assignment
	PlayerJoinStates []StateValue
	Behaviors        []Behavior // named
}

// Class is a bot class.
type Class struct {
	ID          string
	Name        string
	Description string
	Team        string // its id; empty: none of its own
	State       []StateValue
	SpeedMPS    float64 // metres a second
	MinCount    int
	MaxCount    int // MaxInt32 when there is no ceiling
	Count       int // how many a scene starts with
	Start       []Start
	Behavior    *Behavior // nil: the bot's state.behavior names one
	Tunables    []Tunable
	At          syntax.Span
}

// Start overrides the state of the first bots of a class.
type Start struct {
	Count int
	State []StateValue
}

// StateValue is one key of a bag of state.
type StateValue struct {
	Key   string
	Value host.Value
}

// Behavior is a tree, or the file that has it.
type Behavior struct {
	Name string // of a named behaviour
	Tree Node   // or
	File string
	At   syntax.Pos
}

// Tunable is a number of a class that a game master may change.
type Tunable struct {
	Key, Label string
	Min, Max   float64 // infinite where the file has none
	Step       float64
}

// Team is a team that bots and players can be on.
type Team struct {
	ID    string
	Color string // #rrggbb, or empty
	At    syntax.Pos
}

// Assignment pins humans, and bots without a team, to a team.
type Assignment struct{ Human, Bot string }

// TunableKeys are the numeric fields of a class that can be tuned.
var TunableKeys = []string{"speedMps", "minCount", "maxCount"}

// MaxBots is the largest number of bots of one class.
const MaxBots = 10_000_000

// DecodeRuleset reads the keys of a ruleset from a document's top level. The
// caller deals with the other keys. Faults go to the list.
func DecodeRuleset(o *syntax.Object, reg *host.Registry, l *syntax.List) *Ruleset {
	d := &rulesetDecoder{reg: reg, list: l}
	d.teams(o)
	d.r.Behaviors = d.behaviors(o)
	if n := o.Node("playerJoinStates"); n != nil {
		d.r.PlayerJoinStates = d.state(n, "playerJoinStates")
	}
	if !o.Has("bots") {
		l.Errorf(o.Pos(), "no bots, wanted a list of bot classes")
	}
	for _, n := range o.List("bots") {
		d.class(n)
	}
	d.assignment(o)
	d.checkTeams()
	return &d.r
}

type rulesetDecoder struct {
	reg  *host.Registry
	list *syntax.List
	r    Ruleset
	// named remembers where team ids are mentioned, to check them at the end
	named    []Team
	declared bool // there is a `teams` key
	ids      []Team
}

func (d *rulesetDecoder) teams(o *syntax.Object) {
	d.declared = o.Has("teams")
	for _, n := range o.List("teams") {
		t := n.Object(d.list, "a team")
		if t == nil {
			continue
		}
		team := Team{ID: d.text(t, "id"), At: n.Span.Start}
		if color, ok := t.Str("color"); ok {
			team.Color = color
			if !isColor(color) {
				d.list.Errorf(t.Node("color").Span.Start, "color: wanted #rrggbb, found %q", color)
			}
		}
		t.Known("name")
		t.Done()
		if d.unique(&d.r.Teams, team, "team") {
			d.r.Teams = append(d.r.Teams, team)
		}
	}
}

// text is a text that must be there and say something.
func (d *rulesetDecoder) text(o *syntax.Object, key string) string {
	s, ok := o.Str(key)
	switch {
	case !o.Has(key):
		return o.RequiredStr(key)
	case ok && s == "":
		d.list.Errorf(o.Node(key).Span.Start, "%s: wanted a text that is not empty", key)
	}
	return s
}

// unique reports a second entry with one id, with the place of the first.
func (d *rulesetDecoder) unique(list *[]Team, t Team, what string) bool {
	if t.ID == "" {
		return false
	}
	for _, other := range *list {
		if other.ID == t.ID {
			err := d.list.Errorf(t.At, "%s %q is there already", what, t.ID)
			err.Notes = append(err.Notes, syntax.Note{Pos: other.At, Msg: "the first one"})
			return false
		}
	}
	return true
}

func isColor(s string) bool {
	digits, ok := strings.CutPrefix(s, "#")
	return ok && len(digits) == 6 && strings.Trim(digits, "0123456789abcdefABCDEF") == ""
}

func (d *rulesetDecoder) assignment(o *syntax.Object) {
	n := o.Node("teamAssignment")
	if n == nil {
		return
	}
	a := n.Object(d.list, "teamAssignment")
	if a == nil {
		return
	}
	d.r.Assignment = &Assignment{Human: a.RequiredStr("humanTeamId")}
	d.mention(d.r.Assignment.Human, a.Node("humanTeamId"))
	if bot, ok := a.Str("botTeamId"); ok {
		d.r.Assignment.Bot = bot
		d.mention(bot, a.Node("botTeamId"))
	}
	a.Done()
}

func (d *rulesetDecoder) mention(id string, n *syntax.Node) {
	if id != "" && n != nil {
		d.named = append(d.named, Team{ID: id, At: n.Span.Start})
	}
}

// checkTeams holds mentioned team ids against the listed ones; without a list
// the ids that are mentioned make the teams, in the order of the file.
func (d *rulesetDecoder) checkTeams() {
	ids := make([]string, len(d.r.Teams))
	for i, t := range d.r.Teams {
		ids[i] = t.ID
	}
	slices.SortStableFunc(d.named, func(a, b Team) int {
		if a.At.Line != b.At.Line {
			return int(a.At.Line - b.At.Line)
		}
		return int(a.At.Col - b.At.Col)
	})
	for _, t := range d.named {
		switch {
		case slices.Contains(ids, t.ID):
		case d.declared:
			d.list.Errorf(t.At, "unknown team %q", t.ID).Suggest(t.ID, ids)
		default:
			ids = append(ids, t.ID)
			d.r.Teams = append(d.r.Teams, t)
		}
	}
}

func (d *rulesetDecoder) behaviors(o *syntax.Object) []Behavior {
	n := o.Node("behaviors")
	if n == nil {
		return nil
	}
	if n.Kind != syntax.Map {
		d.list.Errorf(n.Span.Start, "behaviors: wanted a map of names and trees, found %v", n.Kind)
		return nil
	}
	var named []Behavior
	for _, e := range n.Entries {
		if isKind(e.Key) {
			d.list.Errorf(e.KeySpan.Start, "a behaviour cannot be called %q: that is an action", e.Key)
		}
		if b := d.behavior(e.Value, e.Key); b != nil {
			named = append(named, *b)
		}
	}
	return named
}

// behavior reads a tree or {file: NAME}.
func (d *rulesetDecoder) behavior(n *syntax.Node, name string) *Behavior {
	b := &Behavior{Name: name, At: n.Span.Start}
	if n.Kind == syntax.Map && n.Get("file") != nil && n.Get("kind") == nil {
		o := n.Object(d.list, "behavior")
		b.File = o.RequiredStr("file")
		b.At = o.Node("file").Span.Start
		o.Done()
		return b
	}
	if b.Tree = Decode(n, name, d.reg, d.list); b.Tree == nil {
		return nil
	}
	return b
}

func (d *rulesetDecoder) class(n *syntax.Node) {
	o := n.Object(d.list, "a bot class")
	if o == nil {
		return
	}
	c := &Class{At: n.Span, ID: d.text(o, "id"), Name: d.text(o, "name")}
	c.Description, _ = o.Str("description")
	if team, ok := o.Str("teamId"); ok {
		c.Team = team
		d.mention(team, o.Node("teamId"))
	}
	if s := o.Node("initialState"); s != nil {
		c.State = d.state(s, "initialState")
	}
	c.SpeedMPS = o.NumberIn("speedMps", 2, 0, math.Inf(1))
	d.counts(o, c)
	if b := o.Node("behavior"); b != nil {
		c.Behavior = d.behavior(b, c.ID)
	}
	for _, t := range o.List("tunable") {
		d.tunable(t, c)
	}
	o.Done()
	id := Team{ID: c.ID, At: n.Span.Start}
	if d.unique(&d.ids, id, "bot class") {
		d.ids = append(d.ids, id)
		d.r.Classes = append(d.r.Classes, c)
	}
}

func (d *rulesetDecoder) counts(o *syntax.Object, c *Class) {
	c.MinCount = int(o.Int("minCount", 0, 0, MaxBots))
	c.MaxCount = int(o.Int("maxCount", math.MaxInt32, 0, MaxBots))
	if c.MaxCount < c.MinCount {
		d.list.Errorf(o.Node("maxCount").Span.Start, "maxCount %d is below minCount %d", c.MaxCount, c.MinCount)
	}
	c.Count = int(o.Int("count", int64(c.MinCount), 0, MaxBots))
	switch {
	case c.Count < c.MinCount:
		d.list.Errorf(o.Node("count").Span.Start, "count %d is below minCount %d", c.Count, c.MinCount)
	case c.Count > c.MaxCount && c.MaxCount >= c.MinCount:
		d.list.Errorf(o.Node("count").Span.Start, "count %d is above maxCount %d", c.Count, c.MaxCount)
	}
	total := 0
	for _, n := range o.List("start") {
		s := n.Object(d.list, "a start")
		if s == nil {
			continue
		}
		start := Start{Count: int(s.Int("count", 1, 0, MaxBots))}
		if st := s.Node("state"); st != nil {
			start.State = d.state(st, "state")
		} else {
			d.list.Errorf(s.Pos(), "a start without state")
		}
		s.Done()
		if total += start.Count; total > c.Count {
			d.list.Errorf(n.Span.Start, "start is for %d bots, but count is %d", total, c.Count)
		}
		c.Start = append(c.Start, start)
	}
}

func (d *rulesetDecoder) state(n *syntax.Node, what string) []StateValue {
	return DecodeState(n, what, d.list)
}

// DecodeState reads a bag of state: a map of keys and any values.
func DecodeState(n *syntax.Node, what string, l *syntax.List) []StateValue {
	if n.Kind != syntax.Map {
		l.Errorf(n.Span.Start, "%s: wanted a map of state keys, found %v", what, n.Kind)
		return nil
	}
	var bag []StateValue
	for _, e := range n.Entries {
		bag = append(bag, StateValue{e.Key, host.ValueOf(e.Value)})
	}
	return bag
}

func (d *rulesetDecoder) tunable(n *syntax.Node, c *Class) {
	o := n.Object(d.list, "a tunable")
	if o == nil {
		return
	}
	t := Tunable{Key: o.RequiredStr("key")}
	t.Label = t.Key
	if label, ok := o.Str("label"); ok {
		t.Label = label
	}
	t.Min, t.Max = o.Number("min", math.Inf(-1)), o.Number("max", math.Inf(1))
	t.Step = o.Number("step", 1)
	o.Done()
	if t.Step <= 0 {
		d.list.Errorf(o.Node("step").Span.Start, "step: wanted more than 0, found %v", t.Step)
	}
	if t.Max < t.Min {
		d.list.Errorf(o.Node("max").Span.Start, "max %v is below min %v", t.Max, t.Min)
	}
	if t.Key != "" && !slices.Contains(TunableKeys, t.Key) {
		d.list.Errorf(o.Node("key").Span.Start, "%q is no numeric field of a bot class, wanted one of %s", t.Key, oneOf(TunableKeys)).
			Suggest(t.Key, TunableKeys)
		return
	}
	if slices.ContainsFunc(c.Tunables, func(u Tunable) bool { return u.Key == t.Key }) {
		d.list.Errorf(n.Span.Start, "tunable %q is there already", t.Key)
		return
	}
	c.Tunables = append(c.Tunables, t)
}
