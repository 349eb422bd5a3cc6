package stage

import (
	"cmp"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// finder tells who has which tags, and finds them around a point.
type finder struct {
	crowd
	tagNames map[string]*tag // by their names as scripts write them
	barred   []bar           // by form of bodies, in one search
	found    []found
	wanted   wanted
}

// found is an entity, its distance, squared, and where it comes among those that are as
// far.
type found struct {
	e     *Entity
	far   float64
	order int64
}

func compareFound(a, b found) int {
	return cmp.Or(cmp.Compare(a.far, b.far), cmp.Compare(a.order, b.order))
}

// afterBodies is the first order of those without a body.
const afterBodies = 1 << 40

// wanted are the tags to look for: an entity has all of must, none of cant, and
// one of oneOf if there are any.
type wanted struct{ must, cant, oneOf []*tag }

// seated is a body's entity, and whose it is.
type seated struct {
	id host.BotID
	e  *Entity
}

// unseat forgets which entity a body has that is still there.
func (cr *crowd) unseat(id host.BotID) {
	body := int32(-1)
	if w, ok := cr.surveyor(); ok {
		body = w.BodyOf(id)
	}
	switch {
	case body < 0:
		cr.rows = nil // it may come back to any row
	case int(body) < len(cr.rows):
		cr.rows[body] = seated{}
	}
}

// surveyor is the world as far as it finds bodies.
func (vw *View) surveyor() (host.Surveyor, bool) {
	if vw.X == nil {
		return nil, false
	}
	w, ok := vw.X.World.(host.Surveyor)
	return w, ok
}

// forms are those of the bodies, by row; nil if the world has none.
func (vw *View) forms() []int16 {
	if vw.X != nil {
		if w, ok := vw.X.World.(host.Classifier); ok {
			return w.Forms()
		}
	}
	return nil
}

// seatOf returns the entity of a body.
func (cr *crowd) seatOf(body int32, id host.BotID) *Entity {
	if int(body) >= len(cr.rows) {
		cr.rows = append(cr.rows, make([]seated, int(body)+1-len(cr.rows))...)
	}
	if cr.rows[body].id != id {
		cr.rows[body] = seated{id, cr.BodyEntity(id)}
	}
	return cr.rows[body].e
}

// tagList appends the tags that a script gave.
func (fi *finder) tagList(v machine.Value, list []*tag) []*tag {
	t := v.Table()
	if t == nil {
		if !v.IsNil() && !fi.Program.Lenient {
			fi.Refuse(v, "", "a list of tags")
		}
		return list
	}
	for i := 1; ; i++ {
		switch v := t.At(i); {
		case script.IsText(v):
			list = append(list, fi.TagNamed(script.Text(v)))
		case v.IsNil():
			fi.Lua.Charge(int64(i))
			return list
		case !fi.Program.Lenient:
			fi.Lua.Raise("a tag is %s, wanted a text", script.Describe(v))
		}
	}
}

// find lists the entities around a point that have the tags, in no particular order. The
// list is the caller's until he gives it back by putting it into m.found. x, z and radius
// are metres.
func (fi *finder) find(x, z, radius float64, must, cant, oneOf machine.Value) []found {
	w := &fi.wanted
	w.must, w.cant, w.oneOf = fi.tagList(must, w.must[:0]), fi.tagList(cant, w.cant[:0]), fi.tagList(oneOf, w.oneOf[:0])
	list := fi.found[:0]
	fi.found = nil
	price := int64(1 + len(w.must) + len(w.cant) + len(w.oneOf))
	list = fi.findBodies(list, x, z, radius, w, price)
	order := int64(afterBodies)
	others := func(e *Entity) {
		fi.Lua.Charge(price)
		order++
		if fi.matches(e, w) {
			list = append(list, found{e, farFrom(fi.position(e), [2]float64{x, z}), order})
		}
	}
	fi.eachOwn(x, z, radius, others)
	fi.eachThing(x, z, radius, w, others)
	return list
}

// findBodies appends the bodies around a point that have the tags.
func (fi *finder) findBodies(list []found, x, z, radius float64, w *wanted, price int64) []found {
	world, ok := fi.surveyor()
	if !ok {
		return list
	}
	forms := fi.forms()
	if forms != nil {
		fi.near = world.(host.Classifier).Around(float32(x), float32(z), float32(min(radius, math.MaxFloat32)), fi.near[:0])
	} else {
		fi.near = world.Within(float32(x), float32(z), float32(min(radius, math.MaxFloat32)), fi.near[:0])
	}
	near := fi.near
	fi.near = nil // what is new may look for others, too
	fi.Lua.Charge(int64(len(near)) * (1 + price))
	fi.barred = fi.barred[:0]
	for _, body := range near {
		id := world.ID(body)
		e := fi.seatOf(body, id)
		if int(body) < len(forms) && fi.bars(e, int(forms[body]), w) || !fi.matches(e, w) {
			continue
		}
		px, pz := world.Position(body)
		e.At = [2]float64{float64(px), float64(pz)}
		list = append(list, found{e, farFrom(e.At, [2]float64{x, z}), int64(id)})
	}
	fi.near = near
	return list
}

// bar says whether bodies of a form can have the tags to look for.
type bar uint8

const (
	unasked bar = iota
	open
	barred
)

// bars reports whether no body of the form of an entity can have the tags, whatever else
// is known of it.
func (fi *finder) bars(e *Entity, form int, w *wanted) bool {
	for len(fi.barred) <= form {
		fi.barred = append(fi.barred, unasked)
	}
	if fi.barred[form] == unasked {
		fi.barred[form] = open
		for _, t := range w.must {
			if t.Given || t.body || t.state || fi.keyOf(t) >= 0 || t.name == "player" || t.name == "mob" {
				continue
			}
			if !fi.formTagged(e, t) && !fi.isNamed(e, t) {
				fi.barred[form] = barred
			}
		}
	}
	return fi.barred[form] == barred
}

func (fi *finder) matches(e *Entity, w *wanted) bool {
	for _, t := range w.must {
		if !fi.HasTag(e, t) {
			return false
		}
	}
	for _, t := range w.cant {
		if fi.HasTag(e, t) {
			return false
		}
	}
	for _, t := range w.oneOf {
		if fi.HasTag(e, t) {
			return true
		}
	}
	return len(w.oneOf) == 0
}

// findEntities is TheSim:FindEntities: the nearest come first, and of those that are as
// far bodies, by id.
func (fi *finder) findEntities(c *machine.Call) machine.Value {
	radius := fi.ToNumber(c.Get(3), "FindEntities: the radius")
	list := fi.find(fi.NumberArg(c, 1), fi.NumberArg(c, 2), radius, c.Get(4), c.Get(5), c.Get(6))
	slices.SortFunc(list, compareFound)
	t := fi.Lua.NewTable()
	fi.Lua.Take(machine.BytesOfTable + int64(len(list))*machine.BytesOfItem)
	for _, f := range list {
		fi.Lua.Append(t, f.e.Object().V())
	}
	fi.found = list
	return t.V()
}

// findEntity is FindEntity: it returns the nearest other visible entity for which
// a function of the script answers true.
func (fi *finder) findEntity(c *machine.Call, self *Entity) machine.Value {
	at := fi.position(self)
	radius, f := fi.ToNumber(c.Get(2), "FindEntity: the radius"), c.Get(3)
	list := fi.find(at[0], at[1], radius, c.Get(4), c.Get(5), c.Get(6))
	first := machine.Nil
	for heap := newNearest(list); len(heap) > 0; heap = heap.next() {
		e := heap[0].e
		if e != self && fi.valid(e) && !e.unseen && (f.IsNil() || fi.Lua.Call(f, e.Object().V(), self.Object().V()).Truth()) {
			first = e.Object().V()
			break
		}
	}
	fi.found = list
	return first
}

// nearest is a heap of what was found: the nearest comes first.
type nearest []found

func newNearest(list []found) nearest {
	h := nearest(list)
	for i := len(h)/2 - 1; i >= 0; i-- {
		h.sink(i)
	}
	return h
}

func (h nearest) sink(i int) {
	for {
		least := i
		for _, below := range [...]int{2*i + 1, 2*i + 2} {
			if below < len(h) && compareFound(h[below], h[least]) < 0 {
				least = below
			}
		}
		if least == i {
			return
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
}

// next drops the first.
func (h nearest) next() nearest {
	last := len(h) - 1
	h[0] = h[last]
	h = h[:last]
	h.sink(0)
	return h
}

// eachAround calls f for the entities around a point: bodies by id, then those without a
// body, then things that lie there.
func (fi *finder) eachAround(x, z, radius float64, f func(e *Entity)) {
	fi.eachBody(x, z, radius, f)
	fi.eachOwn(x, z, radius, f)
	fi.eachThing(x, z, radius, nil, f)
}

// eachOwn calls f for the entities without a body around a point.
func (cr *crowd) eachOwn(x, z, radius float64, f func(e *Entity)) {
	cr.Lua.Charge(int64(len(cr.Own)))
	for _, e := range cr.Own {
		if !e.Invalid && farFrom(cr.position(e), [2]float64{x, z}) <= radius*radius && (e.Kind != isThing || cr.there(e)) {
			f(e)
		}
	}
}

// ground reports whether a body can stand at a point, in metres. Without a World
// that knows, the whole plane is land.
func (vw *View) ground(x, z float64) bool {
	if vw.X == nil {
		return true
	}
	w, ok := host.Find[host.Grounded](vw.X.World)
	return !ok || w.Ground(onPlane(x), onPlane(z))
}

// clear reports whether a body can walk straight from one point to another.
func (vw *View) clear(ax, az, bx, bz float64) bool {
	vw.Lua.Charge(script.HostSteps)
	if vw.X == nil {
		return true
	}
	w, ok := host.Find[host.Grounded](vw.X.World)
	return !ok || w.Clear(onPlane(ax), onPlane(az), onPlane(bx), onPlane(bz))
}

// onPlane makes any number a finite one that a World can take; a nan is 0.
func onPlane(v float64) float32 {
	if math.IsNaN(v) {
		return 0
	}
	return float32(min(max(v, -1e30), 1e30))
}
