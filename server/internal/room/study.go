package room

import (
	"bytes"
	"fmt"
	"math"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/inspect"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// What a game master is told of the body that it has selected, at most.
const (
	studyEvery = 200 * time.Millisecond
	maxNodes   = 2000    // of a tree
	maxAnswers = 200     // in a message; the others come in the next
	maxWhy     = 300     // characters
	maxSource  = 1 << 18 // bytes of a file
	maxFound   = 50      // bodies
	maxWaiting = 8       // messages; a guest with more of them is told nothing new
)

// studies holds what a room finds out about the bodies that game masters have selected: one
// for each body, so that there are no more than game masters.
type studies struct {
	of   map[components.ID]*study
	game *systems.Game // in which they follow
	told time.Time     // when guests were told
}

// study follows the tree of a bot, for all who have selected it.
type study struct {
	inspect.Follower
	tally  inspect.Tally // of the bot's class
	asked  int64         // the tick that was recalled last; -1 for none
	wanted bool          // somebody has selected the bot
}

// selection says whom a guest has selected, and what it was told of that.
type selection struct {
	id      components.ID
	sheet   []byte       // the last one, without its tick
	program *run.Program // whose tree it has; nil for none
	answers []answer     // by place in the tree
	at      int          // of the next answer to look at: a message may have no room for all
	frame   uint32       // the last one before it was told
}

// The messages about a selected body.
type (
	sheet struct {
		Type    string         `json:"type"`
		ID      components.ID  `json:"id"`
		Tick    int64          `json:"tick"`
		Gone    bool           `json:"gone,omitempty"`
		Name    string         `json:"name,omitempty"`
		Class   string         `json:"class,omitempty"`
		ClassID string         `json:"classId,omitempty"`
		X       float64        `json:"x"` // metres
		Y       float64        `json:"y"`
		Speed   *botSpeed      `json:"speedMps,omitempty"`
		Form    string         `json:"form,omitempty"`
		Team    string         `json:"team,omitempty"`
		Dead    bool           `json:"dead,omitempty"`
		Hidden  bool           `json:"hidden,omitempty"`
		Rows    list[sheetRow] `json:"rows,omitempty"`
		State   list[stateRow] `json:"state,omitempty"`
		Values  list[value]    `json:"values,omitempty"`
		Log     list[string]   `json:"log,omitempty"`
		Faults  list[string]   `json:"faults,omitempty"`
	}
	// botSpeed names the number of a single bot that can be tuned.
	botSpeed struct {
		Value float64 `json:"value"` // metres a second
		Over  bool    `json:"over"`  // it is the bot's own, not that of its class
	}
	sheetRow struct {
		Label string        `json:"label"`
		Text  string        `json:"text"`
		Share *float64      `json:"share,omitempty"` // of a whole
		Who   components.ID `json:"who,omitempty"`
	}
	stateRow struct {
		Key      string `json:"key"`
		Value    string `json:"value"` // as JSON
		Editable bool   `json:"editable,omitempty"`
	}
	value struct {
		Kind  string `json:"kind,omitempty"`
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	treeMessage struct {
		Type  string         `json:"type"`
		ID    components.ID  `json:"id"`
		Name  string         `json:"name"`
		As    string         `json:"as,omitempty"` // the file that an edited text is given as
		Nodes list[treeNode] `json:"nodes"`
		More  int            `json:"more,omitempty"` // nodes that are not listed
	}
	treeNode struct {
		Depth int    `json:"depth"`
		Sign  string `json:"sign"`
		Title string `json:"title"`
		Rest  string `json:"rest,omitempty"`
		File  string `json:"file,omitempty"`
		Line  int32  `json:"line,omitempty"` // from 1, as is the column
		Col   int32  `json:"col,omitempty"`
	}
	answers struct {
		Type string        `json:"type"`
		ID   components.ID `json:"id"`
		Tick int64         `json:"tick"`
		List list[answer]  `json:"list"`
	}
	// answer returns the word for the answer of a node in the last tick: no word where it was
	// not asked.
	answer struct {
		At   int    `json:"at"` // of the nodes of the tree
		Word string `json:"word,omitempty"`
		Why  string `json:"why,omitempty"`
		Ran  int    `json:"ran,omitempty"`   // in how many of 100 of the last ticks
		All  int    `json:"class,omitempty"` // for how many of 100 of its class
	}
	found struct {
		Type string         `json:"type"`
		Text string         `json:"text"`
		List list[foundOne] `json:"list"`
		More int            `json:"more,omitempty"`
	}
	foundOne struct {
		ID   components.ID `json:"id"`
		Name string        `json:"name"`
	}
	source struct {
		Type string `json:"type"`
		File string `json:"file"`
		Text string `json:"text"`
	}
)

// choose turns a guest to a body, or to nobody for 0.
func (g *Guest) choose(id components.ID) error {
	r := g.room
	r.mu.Lock()
	defer r.mu.Unlock()
	g.selected = nil
	if _, here := r.guests[g]; !here || id == 0 {
		return nil
	}
	if r.snap.Body(id) == nil {
		return fmt.Errorf("there is no body %d", id)
	}
	g.selected = &selection{id: id}
	r.follow()
	r.tell(g)
	return nil
}

// read answers with the text of a file that the scene has read.
func (g *Guest) read(file string) error {
	r := g.room
	r.mu.Lock()
	text, ok := r.session.Scene().Source(file)
	r.mu.Unlock()
	switch {
	case !ok:
		return fmt.Errorf("the scene has read no file %q", file)
	case len(text) > maxSource:
		return fmt.Errorf("%s has %d bytes, and %d are sent at most", file, len(text), maxSource)
	}
	return g.answer(source{"source", file, string(text)})
}

// find answers with the bodies that have a text in their names.
func (g *Guest) find(text string) error {
	if text == "" || len(text) > maxWhy {
		return fmt.Errorf("a text of %d bytes, wanted 1 to %d", len(text), maxWhy)
	}
	m := found{Type: "found", Text: text, List: []foundOne{}}
	text = strings.ToLower(text)
	r := g.room
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, list := range [...][]session.BodyView{r.snap.Players, r.snap.Bots} {
		for i := range list {
			if !strings.Contains(strings.ToLower(list[i].Name), text) {
				continue
			}
			if len(m.List) < maxFound {
				m.List = append(m.List, foundOne{list[i].ID, list[i].Name})
			} else {
				m.More++
			}
		}
	}
	return g.answer(m)
}

// follow has a study of each body that is selected, in the game of now, and of no other.
func (r *Room) follow() {
	t, game := &r.studies, r.session.Game()
	if t.game != game {
		t.game, t.of = game, map[components.ID]*study{}
	}
	minds := chronicle.Minds(game)
	for _, one := range t.of {
		one.wanted = false
	}
	for g := range r.guests {
		if g.selected == nil {
			continue
		}
		id := g.selected.id
		if t.of[id] == nil {
			t.of[id] = &study{asked: -1}
			t.of[id].Follow(minds, id)
			t.of[id].tally.Count(minds, id)
		}
		t.of[id].wanted = true
	}
	for id, one := range t.of {
		if !one.wanted {
			one.Follow(minds, 0)
			delete(t.of, id)
		}
	}
}

// recall learns what the trees did in the last tick where no other tick is to come that tells.
func (r *Room) recall() {
	if !r.past && !r.session.Paused() {
		return
	}
	tick := r.session.World().Clock().Tick
	for _, one := range r.studies.of {
		if !one.Known() && one.asked != tick {
			one.asked = tick
			_ = chronicle.Recall(&one.Follower, r.session, 1) // without a history the next tick tells
		}
	}
}

// beginTick is called before each tick.
func (r *Room) beginTick() {
	r.follow()
	for id, one := range r.studies.of {
		one.BeginTick()
		one.tally.Count(chronicle.Minds(r.studies.game), id) // it may have got another tree
		one.tally.BeginTick()
	}
}

// tellSelected tells guests of what they have selected, now and then.
func (r *Room) tellSelected(now time.Time) {
	if now.Sub(r.studies.told) < studyEvery {
		return
	}
	r.studies.told = now
	r.follow()
	r.recall()
	for g := range r.guests {
		if g.selected != nil && g.takes(&g.selected.frame) {
			r.tell(g)
		}
	}
}

// takes reports whether a guest is told more of something, of which it was told when its last
// frame was the one with a number, and puts the number of the last one there. Who has not come
// so far, or has messages that wait, is told when it has: what a page on a slow machine is told
// meanwhile would be old when it is read, and what comes after it late.
func (g *Guest) takes(frame *uint32) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.queue) >= maxWaiting || !g.stream.Passed(*frame) {
		return false
	}
	*frame = g.stream.Last()
	return true
}

