package mbt

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/arena/core"
)

// query is a tactical point query: options, of which the first that yields a point counts.
type query struct {
	name    string
	options []option
}

type option struct {
	points     generation
	step       float64 // of a grid, in metres
	conditions []term
	weights    []term
}

// generation says where the points of an option lie.
type generation struct {
	covers       bool   // places that hide from an object, else a square grid
	path         bool   // points of the bot's own path, which is taken as closed
	from, around object // an object may be none
	radius       float64
}

// term is a measure of a point, and what it is compared with or multiplied by.
type term struct {
	measure measure
	object  object
	bound   int8 // of a condition: -1 at most, 1 at least, 0 for a truth value
	value   float64
}

// measure is something that can be said of a point.
type measure uint8

const (
	distance measure = iota
	distance2d
	canShoot
	visible
	posture
	towards
	walkable
	twoRays
	random
)

var measureNames = []string{"distance", "distance2d", "canShoot", "visible", "hasShootingPosture", "towards", "isInNavigationMesh", "canShootTwoRays", "random"}

// object is somebody or something that a query is about.
type object uint8

const (
	nothing object = iota
	self
	attention
	reference
	leader
	player
)

var objects = map[string]object{
	"puppet": self, "self": self, "entity": self, "attentionTarget": attention, "realTarget": attention, "referencePoint": reference,
	"leader": leader, "player": player,
}

// glue are the words between a measure and its object.
var glue = []string{"from", "to", "at", "the", "of", "for"}

// CheckQuery returns the error for a query of a scene, or nil, and the number of the option
// that it is about.
func CheckQuery(q *core.Query) (at int, err *syntax.Error) {
	for i := range q.Options {
		if _, err := optionOf(&q.Options[i]); err != nil {
			return i, err
		}
	}
	return 0, nil
}

// allQueries returns the queries that are always there, and those of a scene, which win.
func allQueries(own []core.Query) []query {
	var list []query
	for _, q := range slices.Concat(own, usualQueries) {
		if slices.ContainsFunc(list, func(p query) bool { return p.name == q.ID }) {
			continue
		}
		made := query{name: q.ID}
		for i := range q.Options {
			if o, err := optionOf(&q.Options[i]); err == nil {
				made.options = append(made.options, o)
			}
		}
		list = append(list, made)
	}
	return list
}

// QueryNames lists the queries that every scene has.
func QueryNames() []string {
	var names []string
	for i := range usualQueries {
		names = append(names, usualQueries[i].ID)
	}
	return names
}

func queryError(format string, args ...any) *syntax.Error {
	return &syntax.Error{Msg: fmt.Sprintf(format, args...)}
}

// optionOf reads the words of an option.
func optionOf(src *core.QueryOption) (o option, err *syntax.Error) {
	if o.points, err = generationOf(src.Points); err != nil {
		return o, err
	}
	if o.step = src.Density; o.step == 0 {
		o.step = 1
	}
	if o.step < 0 || o.step > 1000 || math.IsNaN(o.step) {
		return o, queryError("density %v, wanted a number above 0", src.Density)
	}
	const most = 100_000
	if o.points.path && o.step <= 1 {
		return o, queryError("%s: wanted a density above 1, the metres from one point to the next", ownPath)
	}
	if side := math.Floor(2*o.points.radius/o.step) + 1; !o.points.covers && !o.points.path && side*side > most {
		return o, queryError("a grid of more than %d points", most)
	}
	for _, t := range src.Conditions {
		made, err := termOf(t, true)
		if err != nil {
			return o, err
		}
		o.conditions = append(o.conditions, made)
	}
	for _, t := range src.Weights {
		made, err := termOf(t, false)
		if err != nil {
			return o, err
		}
		o.weights = append(o.weights, made)
	}
	return o, nil
}

// ownPath is the word for the points of the bot's own path. Its radius has no meaning.
const ownPath = "pointsInDesignerPath"

