package dst

import (
	"maps"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
)

// entityKind says what an entity stands for.
type entityKind uint8

const (
	isBody  entityKind = iota // a bot or a player
	isThing                   // something that lies about or is carried
	isPlace                   // a home
	isOwn                     // made by scripts, without a body
)

// thingsOnly are the components that no body has, ofPlaces those of places. Things have
// those that they were given.
var (
	thingsOnly = []string{
		"edible", "stackable", "perishable", "bait", "trap", "mine", "pickable", "harvestable", "crop", "dryer", "stewer", "workable", "equippable",
		"weapon", "fueled", "tool", "machine", "shelf", "projectile", "complexprojectile", "murderable", "cookable", "activatable", "childspawner",
		"spawner", "hideout", "farmplanttendable", "farmplantstress", "constructionsite", "writeable", "minigame", "explosive",
		"fuel", "grower", "witherable", "fertilizer", "fertilizable", "plantable", "deployable", "finiteuses", "armor", "repairable", "fishable", "oceanfishinghook",
		"boatleak", "mast", "hull", "oar", "boatcannon", "boatmagnet", "lock", "prototyper", "book", "instrument", "waterproofer", "tradable", "trinket", "unwrappable",
		"cattoy", "treasuremarked", "searchable", "reviver", "winchtarget", "preservative", "sleepingbag", "gestaltcage", "parryweapon", "curseditem", "snowmandecor",
		"kitcoonden", "hitchable", "walkableplatform", "boatphysics", "anchor", "steeringwheel", "oceanfishingrod", "teleporter",
	}
	ofPlaces = []string{"spawner", "burnable"}
)

// mayHave reports whether entities of this kind have a component of that name.
func (e *entity) mayHave(name string) bool {
	switch e.kind {
	case isOwn:
		return false
	case isThing:
		return false
	case isPlace:
		return slices.Contains(ofPlaces, name)
	}
	return !slices.Contains(thingsOnly, name)
}

// maxStrangers bounds the known entities that are no bots of this machine; those
// that left are forgotten then.
const maxStrangers = 4096

// stageState is what is saved of a stage.
type stageState struct {
	spawned     int                    // how many entities scripts made
	fields      *glua.LTable           // by name, functions that make a field of an entity when it is first read
	components  glua.LValue            // the function that makes components
	classes     map[string]glua.LValue // of components that have a file, by name
	thingList   glua.LValue            // the things that Thicket knows by itself
	items       glua.LValue            // the function that makes things of the scene what they are
	receive     glua.LValue            // the function that translates events of the arena
	known       map[host.BotID]*entity // bots and players
	knownMost   int
	thingsKnown map[uint32]*entity
	samples     map[string]*entity // a thing of each kind, for itself
	spots       map[[2]float64]*entity
	skies       nature
	own         []*entity // those without a body that scripts made, in the order of making
}

func newStageState() stageState {
	return stageState{
		classes: map[string]glua.LValue{}, known: map[host.BotID]*entity{}, knownMost: maxStrangers, spots: map[[2]float64]*entity{},
	}
}

// codeCounts visits the counts of entities.
func (s *stageState) codeCounts(c codec) {
	integer(c, &s.spawned)
	integer(c, &s.knownMost)
}

// code leaves out the counts, which a save has elsewhere.
func (s *stageState) code(c codec) {
	for _, v := range [...]*glua.LValue{&s.components, &s.thingList, &s.items, &s.receive} { // nil until they are first used
		if c.Value(v); *v == glua.LNil {
			*v = nil
		}
	}
	hasFields := s.fields != nil
	if c.Bool(&hasFields); hasFields {
		table(c, &s.fields)
	}
	if dict(c, &s.classes, c.Text, c.Value); s.classes == nil { // none was there
		s.classes = map[string]glua.LValue{}
	}
	dict(c, &s.known, func(id *host.BotID) { integer(c, id) }, func(e **entity) { mustPointer(c, e) })
	dict(c, &s.thingsKnown, func(id *uint32) { integer(c, id) }, func(e **entity) { mustPointer(c, e) })
	dict(c, &s.samples, c.Text, func(e **entity) { mustPointer(c, e) })
	var spots []*entity
	for _, e := range s.spots {
		spots = append(spots, e)
	}
	slices.SortFunc(spots, func(a, b *entity) int { return slices.Compare(a.at[:], b.at[:]) })
	list(c, &spots, func(e **entity) { mustPointer(c, e) })
	s.spots = map[[2]float64]*entity{}
	for _, e := range spots {
		s.spots[e.at] = e
	}
	list(c, &s.own, func(e **entity) { mustPointer(c, e) })
	s.skies.code(c)
}

// restore takes over what was saved of a stage.
func (fi *finder) restore(s stageState) {
	fi.stageState = s
	fi.rows = nil
	for _, e := range fi.known {
		for _, name := range e.tags {
			fi.tagNamed(name).given = true
		}
	}
}

// everyone lists the entities that are known: bodies and things by id, then those that
// scripts made.
func (cr *crowd) everyone() (all []*entity) {
	for _, id := range slices.Sorted(maps.Keys(cr.known)) {
		all = append(all, cr.known[id])
	}
	for _, id := range slices.Sorted(maps.Keys(cr.thingsKnown)) {
		all = append(all, cr.thingsKnown[id])
	}
	return append(all, cr.own...)
}

// kept calls f for the functions of Thicket's own that the stage has looked up.
func (st *stage) kept(f func(glua.LValue)) {
	for _, v := range []glua.LValue{st.components, st.receive, st.fields} {
		if v != nil {
			f(v)
		}
	}
}

// roots lists the tables and functions that the stage made.
func (st *stage) roots() []glua.LValue {
	return []glua.LValue{st.entities, st.world, st.taskMeta, st.threadMeta, st.partsRead}
}

// bodyEntity returns the entity of a bot or a player, the same one as long as the
// body is there.
func (cr *crowd) bodyEntity(id host.BotID) *entity {
	if e := cr.known[id]; e != nil {
		return e
	}
	if len(cr.known) >= cr.knownMost {
		for other, e := range cr.known {
			if e.bot == nil && cr.body(e) < 0 {
				delete(cr.known, other)
			}
		}
		cr.rows = nil
		cr.knownMost = max(maxStrangers, 2*len(cr.known))
	}
	return cr.newEntity(id)
}

// spot returns the entity of a place.
func (cr *crowd) spot(x, z float64) *entity {
	at := [2]float64{x, z}
	e := cr.spots[at]
	if e == nil {
		e = cr.entity(-1<<34 - float64(len(cr.spots)))
		e.kind, e.what, e.at = isPlace, "home", at
		cr.spots[at] = e
	}
	return e
}

// spawn makes an entity that only scripts know of, where the bot is.
func (cr *crowd) spawn(what string) *entity {
	cr.spawned++
	e := cr.entity(-1<<35 - float64(cr.spawned))
	e.kind, e.what = isPlace, what
	if cr.bot != nil && cr.bot.e != nil {
		e.at = cr.position(cr.bot.e)
	}
	return e
}

// valid reports whether an entity is still there.
func (cr *crowd) valid(e *entity) bool {
	switch {
	case e.invalid:
		return false
	case e.kind == isPlace || e.kind == isOwn || e.unborn() || cr.x == nil || e.bot == cr.bot && e.kind == isBody:
		return true
	case e.kind == isBody:
		if _, ok := cr.x.World.(host.Surveyor); ok {
			return cr.body(e) >= 0
		}
		return true
	}
	return cr.there(e)
}
