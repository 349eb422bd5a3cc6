package stage

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/ground/libm"
)

// Thicket's own files reach the world through one table, native. They ask and act
// by the names that a game registered: in a world without an arena questions have
// no answer, and actions fail.

// Stage is what scripts see of the game: entities, who is around them, what they can ask and
// do. It is made of floors; the methods of each use only those below:
//
//	stage    what Thicket's own files and the user's find, by native and by classes
//	clock    events, tasks, threads, motion: the parts of an entity's tick
//	finder   tags, and who has them around a point
//	crowd    the entities there are: of bodies, of things, of places, of scripts
//	view     what the game's world answers and does for one entity
type Stage struct {
	clock
	partsMeta  *machine.Table // of the lists of components
	partsKin   *machine.Kin
	describing string // the file whose prefabs are being described
	modding    modding
}

// Begin makes a stage of an empty one.
func (st *Stage) Begin(by owner, on *script.Library) {
	*st = Stage{}
	st.owner, st.Library = by, on
	st.StageState, st.playersAt = newStageState(), -1
	st.moveOn = st.goOn
}

// Open defines what scripts find of the stage.
func (st *Stage) Open() {
	st.slots.open(st.Lua)
	st.kin, st.partsKin = machine.NewKin[Entity](st.Lua), machine.NewKin[Parts](st.Lua)
	st.playerList = st.Lua.NewTable()
	st.openEntity()
	st.openNative()
	st.openCreatures()
}

// openNative makes the table native.
func (st *Stage) openNative() {
	st.World = st.Lua.NewTable()
	natives{st}.open()
	st.openVectors()
	st.openTurns()
	st.openThings()
	st.openLife()
	st.openOwn()
	st.openNature()
	st.openVitals()
	st.openLacks()
	st.openParts()
	st.openMods()
}

func pushNumbers(c *machine.Call, v [2]float64) int {
	c.Push(machine.Number(v[0]))
	c.Push(machine.Number(v[1]))
	return 2
}

// component makes a component of an entity; nil if there is none of that name, or,
// unless it is added by a script, if such an entity has none.
func (st *Stage) component(name, inst, added machine.Value) machine.Value {
	if st.components.IsNil() {
		st.components = st.RunOwn("kinds")
	}
	return st.Lua.Call(st.components, name, inst, added)
}

// componentClass returns the class of components of a name, from a file
// components/NAME.lua: for who is added one, the user's, else Thicket's own; for who is
// as the arena has him, Thicket's own, which asks there, else the user's; nil if there is
// neither.
func (st *Stage) componentClass(name string, added bool) machine.Value {
	ref, key := "components/"+name, name
	if !added {
		key = "own " + name
	}
	own := script.OwnChunk(ref)
	var user *machine.Chunk
	if added || own == nil {
		user = st.userFile(ref)
	}
	if v, ok := st.classes[key]; ok && (user == nil || st.Lua.Ran(user)) {
		return v
	}
	var v machine.Value
	switch {
	case user != nil:
		v = st.Describe(user, "/"+ref)
	case own == nil:
		return machine.Nil
	case added: // one class for both
		if st.Program.Shunned(ref) {
			st.Tell(ref + ".lua of the root is not read: bodies live in the arena by Thicket's own")
		}
		v = st.componentClass(name, false)
	default:
		v = st.RunOwn(ref)
		st.accept(name, v)
	}
	if st.classes == nil { // as when a save had none
		st.classes = map[string]machine.Value{}
	}
	st.classes[key] = v
	return v
}

// body returns the row of an entity in the world; -1 if it is not there.
func (vw *View) body(e *Entity) int32 {
	switch {
	case vw.X == nil || e.Kind != IsBody:
		return -1
	case e.Bot == vw.Bot:
		return vw.X.Body
	}
	if s, ok := vw.X.World.(host.Surveyor); ok {
		return s.BodyOf(e.ID)
	}
	if e.Bot != nil {
		return vw.X.BodyOf(e.Bot.Row)
	}
	return -1
}

