package wage

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
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
	More        []markup.Entry // keys that the caller reads
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

// Behavior is a tree, the file that has it, or the name of another behaviour
// or of an action that needs no arguments.
type Behavior struct {
	Name string // of a named behaviour, else of the class
	Tree Node   // or
	File string // or
	Ref  string
	At   syntax.Span
	// Source names the source of Tree.
	Source *markup.Node

	// With a file, or with a creature that has its own tree:
	Creature Word   // the file that makes the creature
	Prefab   Word   // which of that file's creatures
	Roots    []Word // the folders of both files, and of what they mention: the first that has a file is meant
	Mods     []Word // folders of mods, in the order in which they are loaded
}

// Word is a text of a source and its place; empty where the source has none.
type Word struct {
	Text string
	At   syntax.Span
}

// Tunable is a number of a class that a game master may change.
type Tunable struct {
	Key, Label string
	Min, Max   float64 // infinite where the file has none
	Step       float64
	At         syntax.Span
	KeyAt      syntax.Span
}

// Team is a team that bots and players can be on.
type Team struct {
	ID    string
	Name  string // for people
	Color string // #rrggbb, or empty
	At    syntax.Span
}

// Assignment pins humans, and bots without a team, to a team.
type Assignment struct{ Human, Bot string }

// TunableKeys are the numeric fields of a class that can be tuned.
var TunableKeys = []string{"speedMps", "minCount", "maxCount"}

// MaxBots is the largest number of bots of one class.
const MaxBots = 10_000_000

// How many bot classes and teams a ruleset may have. A game numbers either in 16 bits.
var (
	maxClasses = limit.New("scene.classes", 1000, 30_000, "classes", "bot classes of a scene", limit.Refused)
	maxTeams   = limit.New("scene.teams", 1000, 30_000, "teams", "teams of a scene", limit.Refused)
)

