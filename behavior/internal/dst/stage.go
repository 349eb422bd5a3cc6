package dst

import (
	"math"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/internal/lua"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/ground/libm"
)

// Thicket's own files reach the world through one table, native. They ask and act
// by the names that a game registered: in a world without an arena questions have
// no answer, and actions fail.

// stage is what scripts see of the game: entities, who is around them, what they
// can ask and do.
type stage struct {
	*library
	stageState
	entities   *glua.LTable // the class EntityScript
	standIns   map[*stub]*entity
	taskMeta   *glua.LTable
	threadMeta *glua.LTable
	thread     *thread // that runs
	departing  *entity // whose body leaves the field by itself
	inTasks    bool    // tasks run, so threads are yet to come

	partsRead  *glua.LFunction // __index of the lists of components
	playerList *glua.LTable    // as it was in the tick playersAt
	playersAt  int64
	// listsPlayers is whether scripts hold the list, so that it must be kept up
	// to date
	listsPlayers bool

	owner      owner
	bot        *actor    // whose turn it is
	moveOn     func()    // goOn, made once, because a tick must not allocate
	steering   tree.Leaf // by which bodies are moved
	near       []int32
	rows       []seated        // the entities of bodies, by row, as far as they were found
	tagNames   map[string]*tag // by their names as scripts write them
	barred     []bar           // by form of bodies, in one search
	things     []host.Thing
	thingKinds []host.ThingKind // of the scene; nil until they are asked for
	newborn    *entity          // the bot whose creature's function runs, until that made its first entity
	describing string           // the file whose prefabs are being described
	found      []found
	wanted     wanted
	leaf       tree.Leaf // of the question that is being asked
	question   host.Call
}

// openNative makes the table native.
func (m *stage) openNative() {
	m.world = m.L.NewTable()
	for _, f := range []struct {
		name string
		call glua.LGFunction
	}{
		{"place", func(L *glua.LState) int { return pushNumbers(L, m.position(m.entityOf(L.Get(1)))) }},
		{"rotation", func(L *glua.LState) int { L.Push(glua.LNumber(m.rotation(m.entityOf(L.Get(1))))); return 1 }},
		{"inside", func(L *glua.LState) int {
			return pushNumbers(L, m.inside(m.numberArg(1), m.numberArg(2)))
		}},
		{"ground", m.give(func() glua.LValue { return glua.LBool(m.ground(m.numberArg(1), m.numberArg(2))) })},
		{"clear", m.give(func() glua.LValue {
			return glua.LBool(m.clear(m.numberArg(1), m.numberArg(2), m.numberArg(3), m.numberArg(4)))
		})},
		{"ask", m.one(func(e *entity) glua.LValue { return m.ask(e, m.L.CheckString(2), m.arguments(3)) })},
		{"act", m.one(func(e *entity) glua.LValue { return m.act(e, m.L.CheckString(2), m.arguments(3)) })},
		{"isbody", m.one(func(e *entity) glua.LValue { return glua.LBool(e.kind == isBody) })},
		{"prefab", m.one(func(e *entity) glua.LValue { return glua.LString(m.prefab(e)) })},
		{"tagged", m.one(func(e *entity) glua.LValue { return glua.LBool(m.tagged(e, m.tagNamed(m.L.CheckString(2)))) })},
		{"has", m.one(func(e *entity) glua.LValue { return glua.LBool(e.mayHave(m.L.CheckString(2))) })},
		{"within", m.one(func(e *entity) glua.LValue {
			at := m.position(e)
			return m.around(at[0], at[1], m.numberArg(2))
		})},
		{"live", m.give(func() glua.LValue { return m.made(madeLive, m.L.CheckTable(1), m.L.CheckTable(2)) })},
		{"find", m.give(m.findEntities)},
		{"first", m.one(m.findEntity)},
		{"around", m.give(func() glua.LValue {
			return m.around(m.numberArg(1), m.numberArg(2), m.numberArg(3))
		})},
		{"entity", m.give(func() glua.LValue {
			if n, ok := m.L.Get(1).(glua.LNumber); ok && n >= 1 && n <= math.MaxUint32 {
				return m.bodyEntity(host.BotID(n)).obj
			}
			return glua.LNil
		})},
		{"self", m.give(func() glua.LValue { return m.bot.e.obj })},
		{"players", m.give(func() glua.LValue { return m.players() })},
		{"allplayers", m.give(func() glua.LValue { m.listsPlayers = true; return m.players() })},
		{"home", m.one(func(e *entity) glua.LValue { return m.homeOf(e) })},
		{"homeof", m.one(func(e *entity) glua.LValue {
			if at := m.homePlace(e); at != nil {
				return m.spot(at[0], at[1]).obj
			}
			return glua.LNil
		})},
		{"setting", m.give(func() glua.LValue { return m.setting(m.L.CheckString(1)) })},
		{"settings", m.give(m.settings)},
		{"applysettings", m.part("settings")},
		{"spawn", m.give(func() glua.LValue { return m.spawn(m.L.CheckString(1)).obj })},
		{"move", func(L *glua.LState) int {
			switch e := m.entityOf(L.Get(1)); {
			case e.kind != isBody:
				m.place(e, m.numberArg(2), m.numberArg(3))
			case e.unborn():
				m.settle(e, m.numberArg(2), m.numberArg(3))
			default:
				m.act(e, host.DoTeleport, m.arguments(2))
			}
			return 0
		}},
		{"forget", func(L *glua.LState) int { m.vanish(m.entityOf(L.Get(1))); return 0 }},
		{"notice", func(L *glua.LState) int { m.tell(L.CheckString(1)); return 0 }},
		{"component", m.give(func() glua.LValue { return m.component(m.L.Get(1), m.L.Get(2), m.L.Get(3)) })},
		{"componentclass", m.give(func() glua.LValue { return m.componentClass(m.L.CheckString(1), m.L.ToBool(2)) })},
		{"usercomponent", m.give(func() glua.LValue { return glua.LBool(m.userFile("components/"+m.L.CheckString(1)) != nil) })},
		{"accept", func(L *glua.LState) int { m.accept(L.CheckString(1), L.Get(2)); return 0 }},
		{"neutral", m.part("kinds/neutral")},
		{"engine", m.give(func() glua.LValue { return m.lua.Call(m.lua.Function(ownChunk("engine")), m.world) })},
		{"worldkinds", m.give(func() glua.LValue { return m.lua.Call(m.lua.Function(ownChunk("kinds/world")), m.world) })},
	} {
		m.world.RawSetString(f.name, m.L.NewFunction(f.call))
	}
	m.openVectors()
	m.openTurns()
	m.openThings()
	m.openLife()
	m.openOwn()
	m.openNature()
	m.openVitals()
	m.openLacks()
	m.openParts()
}

