package stage

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// natives are the functions of the table native that ask and do one thing at once, a method
// each, which reads its arguments by name.
type natives struct{ *Stage }

// open defines them. Saves and digests number them by their order.
func (n natives) open() {
	for _, f := range []struct {
		name string
		call func(a arguments) int
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
		n.Offer(n.World, f.name, func(c *machine.Call) int { return f.call(arguments{n.Stage, c, 0}) })
	}
}

// part is the native that runs a part of the library.
func (n natives) part(name string) func(arguments) int {
	call := n.Part(name)
	return func(a arguments) int { return call(a.c) }
}

// arguments reads the arguments of a call one after another.
type arguments struct {
	*Stage
	c  *machine.Call
	at int // the last one that was read
}

func (a *arguments) value() machine.Value  { a.at++; return a.c.Get(a.at) }
func (a *arguments) entity() *Entity       { return a.entityOf(a.value()) }
func (a *arguments) number() float64       { a.at++; return a.NumberArg(a.c, a.at) }
func (a *arguments) text() string          { a.at++; return a.c.CheckText(a.at) }
func (a *arguments) flag() bool            { return a.value().Truth() }
func (a *arguments) table() *machine.Table { a.at++; return a.c.CheckTable(a.at) }

// rest lists the arguments that were not read.
func (a *arguments) rest() []machine.Value { return script.Arguments(a.c, a.at+1) }

// give pushes what a native gives.
func (a *arguments) give(v machine.Value) int { return a.c.Give(v) }

func (n natives) nativePlace(a arguments) int {
	e := a.entity()
	return pushNumbers(a.c, n.position(e))
}

func (n natives) nativeRotation(a arguments) int {
	e := a.entity()
	return a.give(machine.Number(n.rotation(e)))
}

func (n natives) nativeInside(a arguments) int {
	x, z := a.number(), a.number()
	return pushNumbers(a.c, n.inside(x, z))
}

func (n natives) nativeGround(a arguments) int {
	x, z := a.number(), a.number()
	return a.give(machine.Bool(n.ground(x, z)))
}

func (n natives) nativeClear(a arguments) int {
	fromX, fromZ, toX, toZ := a.number(), a.number(), a.number(), a.number()
	return a.give(machine.Bool(n.clear(fromX, fromZ, toX, toZ)))
}

func (n natives) nativeAsk(a arguments) int {
	e, name := a.entity(), a.text()
	return a.give(n.ask(e, name, a.rest()))
}

func (n natives) nativeAct(a arguments) int {
	e, name := a.entity(), a.text()
	return a.give(n.act(e, name, a.rest()))
}

func (n natives) nativeIsBody(a arguments) int {
	e := a.entity()
	return a.give(machine.Bool(e.Kind == IsBody))
}

func (n natives) nativePrefab(a arguments) int {
	e := a.entity()
	return a.give(machine.String(n.prefab(e)))
}

func (n natives) nativeTagged(a arguments) int {
	e, tag := a.entity(), a.text()
	return a.give(machine.Bool(n.tagged(e, n.TagNamed(tag))))
}

func (n natives) nativeHas(a arguments) int {
	e, component := a.entity(), a.text()
	return a.give(machine.Bool(e.mayHave(component)))
}

func (n natives) nativeWithin(a arguments) int {
	e := a.entity()
	at := n.position(e)
	radius := a.number()
	return a.give(n.around(at[0], at[1], radius))
}

func (n natives) nativeLive(a arguments) int {
	class, finders := a.table(), a.table()
	return a.give(n.Made(script.MadeLive, class.V(), finders.V()))
}

func (n natives) nativeFind(a arguments) int { return a.give(n.findEntities(a.c)) }

func (n natives) nativeFirst(a arguments) int {
	self := a.entity()
	return a.give(n.findEntity(a.c, self))
}

func (n natives) nativeAround(a arguments) int {
	x, z, radius := a.number(), a.number(), a.number()
	return a.give(n.around(x, z, radius))
}

func (n natives) nativeEntity(a arguments) int {
	id, ok := a.value().Number()
	if !ok || !(id >= 1 && id <= math.MaxUint32) {
		return a.give(machine.Nil)
	}
	return a.give(n.BodyEntity(host.BotID(id)).Object().V())
}

func (n natives) nativeSelf(a arguments) int { return a.give(n.Bot.Entity.Object().V()) }

func (n natives) nativePlayers(a arguments) int { return a.give(n.players()) }

func (n natives) nativeAllPlayers(a arguments) int {
	n.listsPlayers = true
	return a.give(n.players())
}

func (n natives) nativeHome(a arguments) int {
	e := a.entity()
	return a.give(n.homeOf(e))
}

func (n natives) nativeHomeOf(a arguments) int {
	e := a.entity()
	at := n.homePlace(e)
	if at == nil {
		return a.give(machine.Nil)
	}
	return a.give(n.spot(at[0], at[1]).Object().V())
}

func (n natives) nativeSetting(a arguments) int {
	name := a.text()
	return a.give(n.setting(name))
}

func (n natives) nativeSettings(a arguments) int { return a.give(n.settings()) }

func (n natives) nativeSpawn(a arguments) int {
	what := a.text()
	return a.give(n.spawn(what).Object().V())
}

func (n natives) nativeMove(a arguments) int {
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

func (n natives) nativeForget(a arguments) int {
	e := a.entity()
	n.vanish(e)
	return 0
}

func (n natives) nativeNotice(a arguments) int {
	text, name := a.text(), ""
	if of, ok := a.value().Text(); ok {
		name = of
	}
	n.TellOf(text, name)
	return 0
}

func (n natives) nativeComponent(a arguments) int {
	name, inst, added := a.value(), a.value(), a.value()
	return a.give(n.component(name, inst, added))
}

func (n natives) nativeComponentClass(a arguments) int {
	name, added := a.text(), a.flag()
	return a.give(n.componentClass(name, added))
}

func (n natives) nativeUserComponent(a arguments) int {
	name := a.text()
	return a.give(machine.Bool(n.userFile("components/"+name) != nil))
}

func (n natives) nativeAccept(a arguments) int {
	component, class := a.text(), a.value()
	n.accept(component, class)
	return 0
}

func (n natives) nativeEngine(a arguments) int {
	return a.give(n.RunOwn("engine"))
}

func (n natives) nativeWorldKinds(a arguments) int {
	return a.give(n.RunOwn("kinds/world"))
}
