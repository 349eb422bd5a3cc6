package stage

import (
	"math"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
)

// natives are the functions of the table native that ask and do one thing at once, a method
// each, which reads its arguments by name.
type natives struct{ *Stage }

// open defines them. Saves and digests number them by their order.
func (n natives) open() {
	for _, f := range []struct {
		name string
		call func() int
	}{
		{"place", n.nativePlace}, {"rotation", n.nativeRotation}, {"inside", n.nativeInside}, {"ground", n.nativeGround}, {"clear", n.nativeClear},
		{"ask", n.nativeAsk}, {"act", n.nativeAct}, {"isbody", n.nativeIsBody}, {"prefab", n.nativePrefab}, {"tagged", n.nativeTagged},
		{"has", n.nativeHas}, {"within", n.nativeWithin}, {"live", n.nativeLive}, {"find", n.nativeFind}, {"first", n.nativeFirst},
		{"around", n.nativeAround}, {"entity", n.nativeEntity}, {"self", n.nativeSelf}, {"players", n.nativePlayers},
		{"allplayers", n.nativeAllPlayers}, {"home", n.nativeHome}, {"homeof", n.nativeHomeOf}, {"setting", n.nativeSetting},
		{"settings", n.nativeSettings}, {"applysettings", n.part("settings")}, {"spawn", n.nativeSpawn}, {"move", n.nativeMove}, {"forget", n.nativeForget}, {"notice", n.nativeNotice},
		{"component", n.nativeComponent}, {"componentclass", n.nativeComponentClass}, {"usercomponent", n.nativeUserComponent},
		{"accept", n.nativeAccept}, {"neutral", n.part("kinds/neutral")}, {"engine", n.nativeEngine}, {"worldkinds", n.nativeWorldKinds},
	} {
		n.World.RawSetString(f.name, n.L.NewFunction(func(*glua.LState) int { return f.call() }))
	}
}

// part is the native that runs a part of the library.
func (n natives) part(name string) func() int {
	call := n.Part(name)
	return func() int { return call(n.L) }
}

// arguments reads the arguments of a call one after another.
type arguments struct {
	*Stage
	at int // the last one that was read
}

func (n natives) arguments() arguments { return arguments{Stage: n.Stage} }

func (a *arguments) value() glua.LValue { a.at++; return a.L.Get(a.at) }
func (a *arguments) entity() *Entity    { return a.entityOf(a.value()) }
func (a *arguments) number() float64    { a.at++; return a.NumberArg(a.at) }
func (a *arguments) text() string       { a.at++; return a.L.CheckString(a.at) }
func (a *arguments) flag() bool         { a.at++; return a.L.ToBool(a.at) }
func (a *arguments) table() *glua.LTable {
	a.at++
	return a.L.CheckTable(a.at)
}

// rest lists the arguments that were not read.
func (a *arguments) rest() []glua.LValue { return a.Arguments(a.at + 1) }

// give pushes what a native gives.
func (n natives) give(v glua.LValue) int {
	n.L.Push(v)
	return 1
}

func (n natives) nativePlace() int {
	a := n.arguments()
	e := a.entity()
	return pushNumbers(n.L, n.position(e))
}

func (n natives) nativeRotation() int {
	a := n.arguments()
	e := a.entity()
	return n.give(glua.LNumber(n.rotation(e)))
}

func (n natives) nativeInside() int {
	a := n.arguments()
	x, z := a.number(), a.number()
	return pushNumbers(n.L, n.inside(x, z))
}

func (n natives) nativeGround() int {
	a := n.arguments()
	x, z := a.number(), a.number()
	return n.give(glua.LBool(n.ground(x, z)))
}

func (n natives) nativeClear() int {
	a := n.arguments()
	fromX, fromZ, toX, toZ := a.number(), a.number(), a.number(), a.number()
	return n.give(glua.LBool(n.clear(fromX, fromZ, toX, toZ)))
}

func (n natives) nativeAsk() int {
	a := n.arguments()
	e, name := a.entity(), a.text()
	return n.give(n.ask(e, name, a.rest()))
}

func (n natives) nativeAct() int {
	a := n.arguments()
	e, name := a.entity(), a.text()
	return n.give(n.act(e, name, a.rest()))
}

