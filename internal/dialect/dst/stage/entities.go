package stage

import (
	"maps"
	"slices"

	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
)

// entityKind says what an entity stands for.
type entityKind uint8

const (
	IsBody  entityKind = iota // a bot or a player
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
		"fuel", "grower", "witherable", "fertilizer", "fertilizable", "plantable", "deployable", "finiteuses", "armor", "repairable", "fishable", "growable", "oceanfishinghook",
		"boatleak", "mast", "hull", "oar", "boatcannon", "boatmagnet", "lock", "prototyper", "book", "instrument", "waterproofer", "tradable", "trinket", "unwrappable",
		"cattoy", "treasuremarked", "searchable", "reviver", "winchtarget", "preservative", "sleepingbag", "gestaltcage", "parryweapon", "curseditem", "snowmandecor",
		"kitcoonden", "hitchable", "walkableplatform", "boatphysics", "anchor", "steeringwheel", "oceanfishingrod", "teleporter",
	}
	ofPlaces = []string{"spawner", "burnable", "childspawner", "fueled"}
)

// mayHave reports whether entities of this kind have a component of that name.
func (e *Entity) mayHave(name string) bool {
	switch e.Kind {
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

// StageState is what is saved of a stage.
type StageState struct {
	spawned     int                      // how many entities scripts made
	fields      *machine.Table           // by name, functions that make a field of an entity when it is first read
	components  machine.Value            // the function that makes components
	classes     map[string]machine.Value // of components that have a file, by name
	thingList   machine.Value            // the things that Thicket knows by itself
	items       machine.Value            // the function that makes things of the scene what they are
	receive     machine.Value            // the function that translates events of the arena
	Known       map[host.BotID]*Entity   // bots and players
	knownMost   int
	ThingsKnown map[uint32]*Entity
	samples     map[string]*Entity // a thing of each kind, for itself
	spots       map[[2]float64]*Entity
	Skies       nature
	Own         []*Entity // those without a body that scripts made, in the order of making
}

func newStageState() StageState {
	return StageState{
		classes: map[string]machine.Value{}, Known: map[host.BotID]*Entity{}, knownMost: maxStrangers, spots: map[[2]float64]*Entity{},
	}
}

// CodeCounts visits the counts of entities.
func (s *StageState) CodeCounts(c script.Codec) {
	script.Integer(c, &s.spawned)
	script.Integer(c, &s.knownMost)
}

// Code leaves out the counts, which a save has elsewhere.
func (s *StageState) Code(c script.Codec) {
	for _, v := range [...]*machine.Value{&s.components, &s.thingList, &s.items, &s.receive} { // nil until they are first used
		c.Value(v)
	}
	hasFields := s.fields != nil
	if c.Bool(&hasFields); hasFields {
		script.Table(c, &s.fields)
	}
	if script.Dict(c, &s.classes, c.Text, c.Value); s.classes == nil { // none was there
		s.classes = map[string]machine.Value{}
	}
	script.Dict(c, &s.Known, func(id *host.BotID) { script.Integer(c, id) }, func(e **Entity) { script.MustPointer(c, e) })
	script.Dict(c, &s.ThingsKnown, func(id *uint32) { script.Integer(c, id) }, func(e **Entity) { script.MustPointer(c, e) })
	script.Dict(c, &s.samples, c.Text, func(e **Entity) { script.MustPointer(c, e) })
	var spots []*Entity
	for _, e := range s.spots {
		spots = append(spots, e)
	}
	slices.SortFunc(spots, func(a, b *Entity) int { return slices.Compare(a.At[:], b.At[:]) })
	script.List(c, &spots, func(e **Entity) { script.MustPointer(c, e) })
	s.spots = map[[2]float64]*Entity{}
	for _, e := range spots {
		s.spots[e.At] = e
	}
	script.List(c, &s.Own, func(e **Entity) { script.MustPointer(c, e) })
	s.Skies.code(c)
}

// Restore takes over what was saved of a stage.
func (fi *finder) Restore(s StageState) {
	fi.StageState = s
	fi.rows = nil
	for _, e := range fi.Known {
		for _, name := range e.tags {
			fi.TagNamed(name).Given = true
		}
	}
}

// Everyone lists the entities that are known: bodies and things by id, then those that
// scripts made.
func (cr *crowd) Everyone() (all []*Entity) {
	for _, id := range slices.Sorted(maps.Keys(cr.Known)) {
		all = append(all, cr.Known[id])
	}
	for _, id := range slices.Sorted(maps.Keys(cr.ThingsKnown)) {
		all = append(all, cr.ThingsKnown[id])
	}
	return append(all, cr.Own...)
}

// Kept calls f for the functions of Thicket's own that the stage has looked up.
func (st *Stage) Kept(f func(machine.Value)) {
	f(st.components)
	f(st.receive)
	if st.fields != nil {
		f(st.fields.V())
	}
}

// Roots lists the tables and functions that the stage made.
func (st *Stage) Roots() []machine.Value {
	return []machine.Value{st.entities.V(), st.World.V(), st.TaskMeta.V(), st.threadMeta.V(), st.partsMeta.V()}
}

// BodyEntity returns the entity of a bot or a player, the same one as long as the
// body is there.
func (cr *crowd) BodyEntity(id host.BotID) *Entity {
	if e := cr.Known[id]; e != nil {
		return e
	}
	if len(cr.Known) >= cr.knownMost {
		for other, e := range cr.Known {
			if e.Bot == nil && cr.body(e) < 0 {
				delete(cr.Known, other)
			}
		}
		cr.rows = nil
		cr.knownMost = max(maxStrangers, 2*len(cr.Known))
	}
	return cr.newEntity(id)
}

// spot returns the entity of a place.
func (cr *crowd) spot(x, z float64) *Entity {
	at := [2]float64{x, z}
	e := cr.spots[at]
	if e == nil {
		e = cr.entity(-1<<34 - float64(len(cr.spots)))
		e.Kind, e.own().What, e.At = isPlace, "home", at
		cr.spots[at] = e
	}
	return e
}

// spawn makes an entity that only scripts know of, where the bot is.
func (cr *crowd) spawn(what string) *Entity {
	cr.spawned++
	e := cr.entity(-1<<35 - float64(cr.spawned))
	e.Kind, e.own().What = isPlace, what
	if cr.Bot != nil && cr.Bot.Entity != nil {
		e.At = cr.position(cr.Bot.Entity)
	}
	return e
}

// valid reports whether an entity is still there.
func (cr *crowd) valid(e *Entity) bool {
	switch {
	case e.Invalid:
		return false
	case e.Kind == isPlace || e.Kind == isOwn || e.Unborn() || cr.X == nil || e.Bot == cr.Bot && e.Kind == IsBody:
		return true
	case e.Kind == IsBody:
		if _, ok := cr.X.World.(host.Surveyor); ok {
			return cr.body(e) >= 0
		}
		return true
	}
	return cr.there(e)
}