// tell tells a guest what has changed of what it has selected.
func (r *Room) tell(g *Guest) {
	s, t := g.selected, r.studies.of[g.selected.id]
	m := r.sheet(t)
	if now := encode(m); !bytes.Equal(now, s.sheet) {
		s.sheet = now
		m.Tick = r.snap.Tick
		g.offer(r.view, encode(m))
	}
	if m.Gone {
		s.program, s.answers = nil, nil
		return
	}
	if p := t.Program(); p != s.program {
		s.program, s.answers = p, nil
		g.offer(r.view, encode(r.tree(t)))
	}
	if list := t.changed(s); len(list) > 0 {
		g.offer(r.view, encode(answers{"answers", s.id, r.snap.Tick, list}))
	}
}

// sheet returns what there is to tell of a body, but for the tick.
func (r *Room) sheet(t *study) *sheet {
	id := t.ID()
	m := &sheet{Type: "sheet", ID: id}
	from := chronicle.NewSheet(r.session, &r.snap, id, r.journal)
	if from == nil {
		m.Gone = true
		return m
	}
	m.Name, m.Class, m.Form, m.Team, m.Dead, m.Hidden = from.Name, from.Class, from.Form, from.Team, from.Dead, from.Hidden
	body := r.snap.Body(id)
	m.X, m.Y, m.ClassID = tenths(body.X), tenths(body.Y), body.Class
	if !from.Human {
		mps, over := r.session.Game().Tuning.TunedBot(id)
		m.Speed = &botSpeed{mps, over}
	}
	for i := range from.Rows {
		row := sheetRow{Label: from.Rows[i].Label, Text: from.Rows[i].Text, Who: from.Rows[i].Who}
		if share, ok := from.Rows[i].Bar(); ok {
			row.Share = &share
		}
		m.Rows = append(m.Rows, row)
	}
	for _, st := range from.State {
		m.State = append(m.State, stateRow{st.Key, st.Value.String(), st.Editable})
	}
	for i := range from.Faults {
		m.Faults = append(m.Faults, from.Faults[i].Line)
	}
	told := t.Inspect()
	for _, v := range told.Values[:min(len(told.Values), maxAnswers)] {
		m.Values = append(m.Values, value{v.Kind, v.Name, v.Value})
	}
	m.Log = told.Log[max(0, len(told.Log)-inspect.MaxEvents):]
	return m
}