func (m *stage) one(f func(e *entity) glua.LValue) glua.LGFunction {
	return m.give(func() glua.LValue { return f(m.entityOf(m.L.Get(1))) })
}

func pushNumbers(L *glua.LState, v [2]float64) int {
	L.Push(glua.LNumber(v[0]))
	L.Push(glua.LNumber(v[1]))
	return 2
}

// component makes a component of an entity; nil if there is none of that name, or,
// unless it is added by a script, if such an entity has none.
func (m *stage) component(name, inst, added glua.LValue) glua.LValue {
	if m.components == nil {
		m.components = m.lua.Call(m.lua.Function(ownChunk("kinds")), m.world)
	}
	return m.lua.Call(m.components, name, inst, added)
}

// componentClass returns the class of components of a name, from a file
// components/NAME.lua: for who is added one, the user's, else Thicket's own; for who is
// as the arena has him, Thicket's own, which asks there, else the user's; nil if there is
// neither.
func (m *stage) componentClass(name string, added bool) glua.LValue {
	ref, key := "components/"+name, name
	if !added {
		key = "own " + name
	}
	own := ownChunk(ref)
	var user *lua.Chunk
	if added || own == nil {
		user = m.userFile(ref)
	}
	if v, ok := m.classes[key]; ok && (user == nil || m.lua.Ran(user)) {
		return v
	}
	var v glua.LValue
	switch {
	case user != nil:
		v = m.describe(user, "/"+ref)
	case own == nil:
		return glua.LNil
	case added: // one class for both
		if m.program.shunned(ref) {
			m.tell(ref + ".lua of the root is not read: bodies live in the arena by Thicket's own")
		}
		v = m.componentClass(name, false)
	default:
		v = m.lua.Call(m.lua.Function(own), m.world)
		m.accept(name, v)
	}
	if m.classes == nil { // as when a save had none
		m.classes = map[string]glua.LValue{}
	}
	m.classes[key] = v
	return v
}