// position returns where an entity is, in metres: the original's z is the field's
// y.
func (vw *View) position(e *Entity) [2]float64 {
	if e.Kind != IsBody {
		if e.parent != nil {
			at := vw.position(e.parent)
			return [2]float64{at[0] + e.At[0], at[1] + e.At[1]}
		}
		return e.At
	}
	if body := vw.body(e); body >= 0 {
		x, y := vw.X.World.Position(body)
		e.At = [2]float64{float64(x), float64(y)}
	}
	return e.At
}

// rotation returns where an entity faces, in degrees as the original counts them.
func (vw *View) rotation(e *Entity) float64 {
	if v := &e.Motion; v.turns || v.facedAt > 0 && v.facedAt == vw.Tick {
		return e.facing
	}
	body := vw.body(e)
	if body < 0 {
		return e.facing
	}
	x, y := vw.X.World.Heading(body)
	return libm.Atan2(-float64(y), float64(x)) * 180 / math.Pi
}

// inside returns the point of the field that is nearest to x, z, in metres.
func (vw *View) inside(x, z float64) [2]float64 {
	if vw.X != nil {
		if f, ok := host.Find[host.Bounded](vw.X.World); ok {
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
func (vw *View) leafOf(leaf tree.Leaf, args []machine.Value) (tree.Leaf, bool) {
	ok := vw.argumentsOf(&leaf, args)
	return leaf, ok
}

func (vw *View) argumentsOf(leaf *tree.Leaf, args []machine.Value) bool {
	params := leaf.Params()
	if len(args) > len(params) {
		return false
	}
	for i := range params {
		v := machine.Nil
		if i < len(args) {
			v = args[i]
		}
		if e, ok := script.Handle(v).(*Entity); ok {
			v = machine.Number(float64(e.ID))
		}
		if vw.Argument(leaf, &params[i], v) != nil {
			return false
		}
	}
	return true
}

// ask calls a function of the game for an entity; nil if there is no such
// function.
func (vw *View) ask(e *Entity, name string, args []machine.Value) machine.Value {
	f, body := vw.Program.Reg.Func(name), vw.body(e)
	if f == nil || body < 0 {
		return machine.Nil
	}
	vw.leaf = tree.Leaf{Func: f, Args: vw.leaf.Args[:0]}
	if !vw.argumentsOf(&vw.leaf, args) {
		return machine.Nil
	}
	return vw.ToLua(vw.asked(f, e, body))
}

// asked calls a function of the game for an entity, with the arguments of m.leaf.
func (vw *View) asked(f *host.Func, e *Entity, body int32) host.Value {
	x := vw.X
	vw.Lua.Charge(script.HostSteps)
	c := &vw.question
	*c = host.Call{World: x.World, Body: body, Bot: e.ID, Tick: x.Tick, DT: x.DT, Args: vw.leaf.Args}
	rt := host.RuntimeOf(c)
	*rt = host.Runtime{Source: x.Tree, Draws: x.Draws}
	v := f.Eval(c)
	x.Draws = rt.Draws
	return v
}

// askText is ask with a text and an entity as arguments; each is left out if it
// is empty.
func (vw *View) askText(e *Entity, name, text string, who *Entity) host.Value {
	f, body := vw.Program.Reg.Func(name), vw.body(e)
	if f == nil || body < 0 {
		return host.NullValue
	}
	vw.leaf = tree.Leaf{Func: f, Args: vw.leaf.Args[:0]}
	if text != "" {
		vw.leaf.Args = append(vw.leaf.Args, host.StringValue(text))
	}
	if who != nil {
		vw.leaf.Args = append(vw.leaf.Args, host.NumberValue(float64(who.ID)))
	}
	return vw.asked(f, e, body)
}

// act runs an action of the game once for an entity and returns its status.
func (vw *View) act(e *Entity, name string, args []machine.Value) machine.Value {
	a := host.FindAction(vw.Program.Own, name)
	if a == nil || a.Bits > 0 || e.Kind != IsBody || e.Bot == nil || vw.X == nil {
		return vw.StatusText(script.Failed)
	}
	leaf, ok := vw.leafOf(tree.Leaf{Action: a}, args)
	if !ok || e.Bot != vw.Bot && e.Bot.Pool == nil {
		return vw.StatusText(script.Failed)
	}
	e.Stands = false // the action may have moved it
	if e.Bot == vw.Bot {
		return vw.CallHost(leaf)
	}
	var s machine.Value
	e.Bot.Pool.At(e.Bot.Row, vw.X.Moment, func(x *run.Exec) {
		seat, bot := vw.Seat, vw.Bot
		vw.Seat.X, vw.Bot = x, e.Bot
		defer func() { vw.Seat, vw.Bot = seat, bot }()
		s = vw.CallHost(leaf)
	})
	e.Bot.Pool.Wake(e.Bot.Row)
	return s
}

// FindPlayers finds the list of players among what scripts keep.
func (cr *crowd) FindPlayers() {
	cr.playersAt = -1
	cr.playerList = cr.Lua.Global("AllPlayers").Table()
	if cr.listsPlayers = cr.playerList != nil; !cr.listsPlayers {
		cr.playerList = cr.Lua.NewTable()
	}
}

// KeepPlayers brings the list of players up to date if scripts hold it.
func (cr *crowd) KeepPlayers() {
	if cr.listsPlayers {
		cr.players()
	}
}

// players returns the list of players, by id: always the same table, AllPlayers,
// brought up to date once a tick.
func (cr *crowd) players() machine.Value {
	if cr.playersAt != cr.Tick && cr.X != nil {
		cr.playersAt = cr.Tick
		for i := cr.playerList.Len(); i > 0; i-- {
			cr.Lua.SetAt(cr.playerList, i, machine.Nil)
		}
		cr.eachBody(0, 0, math.MaxFloat32, func(e *Entity) {
			if cr.isPlayer(e) {
				cr.Lua.Append(cr.playerList, e.Object().V())
			}
		})
	}
	return cr.playerList.V()
}

func (vw *View) isPlayer(e *Entity) bool {
	if e.Bot != nil {
		return false
	}
	class := vw.askText(e, host.AskClassOf, "", e)
	return class.Kind() == host.String && class.Text() == ""
}

// eachBody calls f for the bodies around a point, by ascending id.
func (cr *crowd) eachBody(x, z, radius float64, f func(e *Entity)) {
	if cr.X == nil {
		return
	}
	w, ok := cr.X.World.(host.Surveyor)
	if !ok {
		return
	}
	near := w.Within(float32(x), float32(z), float32(min(radius, math.MaxFloat32)), cr.near[:0])
	cr.near = nil // f may call eachBody, too
	cr.Lua.Charge(int64(len(near)))
	for _, body := range near {
		f(cr.BodyEntity(w.ID(body)))
	}
	cr.near = near
}

// around lists the entities around a point: bodies, then things that lie there.
func (fi *finder) around(x, z, radius float64) machine.Value {
	list := fi.Lua.NewTable()
	fi.eachAround(x, z, radius, func(e *Entity) {
		fi.Lua.Take(machine.BytesOfItem)
		fi.Lua.Append(list, e.Object().V())
	})
	return list.V()
}

// homePlace returns where the game says that an entity lives; nil if nowhere.
func (vw *View) homePlace(e *Entity) []float64 {
	x, okX := vw.ask(e, host.AskHomeX, nil).Number()
	z, okZ := vw.ask(e, host.AskHomeY, nil).Number()
	if !okX || !okZ || x >= host.Endless {
		return nil
	}
	return []float64{x, z}
}

// homeOf returns the point where an entity lives, or where it is now if it lives
// nowhere.
func (vw *View) homeOf(e *Entity) machine.Value {
	at := vw.homePlace(e)
	if at == nil {
		here := vw.position(e)
		at = here[:]
	}
	return vw.vector(at[0], 0, at[1])
}

// prefab returns the name of an entity's kind: its class, or the kind of the
// thing.
func (vw *View) prefab(e *Entity) string {
	if e.Kind != IsBody {
		return e.What
	}
	class := vw.askText(e, host.AskClassOf, "", e)
	switch {
	case class.Kind() == host.String && class.Text() != "":
		return class.Text()
	case e.Bot == nil:
		return "player"
	}
	return "mob"
}