// tree returns the tree of the bot.
func (r *Room) tree(t *study) treeMessage {
	m := treeMessage{Type: "tree", ID: t.ID(), Nodes: []treeNode{}}
	if p := t.Program(); p != nil {
		m.Name = p.Tree.Name
	}
	nodes := t.Nodes()
	if len(nodes) > 0 && nodes[0].File != "" {
		m.As = editedAs(r.session.Scene().File, nodes[0].File, r.snap.Body(t.ID()).Class)
	}
	for i := range nodes[:min(len(nodes), maxNodes)] {
		n := &nodes[i]
		title, rest := n.Title()
		m.Nodes = append(m.Nodes, treeNode{n.Depth, n.Sign().String(), title, rest, n.File, n.Line, n.Col})
	}
	m.More = len(nodes) - len(m.Nodes)
	return m
}

// editedAs returns the file, from the scene's folder, that an edited text of a tree is given as:
// the tree's own, so that what it refers to is found; or one beside it where the tree may stand
// among other things.
func editedAs(scene, file, class string) string {
	name, err := filepath.Rel(filepath.Dir(scene), file)
	if err != nil || !filepath.IsLocal(name) {
		name = filepath.Base(file)
	}
	name = filepath.ToSlash(name)
	switch ext := path.Ext(name); ext {
	case ".yaml", ".yml", ".json":
		name = path.Join(path.Dir(name), class+"-tree"+ext)
	}
	return name
}

// changed returns the answers of nodes that are not as they were told, as many as a message has
// room for.
func (t *study) changed(s *selection) (list []answer) {
	nodes := t.Nodes()
	nodes = nodes[:min(len(nodes), maxNodes)]
	if len(s.answers) != len(nodes) {
		s.answers = make([]answer, len(nodes))
		for i := range s.answers {
			s.answers[i].At = i
		}
		s.at = 0
	}
	for range nodes {
		if len(list) == maxAnswers {
			break
		}
		i := s.at
		s.at = (s.at + 1) % len(nodes)
		now := answer{At: i, Ran: percent(t.Ran(nodes[i].ID)), All: percent(t.tally.Ran(nodes[i].ID))}
		if status, ok := t.Answer(nodes[i].ID); ok {
			now.Word, now.Why = status.String(), cut(t.Why(nodes[i].ID))
		}
		if now != s.answers[i] {
			s.answers[i] = now
			list = append(list, now)
		}
	}
	return list
}

// tenths returns a number of metres with one digit behind the point.
func tenths(v float32) float64 { return math.Round(10*float64(v)) / 10 }

func percent(times, of int) int { return 100 * times / max(of, 1) }

// cut returns a text of maxWhy characters at most.
func cut(text string) string {
	if all := []rune(text); len(all) > maxWhy {
		return string(all[:maxWhy-1]) + "…"
	}
	return text
}