// generationOf reads words such as cover_from_attentionTarget_around_puppet.
func generationOf(t core.QueryTerm) (g generation, err *syntax.Error) {
	g.radius = t.Value
	if !(t.Value >= 0 && t.Value <= 1000) || t.Truth {
		return g, queryError("%s: wanted metres from 0 to 1000", t.Name)
	}
	words := strings.Split(t.Name, "_")
	switch {
	case t.Name == ownPath:
		g.path = true
	case len(words) == 3 && words[0] == "grid" && words[1] == "around":
		g.around, err = objectOf(words[2])
	case len(words) == 5 && words[0] == "cover" && words[1] == "from" && words[3] == "around":
		g.covers = true
		if g.from, err = objectOf(words[2]); err == nil {
			g.around, err = objectOf(words[4])
		}
	default:
		err = queryError("unknown points %q, wanted grid_around_X, cover_from_X_around_Y or %s", t.Name, ownPath).Suggest(t.Name, []string{ownPath})
	}
	return g, err
}

func objectOf(word string) (object, *syntax.Error) {
	if o, ok := objects[word]; ok {
		return o, nil
	}
	names := slices.Sorted(maps.Keys(objects))
	return nothing, queryError("unknown object %q, wanted %s", word, strings.Join(names, ", ")).Suggest(word, names)
}

// termOf reads words such as min_distance_to_attentionTarget.
func termOf(src core.QueryTerm, condition bool) (t term, err *syntax.Error) {
	t.value = src.Value
	words := strings.Split(src.Name, "_")
	if condition && (words[0] == "min" || words[0] == "max") {
		t.bound = 1
		if words[0] == "max" {
			t.bound = -1
		}
		words = words[1:]
	}
	i := -1
	if len(words) > 0 {
		i = slices.Index(measureNames, words[0])
	}
	if i < 0 {
		return t, queryError("unknown measure %q", src.Name).Suggest(strings.Join(words[:min(len(words), 1)], ""), measureNames)
	}
	t.measure = measure(i)
	words = words[1:]
	for len(words) > 0 && slices.Contains(glue, words[0]) {
		words = words[1:]
	}
	needs := t.measure != walkable && t.measure != random
	switch {
	case needs && len(words) == 1:
		t.object, err = objectOf(words[0])
	case needs:
		err = queryError("%s: wanted a measure of one object, such as %s_to_puppet", src.Name, measureNames[i])
	case len(words) > 0:
		err = queryError("%s: %s is of no object", src.Name, measureNames[i])
	}
	isTruth := t.measure >= canShoot && t.measure != random
	if err == nil && condition && (t.bound == 0) != src.Truth {
		err = queryError("%s: wanted min_ or max_ with a number, or true or false", src.Name)
	}
	if err == nil && condition && isTruth != src.Truth {
		err = queryError("%s: wanted true or false for it, and a number for distances and random", src.Name)
	}
	if src.Truth && !condition {
		err = queryError("%s: wanted a number", src.Name)
	}
	return t, err
}

func points(name string, metres float64) core.QueryTerm {
	return core.QueryTerm{Name: name, Value: metres}
}

func is(name string) core.QueryTerm { return core.QueryTerm{Name: name, Value: 1, Truth: true} }

func not(name string) core.QueryTerm { return core.QueryTerm{Name: name, Truth: true} }

func list(terms ...core.QueryTerm) []core.QueryTerm { return terms }

// The parts that several of the queries have.
const (
	coverNear  = "cover_from_attentionTarget_around_puppet"
	targetGrid = "grid_around_attentionTarget"
	selfGrid   = "grid_around_puppet"
)

var (
	hits    = is("canShoot_to_attentionTarget")
	apart   = points("min_distance_to_attentionTarget", 5)
	close10 = points("max_distance_to_puppet", 10)
	onMesh  = is("isInNavigationMesh")
	nearest = list(points("distance_to_puppet", -1))
	byLot   = list(points("random", 1))
	pick    = list(points("random", 0.5), points("distance_to_attentionTarget", -0.5))
)