// body returns the row of an entity in the world; -1 if it is not there.
func (m *stage) body(e *entity) int32 {
	switch {
	case m.x == nil || e.kind != isBody:
		return -1
	case e.bot == m.bot:
		return m.x.Body
	}
	if s, ok := m.x.World.(host.Surveyor); ok {
		return s.BodyOf(e.id)
	}
	if e.bot != nil {
		return m.x.BodyOf(e.bot.row)
	}
	return -1
}

// position returns where an entity is, in metres: the original's z is the field's
// y.
func (m *stage) position(e *entity) [2]float64 {
	if e.kind != isBody {
		if e.parent != nil {
			at := m.position(e.parent)
			return [2]float64{at[0] + e.at[0], at[1] + e.at[1]}
		}
		return e.at
	}
	if body := m.body(e); body >= 0 {
		x, y := m.x.World.Position(body)
		e.at = [2]float64{float64(x), float64(y)}
	}
	return e.at
}

// rotation returns where an entity faces, in degrees as the original counts them.
func (m *stage) rotation(e *entity) float64 {
	if v := &e.motion; v.turns || v.facedAt > 0 && v.facedAt == m.tick {
		return e.facing
	}
	body := m.body(e)
	if body < 0 {
		return e.facing
	}
	x, y := m.x.World.Heading(body)
	return libm.Atan2(-float64(y), float64(x)) * 180 / math.Pi
}

// inside returns the point of the field that is nearest to x, z, in metres.
func (m *stage) inside(x, z float64) [2]float64 {
	if m.x != nil {
		if f, ok := m.x.World.(host.Bounded); ok {
			fx, fy := f.Inside(float32(min(max(x, -1e30), 1e30)), float32(min(max(z, -1e30), 1e30)))
			if float64(fx) != float64(float32(x)) || float64(fy) != float64(float32(z)) {
				return [2]float64{float64(fx), float64(fy)}
			}
			return [2]float64{x, z}
		}
	}
	return [2]float64{max(x, 0), max(z, 0)}
}

// leafOf gives a leaf its arguments; not ok if it does not take them.
func (m *stage) leafOf(leaf tree.Leaf, args []glua.LValue) (tree.Leaf, bool) {
	ok := m.argumentsOf(&leaf, args)
	return leaf, ok
}

func (m *stage) argumentsOf(leaf *tree.Leaf, args []glua.LValue) bool {
	params := leaf.Params()
	if len(args) > len(params) {
		return false
	}
	for i := range params {
		v := glua.LValue(glua.LNil)
		if i < len(args) {
			v = args[i]
		}
		if e, ok := handle(v).(*entity); ok {
			v = glua.LNumber(e.id)
		}
		if m.argument(leaf, &params[i], v) != nil {
			return false
		}
	}
	return true
}

// ask calls a function of the game for an entity; nil if there is no such
// function.
func (m *stage) ask(e *entity, name string, args []glua.LValue) glua.LValue {
	f, body := m.program.reg.Func(name), m.body(e)
	if f == nil || body < 0 {
		return glua.LNil
	}
	m.leaf = tree.Leaf{Func: f, Args: m.leaf.Args[:0]}
	if !m.argumentsOf(&m.leaf, args) {
		return glua.LNil
	}
	return m.toLua(m.asked(f, e, body))
}

// asked calls a function of the game for an entity, with the arguments of m.leaf.
func (m *stage) asked(f *host.Func, e *entity, body int32) host.Value {
	x := m.x
	m.lua.Charge(hostSteps)
	c := &m.question
	*c = host.Call{World: x.World, Body: body, Bot: e.id, Tick: x.Tick, DT: x.DT, Args: m.leaf.Args, Source: x.Tree, Draws: x.Draws}
	v := f.Eval(c)
	x.Draws = c.Draws
	return v
}

// askText is ask with a text and an entity as arguments; each is left out if it
// is empty.
func (m *stage) askText(e *entity, name, text string, who *entity) host.Value {
	f, body := m.program.reg.Func(name), m.body(e)
	if f == nil || body < 0 {
		return host.NullValue
	}
	m.leaf = tree.Leaf{Func: f, Args: m.leaf.Args[:0]}
	if text != "" {
		m.leaf.Args = append(m.leaf.Args, host.StringValue(text))
	}
	if who != nil {
		m.leaf.Args = append(m.leaf.Args, host.NumberValue(float64(who.id)))
	}
	return m.asked(f, e, body)
}