// DecodeRuleset reads the keys of a ruleset from the top level of a document and
// reports faults to the list. The caller reads all other keys, at the top and in
// each class.
func DecodeRuleset(o *markup.Object, reg *host.Registry, l *syntax.List, more ...string) *Ruleset {
	d := &rulesetDecoder{reg: reg, list: l, more: more, seen: map[string]syntax.Pos{}}
	d.teams(o)
	d.behaviors(o)
	if n := o.Node("playerJoinStates"); n != nil {
		d.r.PlayerJoinStates = DecodeState(n, "playerJoinStates", d.list)
	}
	if !o.Has("bots") {
		l.Errorf(o.Span(), "a scene has no key %q, wanted a list of bot classes", "bots")
	}
	for _, n := range d.atMost(maxClasses.In(*host.LimitsOf(reg)), "bot classes", o.List("bots")) {
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
	// mentioned are the places that name a team, to be checked at the end
	mentioned []Team
	declared  bool                  // there is a `teams` key
	more      []string              // keys of a class for the caller
	known     []string              // names that a class's behavior may say
	seen      map[string]syntax.Pos // ids of classes
}

// atMost shortens a list that is too long and reports that as an error.
func (d *rulesetDecoder) atMost(limit int, what string, items []*markup.Node) []*markup.Node {
	if len(items) > limit {
		d.list.Errorf(items[limit].Span, "more than %d %s", limit, what)
		return items[:limit]
	}
	return items
}

func (d *rulesetDecoder) teams(o *markup.Object) {
	d.declared = o.Has("teams")
	seen := map[string]syntax.Pos{}
	for _, n := range d.atMost(maxTeams.In(*host.LimitsOf(d.reg)), "teams", o.List("teams")) {
		t := n.Object(d.list, "a team").SkipNulls()
		if t == nil {
			continue
		}
		team := Team{ID: t.ID(seen), At: n.Span}
		team.Name, _ = t.Str("name")
		if color, ok := t.Str("color"); ok {
			if team.Color = color; !isColor(color) {
				d.list.Errorf(t.Node("color").Span, `color: wanted "#rrggbb", found %s`, t.Node("color").Describe())
			}
		}
		t.Done()
		if team.ID != "" {
			d.r.Teams = append(d.r.Teams, team)
		}
	}
}

func isColor(s string) bool {
	digits, ok := strings.CutPrefix(s, "#")
	return ok && len(digits) == 6 && strings.Trim(digits, "0123456789abcdefABCDEF") == ""
}

func (d *rulesetDecoder) assignment(o *markup.Object) {
	n := o.Node("teamAssignment")
	if n == nil {
		return
	}
	a := n.Object(d.list, "teamAssignment").SkipNulls()
	if a == nil {
		return
	}
	a.RequiredStr("humanTeamId")
	d.r.Assignment = &Assignment{Human: d.mention(a, "humanTeamId"), Bot: d.mention(a, "botTeamId")}
	a.Done()
}

// mention reads the id of a team, which is checked once all teams are known.
func (d *rulesetDecoder) mention(o *markup.Object, key string) string {
	id, ok := o.Str(key)
	if ok {
		d.mentioned = append(d.mentioned, Team{ID: id, At: o.Node(key).Span})
	}
	return id
}

// checkTeams reports mentioned teams that are not listed. Without a list, the
// mentioned ids become the teams, in the order of the file.
func (d *rulesetDecoder) checkTeams() {
	ids := make([]string, len(d.r.Teams))
	for i, t := range d.r.Teams {
		ids[i] = t.ID
	}
	slices.SortStableFunc(d.mentioned, func(a, b Team) int {
		return cmp.Or(cmp.Compare(a.At.Start.Line, b.At.Start.Line), cmp.Compare(a.At.Start.Col, b.At.Start.Col))
	})
	for _, t := range d.mentioned {
		switch {
		case slices.Contains(ids, t.ID):
		case d.declared || t.ID == "":
			d.list.Errorf(t.At, "unknown team %q", t.ID).Suggest(t.ID, ids)
		default:
			ids = append(ids, t.ID)
			d.r.Teams = append(d.r.Teams, t)
		}
	}
}

// behaviors reads the named behaviours.
func (d *rulesetDecoder) behaviors(o *markup.Object) {
	for _, leaf := range Leaves(d.reg) {
		d.known = append(d.known, leaf.Use.Name)
	}
	n := o.Node("behaviors")
	if n == nil {
		return
	}
	if n.Kind != markup.Map {
		d.list.Errorf(n.Span, "behaviors: wanted a map of names and trees, found %s", n.Describe())
		return
	}
	for _, e := range n.Entries {
		if isKind(e.Key) {
			d.list.Errorf(e.KeySpan, "a behaviour cannot be called %q: that is an action", e.Key)
		}
		d.known = append(d.known, e.Key)
		if b := d.behavior(e.Value, e.Key); b != nil {
			d.r.Behaviors = append(d.r.Behaviors, *b)
		}
	}
}

// behavior reads a tree, or what names the files that have one.
func (d *rulesetDecoder) behavior(n *markup.Node, name string) *Behavior {
	b := &Behavior{Name: name, At: n.Span}
	if n.Kind == markup.Map && n.Get("kind") == nil && (n.Get("file") != nil || n.Get("creature") != nil) {
		return d.inFile(n, b)
	}
	b.Source = n
	if b.Tree = Decode(n, name, d.reg, d.list); b.Tree == nil {
		return nil
	}
	return b
}

// inFile reads {file: NAME, creature: NAME, prefab: NAME, root: NAME}; one of the
// first two may be left out.
func (d *rulesetDecoder) inFile(n *markup.Node, b *Behavior) *Behavior {
	o := n.Object(d.list, "a behaviour in a file").SkipNulls()
	word := func(key string) (w Word) {
		if o.Node(key) != nil {
			w = Word{o.RequiredText(key), o.Node(key).Span}
		}
		return w
	}
	file := word("file")
	b.Creature, b.Prefab = word("creature"), word("prefab")
	b.Roots, b.Mods = d.folders(o, "root"), d.folders(o, "mod")
	if b.File = file.Text; file.Text != "" {
		b.At = file.At
	}
	if o.Node("prefab") != nil && o.Node("creature") == nil {
		d.list.Errorf(b.Prefab.At, "prefab: there is no creature, whose file would have it")
	}
	o.Done()
	if o.Node("file") != nil && b.File == "" || o.Node("creature") != nil && b.Creature.Text == "" {
		return nil
	}
	return b
}

// maxFolders bounds the roots and the mods of a class.
const maxFolders = 20

func init() {
	limit.Fixed(maxFolders, "each is looked through for each file", "behavior.folders", "folders", "roots, or mods, of a class", limit.Refused)
}

// folders reads the name of a folder, or a list of them.
func (d *rulesetDecoder) folders(o *markup.Object, key string) (all []Word) {
	n := o.Node(key)
	if n == nil {
		return nil
	}
	if n.Kind != markup.Sequence {
		return []Word{{o.RequiredText(key), n.Span}}
	}
	for i, item := range o.List(key) {
		switch {
		case i == maxFolders:
			d.list.Errorf(item.Span, "%s: more than %d folders", key, maxFolders)
			return all
		case item.Kind != markup.String || item.Str == "":
			d.list.Errorf(item.Span, "%s: wanted the name of a folder, found %s", key, item.Describe())
		default:
			all = append(all, Word{item.Str, item.Span})
		}
	}
	return all
}

// classBehavior reads what behavior does, or the name of a behaviour.
func (d *rulesetDecoder) classBehavior(n *markup.Node, class string) *Behavior {
	if n.Kind != markup.String {
		return d.behavior(n, class)
	}
	if !slices.Contains(d.known, n.Str) {
		if use := host.FindAction(d.reg.Overlay(dialect), n.Str); use != nil && use.Kind == host.Leaf {
			_, why := leaf(use, d.reg)
			d.list.Errorf(n.Span, "%v, wanted an action that needs no arguments, or a tree: {kind: action, name: %s, args: {...}}", why, n.Str)
			return nil
		}
		fault := d.list.Errorf(n.Span, "unknown behaviour %s", n.Describe()).Suggest(n.Str, d.known)
		if use := standin.Action(d.reg, d.list, fault, n.Str); use != nil {
			return &Behavior{Name: class, At: n.Span, Source: n, Tree: &Action{At: n.Span, Use: use}}
		}
		return nil
	}
	return &Behavior{Name: class, Ref: n.Str, At: n.Span}
}

func (d *rulesetDecoder) class(n *markup.Node) {
	o := n.Object(d.list, "a bot class").SkipNulls()
	if o == nil {
		return
	}
	c := &Class{At: n.Span, ID: o.ID(d.seen), Name: o.RequiredText("name"), Team: d.mention(o, "teamId")}
	c.Description, _ = o.Str("description")
	if s := o.Node("initialState"); s != nil {
		c.State = DecodeState(s, "initialState", d.list)
	}
	c.SpeedMPS = o.NumberIn("speedMps", 2, 0, math.Inf(1))
	d.counts(o, c)
	if b := o.Node("behavior"); b != nil {
		c.Behavior = d.classBehavior(b, c.ID)
	}
	for _, t := range o.List("tunable") {
		d.tunable(t, c)
	}
	for _, e := range n.Entries {
		if slices.Contains(d.more, e.Key) {
			c.More = append(c.More, e)
		}
	}
	o.Known(d.more...)
	o.Done()
	if c.ID != "" {
		d.r.Classes = append(d.r.Classes, c)
	}
}

// counts reads the numbers of bots. A number that is wrong by itself is not
// compared with the others.
func (d *rulesetDecoder) counts(o *markup.Object, c *Class) {
	before := len(d.list.Errors)
	c.MinCount = int(o.Int("minCount", 0, 0, MaxBots))
	c.MaxCount = math.MaxInt32
	if o.Has("maxCount") {
		c.MaxCount = int(o.Int("maxCount", 0, 0, MaxBots))
	}
	c.Count = int(o.Int("count", int64(c.MinCount), 0, MaxBots))
	if len(d.list.Errors) == before {
		d.checkCounts(o, c)
	}
	sound := len(d.list.Errors) == before
	total := 0
	for _, n := range o.List("start") {
		start := d.start(n)
		c.Start = append(c.Start, start)
		if total += start.Count; sound && total > c.Count {
			d.list.Errorf(n.Span, "start is for more bots (%d up to here) than count (%d)", total, c.Count)
		}
	}
}

func (d *rulesetDecoder) checkCounts(o *markup.Object, c *Class) {
	switch {
	case c.MaxCount < c.MinCount:
		d.list.Errorf(o.Node("maxCount").Span, "maxCount %d is below minCount %d", c.MaxCount, c.MinCount)
	case c.Count < c.MinCount:
		d.list.Errorf(o.Node("count").Span, "count %d is below minCount %d", c.Count, c.MinCount)
	case c.Count > c.MaxCount:
		d.list.Errorf(o.Node("count").Span, "count %d is above maxCount %d", c.Count, c.MaxCount)
	}
}

func (d *rulesetDecoder) start(n *markup.Node) (start Start) {
	o := n.Object(d.list, "a start").SkipNulls()
	if o == nil {
		return start
	}
	start.Count = int(o.Int("count", 1, 0, MaxBots))
	if state := o.Node("state"); state != nil {
		start.State = DecodeState(state, "state", d.list)
	} else {
		d.list.Errorf(o.Span(), "a start has no key %q, wanted a map of state keys", "state")
	}
	o.Done()
	return start
}

// DecodeState reads a bag of state: a map of keys and any values.
func DecodeState(n *markup.Node, what string, l *syntax.List) []StateValue {
	if n.Kind != markup.Map {
		l.Errorf(n.Span, "%s: wanted a map of state keys, found %s", what, n.Describe())
		return nil
	}
	var bag []StateValue
	for _, e := range n.Entries {
		noticeYes(e.Value, l)
		bag = append(bag, StateValue{e.Key, e.Value.Value()})
	}
	return bag
}

// noticeYes notes a text that is a truth value in other readers of YAML: yes, no, on
// or off without quotes. No test for true or false ever finds it.
func noticeYes(n *markup.Node, l *syntax.List) {
	at := n.Span
	if n.Kind != markup.String || at.EndLine != at.Start.Line || int(at.EndCol-at.Start.Col) != len(n.Str) {
		return // it is quoted
	}
	switch strings.ToLower(n.Str) {
	case "yes", "on":
		l.Noticef(at, "%s is a text here", n.Str).Hint = fmt.Sprintf("wanted true, or %q in quotes for the text", n.Str)
	case "no", "off":
		l.Noticef(at, "%s is a text here", n.Str).Hint = fmt.Sprintf("wanted false, or %q in quotes for the text", n.Str)
	}
}

func (d *rulesetDecoder) tunable(n *markup.Node, c *Class) {
	o := n.Object(d.list, "a tunable").SkipNulls()
	if o == nil {
		return
	}
	t := Tunable{
		At: o.Span(), Key: o.RequiredStr("key"),
		Min: o.Number("min", math.Inf(-1)), Max: o.Number("max", math.Inf(1)),
		Step: o.Number("step", 1),
	}
	t.Label = t.Key
	if label, ok := o.Str("label"); ok {
		t.Label = label
	}
	o.Done()
	if t.Step <= 0 {
		d.list.Errorf(o.Node("step").Span, "step: wanted a number above 0, found %v", t.Step)
	}
	if t.Max < t.Min {
		d.list.Errorf(o.Node("max").Span, "max %v is below min %v", t.Max, t.Min)
	}
	if _, ok := o.Str("key"); !ok {
		return
	}
	t.KeyAt = o.Node("key").Span
	if len(d.more) == 0 && !slices.Contains(TunableKeys, t.Key) { // the caller knows of no other
		d.list.Errorf(o.Node("key").Span, "%q is no numeric field of a bot class, wanted %s", t.Key, markup.Or(TunableKeys)).
			Suggest(t.Key, TunableKeys)
		return
	}
	if slices.ContainsFunc(c.Tunables, func(u Tunable) bool { return u.Key == t.Key }) {
		d.list.Errorf(o.Node("key").Span, "a tunable with the key %q is there already", t.Key)
		return
	}
	c.Tunables = append(c.Tunables, t)
}