// usualQueries lists the queries that the trees of the original's SDK ask for, with its
// figures, and that of the guide page.
var usualQueries = []core.Query{
	{ID: "CoverFromTarget", Options: []core.QueryOption{{Points: points(coverNear, 30), Weights: nearest}}},
	{ID: "SDKGrunt_CoverToShootFrom", Options: []core.QueryOption{{Points: points(coverNear, 15), Conditions: list(is("hasShootingPosture_to_attentionTarget"), apart), Weights: nearest}}},
	{ID: "SDKGrunt_CoverToShootFrom_LimitedTravelDistance", Options: []core.QueryOption{
		{Points: points(coverNear, 15), Conditions: list(is("hasShootingPosture_to_attentionTarget"), apart, close10), Weights: nearest},
	}},
	{ID: "SDKGrunt_OpenCombat", Options: []core.QueryOption{
		{Points: points(targetGrid, 15), Conditions: list(apart, points("max_distance_to_attentionTarget", 15), onMesh, hits), Weights: byLot},
	}},
	{ID: "SDKGrunt_OpenCombat_LimitedTravelDistance", Options: []core.QueryOption{
		{Points: points(targetGrid, 15), Density: 4, Conditions: list(apart, close10, onMesh, hits), Weights: byLot},
		{Points: points(targetGrid, 15), Density: 4, Conditions: list(apart, close10, onMesh), Weights: append(pick, points("distance_to_puppet", -1))},
		{Points: points(selfGrid, 10), Conditions: list(onMesh), Weights: pick},
	}},
	{ID: "SDKGrunt_TargetPositionOnNavMesh", Options: []core.QueryOption{
		{Points: points(targetGrid, 20), Conditions: list(onMesh), Weights: list(points("distance_to_attentionTarget", -1))},
	}},
	{ID: "SDKGrunt_RandomSearchSpotAroundPuppet", Options: []core.QueryOption{
		{Points: points(selfGrid, 30), Conditions: list(points("min_distance_to_puppet", 10), onMesh, not("visible_from_puppet")), Weights: list(points("random", 1), points("distance_to_puppet", -0.5))},
		{Points: points(selfGrid, 30), Conditions: list(points("min_distance_to_puppet", 10), onMesh), Weights: list(points("random", 1), points("distance_to_puppet", -0.5))},
		{Points: points(selfGrid, 30), Conditions: list(points("min_distance_to_puppet", 5), onMesh), Weights: list(points("random", 1), points("distance_to_puppet", -0.5))},
	}},
	{ID: "SDKGrunt_CoverFromUnknownEnemy", Options: []core.QueryOption{{Points: points(coverNear, 15), Weights: nearest}}},
	{ID: "SDKGrunt_GetAwayFromUnknownEnemy", Options: []core.QueryOption{
		{Points: points(selfGrid, 5), Conditions: list(onMesh), Weights: list(points("distance_to_attentionTarget", 0.75), points("towards_the_attentionTarget", -1))},
	}},
	{ID: "SDKGrunt_CombatMove_CoverFromTarget", Options: []core.QueryOption{
		{Points: points(coverNear, 25), Conditions: list(points("min_distance_to_puppet", 5), is("towards_referencePoint"), points("min_distance_to_referencePoint", 4)), Weights: nearest},
	}},
	{ID: "SDK_Grunt_HoldPosition_Cover", Options: []core.QueryOption{
		{Points: points("cover_from_attentionTarget_around_referencePoint", 3), Conditions: list(is("hasShootingPosture_to_attentionTarget"), apart), Weights: nearest},
	}},
	{ID: "SDK_Grunt_DefendArea_Cover", Options: []core.QueryOption{{Points: points(coverNear, 15), Conditions: list(is("hasShootingPosture_to_attentionTarget"), apart), Weights: nearest}}},
	{ID: "SDK_Grunt_DefendArea_RandomPointAroundRefPoint", Options: []core.QueryOption{
		{Points: points("grid_around_referencePoint", 10), Conditions: list(onMesh), Weights: byLot},
	}},
	{ID: "HelicopterFindGoodFiringSpot", Options: []core.QueryOption{
		{Points: points(ownPath, 0), Density: 8, Conditions: list(points("min_distance2d_to_attentionTarget", 15), is("canShootTwoRays_to_attentionTarget")), Weights: nearest},
	}},
}