// act runs an action of the game once for an entity and returns its status.
func (m *stage) act(e *entity, name string, args []glua.LValue) glua.LValue {
	a := m.program.own.FindAction(name)
	if a == nil || a.Bits > 0 || e.kind != isBody || e.bot == nil || m.x == nil {
		return statusTexts[failed]
	}
	leaf, ok := m.leafOf(tree.Leaf{Action: a}, args)
	if !ok || e.bot != m.bot && e.bot.pool == nil {
		return statusTexts[failed]
	}
	e.stands = false // the action may have moved it
	if e.bot == m.bot {
		return m.callHost(leaf)
	}
	var s glua.LValue
	e.bot.pool.At(e.bot.row, m.x.Tick, m.x.DT, func(x *run.Exec) {
		seat, bot := m.seat, m.bot
		m.seat.x, m.bot = x, e.bot
		defer func() { m.seat, m.bot = seat, bot }()
		s = m.callHost(leaf)
	})
	e.bot.pool.Wake(e.bot.row)
	return s
}

// findPlayers finds the list of players among what scripts keep.
func (m *stage) findPlayers() {
	m.playersAt = -1
	if m.playerList, m.listsPlayers = m.lua.Get("AllPlayers").(*glua.LTable); !m.listsPlayers {
		m.playerList = m.L.NewTable()
	}
}

// players returns the list of players, by id: always the same table, AllPlayers,
// brought up to date once a tick.
func (m *stage) players() glua.LValue {
	if m.playersAt != m.tick && m.x != nil {
		m.playersAt = m.tick
		for i := m.playerList.Len(); i > 0; i-- {
			m.playerList.RawSetInt(i, glua.LNil)
		}
		m.eachBody(0, 0, math.MaxFloat32, func(e *entity) {
			if m.isPlayer(e) {
				m.playerList.Append(e.obj)
			}
		})
	}
	return m.playerList
}

func (m *stage) isPlayer(e *entity) bool {
	if e.bot != nil {
		return false
	}
	class := m.askText(e, host.AskClassOf, "", e)
	return class.Kind() == host.String && class.Text() == ""
}

// eachBody calls f for the bodies around a point, by ascending id.
func (m *stage) eachBody(x, z, radius float64, f func(e *entity)) {
	if m.x == nil {
		return
	}
	w, ok := m.x.World.(host.Surveyor)
	if !ok {
		return
	}
	near := w.Within(float32(x), float32(z), float32(min(radius, math.MaxFloat32)), m.near[:0])
	m.near = nil // f may call eachBody, too
	m.lua.Charge(int64(len(near)))
	for _, body := range near {
		f(m.bodyEntity(w.ID(body)))
	}
	m.near = near
}

// around lists the entities around a point: bodies, then things that lie there.
func (m *stage) around(x, z, radius float64) glua.LValue {
	list := m.L.NewTable()
	m.eachAround(x, z, radius, func(e *entity) {
		m.lua.Take(entryBytes)
		list.Append(e.obj)
	})
	return list
}

// homePlace returns where the game says that an entity lives; nil if nowhere.
func (m *stage) homePlace(e *entity) []float64 {
	x, okX := m.ask(e, host.AskHomeX, nil).(glua.LNumber)
	z, okZ := m.ask(e, host.AskHomeY, nil).(glua.LNumber)
	if !okX || !okZ || x >= host.Endless {
		return nil
	}
	return []float64{float64(x), float64(z)}
}

// homeOf returns the point where an entity lives, or where it is now if it lives
// nowhere.
func (m *stage) homeOf(e *entity) glua.LValue {
	at := m.homePlace(e)
	if at == nil {
		here := m.position(e)
		at = here[:]
	}
	return m.vector(at[0], 0, at[1])
}

// prefab returns the name of an entity's kind: its class, or the kind of the
// thing.
func (m *stage) prefab(e *entity) string {
	if e.kind != isBody {
		return e.what
	}
	class := m.askText(e, host.AskClassOf, "", e)
	switch {
	case class.Kind() == host.String && class.Text() != "":
		return class.Text()
	case e.bot == nil:
		return "player"
	}
	return "mob"
}