func (n natives) nativeIsBody() int {
	a := n.arguments()
	e := a.entity()
	return n.give(glua.LBool(e.Kind == IsBody))
}

func (n natives) nativePrefab() int {
	a := n.arguments()
	e := a.entity()
	return n.give(glua.LString(n.prefab(e)))
}

func (n natives) nativeTagged() int {
	a := n.arguments()
	e, tag := a.entity(), a.text()
	return n.give(glua.LBool(n.tagged(e, n.TagNamed(tag))))
}

func (n natives) nativeHas() int {
	a := n.arguments()
	e, component := a.entity(), a.text()
	return n.give(glua.LBool(e.mayHave(component)))
}

func (n natives) nativeWithin() int {
	a := n.arguments()
	e := a.entity()
	at := n.position(e)
	radius := a.number()
	return n.give(n.around(at[0], at[1], radius))
}

func (n natives) nativeLive() int {
	a := n.arguments()
	class, finders := a.table(), a.table()
	return n.give(n.Made(script.MadeLive, class, finders))
}

func (n natives) nativeFind() int { return n.give(n.findEntities()) }

func (n natives) nativeFirst() int {
	a := n.arguments()
	self := a.entity()
	return n.give(n.findEntity(self))
}

func (n natives) nativeAround() int {
	a := n.arguments()
	x, z, radius := a.number(), a.number(), a.number()
	return n.give(n.around(x, z, radius))
}

func (n natives) nativeEntity() int {
	a := n.arguments()
	id, ok := a.value().(glua.LNumber)
	if !ok || !(id >= 1 && id <= math.MaxUint32) {
		return n.give(glua.LNil)
	}
	return n.give(n.BodyEntity(host.BotID(id)).Obj)
}

func (n natives) nativeSelf() int { return n.give(n.Bot.Entity.Obj) }

func (n natives) nativePlayers() int { return n.give(n.players()) }

func (n natives) nativeAllPlayers() int {
	n.listsPlayers = true
	return n.give(n.players())
}

func (n natives) nativeHome() int {
	a := n.arguments()
	e := a.entity()
	return n.give(n.homeOf(e))
}

func (n natives) nativeHomeOf() int {
	a := n.arguments()
	e := a.entity()
	at := n.homePlace(e)
	if at == nil {
		return n.give(glua.LNil)
	}
	return n.give(n.spot(at[0], at[1]).Obj)
}

func (n natives) nativeSetting() int {
	a := n.arguments()
	name := a.text()
	return n.give(n.setting(name))
}

func (n natives) nativeSettings() int { return n.give(n.settings()) }

func (n natives) nativeSpawn() int {
	a := n.arguments()
	what := a.text()
	return n.give(n.spawn(what).Obj)
}

func (n natives) nativeMove() int {
	a := n.arguments()
	switch e := a.entity(); {
	case e.Kind != IsBody:
		x, z := a.number(), a.number()
		n.place(e, x, z)
	case e.Unborn():
		x, z := a.number(), a.number()
		n.settle(e, x, z)
	default:
		n.act(e, host.DoTeleport, a.rest())
	}
	return 0
}

func (n natives) nativeForget() int {
	a := n.arguments()
	e := a.entity()
	n.vanish(e)
	return 0
}

func (n natives) nativeNotice() int {
	a := n.arguments()
	n.Tell(a.text())
	return 0
}

func (n natives) nativeComponent() int {
	a := n.arguments()
	name, inst, added := a.value(), a.value(), a.value()
	return n.give(n.component(name, inst, added))
}

func (n natives) nativeComponentClass() int {
	a := n.arguments()
	name, added := a.text(), a.flag()
	return n.give(n.componentClass(name, added))
}

func (n natives) nativeUserComponent() int {
	a := n.arguments()
	name := a.text()
	return n.give(glua.LBool(n.userFile("components/"+name) != nil))
}

func (n natives) nativeAccept() int {
	a := n.arguments()
	component, class := a.text(), a.value()
	n.accept(component, class)
	return 0
}

func (n natives) nativeEngine() int {
	return n.give(n.Lua.Call(n.Lua.Function(script.OwnChunk("engine")), n.World))
}

func (n natives) nativeWorldKinds() int {
	return n.give(n.Lua.Call(n.Lua.Function(script.OwnChunk("kinds/world")), n.World))
}
