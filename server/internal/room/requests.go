package room

// requestKind describes a type of requests.
type requestKind struct {
	keys  []string // beside its type
	open  bool     // to guests of any role; otherwise to game masters alone
	serve func(*Guest, *request) error
}

// requests are all types of requests, by name. See docs/protocol.md.
var requests = map[string]*requestKind{
	"ack":    {keys: []string{"frame"}, open: true, serve: func(g *Guest, q *request) error { return g.acknowledge(q.Frame) }},
	"ping":   {keys: []string{"n"}, open: true, serve: (*Guest).ping},
	"say":    {keys: []string{"text"}, open: true, serve: func(g *Guest, q *request) error { return g.say(q.Text) }},
	"act":    {keys: []string{"verb"}, open: true, serve: func(g *Guest, q *request) error { return g.act(q.Verb) }},
	"steer":  {keys: []string{"x", "y"}, open: true, serve: func(g *Guest, q *request) error { return g.steer(q.X, q.Y) }},
	"view":   {keys: []string{"x", "y", "width", "height", "pixels"}, open: true, serve: (*Guest).look},
	"do":     {keys: []string{"n", "command"}, serve: (*Guest).command},
	"select": {keys: []string{"id"}, serve: func(g *Guest, q *request) error { return g.choose(q.ID) }},
	"charts": {keys: []string{"on"}, serve: func(g *Guest, q *request) error { g.chart(q.On); return nil }},
	"find":   {keys: []string{"text"}, serve: func(g *Guest, q *request) error { return g.find(q.Text) }},
	"read":   {keys: []string{"file"}, serve: func(g *Guest, q *request) error { return g.read(q.File) }},
	"check":  {keys: []string{"n", "file", "source"}, serve: (*Guest).check},
	"speed":  {keys: []string{"times"}, serve: governs(func(g *Guest, q *request) error { return g.room.setSpeed(q.Times) })},
	"kick":   {keys: []string{"person"}, serve: governs(func(g *Guest, q *request) error { return g.room.kick(g, q.Person) })},
	"seek":   {keys: []string{"tick"}, serve: governs(func(g *Guest, q *request) error { return g.room.seek(q.Tick) })},
	"live":   {serve: governs(func(g *Guest, _ *request) error { return g.room.live() })},
	"branch": {serve: governs(func(g *Guest, _ *request) error { return g.room.branch() })},
	"step":   {serve: governs(func(g *Guest, _ *request) error { return g.room.step() })},
}

// governs makes a request of one that changes how the game goes on: it has the lock of the
// room, and a panic of the game is an error.
func governs(do func(*Guest, *request) error) func(*Guest, *request) error {
	return func(g *Guest, q *request) (err error) {
		r := g.room
		r.mu.Lock()
		defer r.mu.Unlock()
		defer r.rescue(&err)
		return do(g, q)
	}
}

func (g *Guest) ping(q *request) error {
	g.room.mu.Lock()
	tick := g.room.snap.Tick
	g.room.mu.Unlock()
	return g.answer(pong{"pong", q.N, tick})
}
