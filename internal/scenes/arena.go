package scenes

import (
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/trees"
)

// Limits of the arena, so that a hostile scene stays cheap.
var (
	maxItems   = limit.New("scene.items", 1_000_000, 1_000_000, "items", "items of a scene", limit.Refused)
	maxKinds   = limit.New("scene.item-kinds", 100, 10_000, "kinds", "kinds of items", limit.Refused)
	maxWeapons = limit.New("scene.weapons", 1000, 30_000, "weapons", "weapons of a scene", limit.Refused)
)

// Fixed limits: goods and tags are sets of 64 bits.
const (
	maxGoods = 64
	maxTags  = 64
)

func init() {
	limit.Fixed(maxGoods, "what a bot has bought is a set of 64 bits", "scene.goods", "goods", "goods of a scene", limit.Refused)
	limit.Fixed(maxTags, "the tags of a class are a set of 64 bits", "scene.tags", "tags", "tags of a scene", limit.Refused)
}

// classKeys are the keys of a bot class for the arena.
var classKeys = []string{
	"health", "armour", "regen", "sight", "weapons", "cargo", "hunger", "respawn", "turnRate", "paces", "radius",
	"home", "skill", "skills", "price", "tags", "foes", "drops",
}

// declare tells the registry the names that the scene defines, so that trees can be
// checked against them while they are read. Faulty names are reported elsewhere.
func (d *decoder) declare(doc *markup.Node) {
	for _, list := range []struct{ key, name, what string }{
		{"places", "id", arena.PlaceNames}, {"paths", "id", arena.PathNames}, {"items", "kind", arena.ItemNames}, {"goods", "id", arena.GoodNames},
		{"weapons", "id", arena.WeaponNames}, {"bots", "id", arena.ClassNames}, {"queries", "id", arena.QueryNames},
	} {
		var names []string
		if n := doc.Get(list.key); n != nil && n.Kind == markup.Sequence {
			for _, item := range n.Items {
				if id := textOf(item, list.name); id != "" {
					names = append(names, id)
				}
				if list.key == "places" && item.Kind == markup.Map {
					names = append(names, textsOf(item.Get("tags"))...)
				}
			}
		}
		if list.key == "queries" {
			names = append(names, arena.UsualQueries()...)
		}
		if d.scene.Arena.Game != "" {
			for _, name := range arena.GameNames()[list.what] {
				if !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
		d.reg.Declare(list.what, names...)
	}
}

func textOf(n *markup.Node, key string) string {
	if n.Kind != markup.Map {
		return ""
	}
	if v := n.Get(key); v != nil && v.Kind == markup.String {
		return v.Str
	}
	return ""
}

func textsOf(n *markup.Node) []string {
	var all []string
	if n != nil && n.Kind == markup.Sequence {
		for _, item := range n.Items {
			if item.Kind == markup.String {
				all = append(all, item.Str)
			}
		}
	}
	return all
}

// arena reads the keys of the arena.
func (d *decoder) arena(o *markup.Object, r *trees.Ruleset) {
	c := &d.scene.Arena
	for _, key := range []string{"obstacles", "weapons", "items", "goods", "match", "day", "nature"} {
		c.On = c.On || o.Has(key)
	}
	d.obstacles(o)
	d.checkPlaces(o)
	d.weapons(o)
	d.items(o)
	d.goods(o)
	d.match(o)
	d.again(o)
	d.day(o)
	d.nature(o)
	d.queries(o)
	for _, class := range r.Classes {
		c.Forms = append(c.Forms, d.form(class))
	}
	d.checkRoom(o)
	if c.Game != "" {
		arena.Equip(&d.scene.Setup, c)
		d.doubtGame(o, r)
	}
	d.buildings(o)
	d.review()
	arena.Extend(&d.scene.Setup, c)
}

// checkRoom reports obstacles that leave the widest class no room to walk. Errors of a
// single obstacle or class are reported elsewhere.
func (d *decoder) checkRoom(o *markup.Object) {
	if len(d.list.Errors) > 0 {
		return
	}
	if err := arena.CheckLand(&d.scene.Setup, &d.scene.Arena); err != nil {
		d.list.Errorf(o.KeySpan("obstacles"), "%v", err)
	}
}

func (d *decoder) obstacles(o *markup.Object) {
	for ob := range d.objects(o, "obstacles", "an obstacle", "obstacles", arena.MaxObstacles(d.limits)) {
		shapes := 0
		for _, key := range []string{"rect", "circle", "polygon"} {
			if ob.Has(key) {
				shapes++
			}
		}
		before := len(d.list.Errors)
		if shapes != 1 {
			d.list.Errorf(ob.Span(), "an obstacle with %d shapes, wanted one of rect, circle, polygon", shapes)
		}
		shape := d.shape(ob)
		ob.Done()
		if len(d.list.Errors) > before {
			continue
		}
		if err := shape.Check(&d.scene.Setup); err != nil && !d.fieldless {
			d.list.Errorf(ob.Span(), "%v", err)
			continue
		}
		d.scene.Arena.Obstacles = append(d.scene.Arena.Obstacles, shape)
		d.obstacleAt = append(d.obstacleAt, ob.Span().Start)
	}
}

// checkPlaces reports places whose middle is in an obstacle.
func (d *decoder) checkPlaces(o *markup.Object) {
	for i, n := range o.List("places") {
		if i >= len(d.scene.Setup.Places) || d.fieldless {
			return
		}
		p := &d.scene.Setup.Places[i]
		for j := range d.scene.Arena.Obstacles {
			if d.scene.Arena.Obstacles[j].Covers(p.X, p.Y, 0.01) {
				e := d.list.Errorf(n.Span, "place %q has its middle in an obstacle, where nobody can go", p.ID)
				e.Notes = []syntax.Note{{Pos: d.obstacleAt[j], Msg: "the obstacle"}}
				break
			}
		}
	}
}

func (d *decoder) shape(o *markup.Object) (shape arena.Obstacle) {
	switch {
	case o.Has("rect"):
		if v := d.numbers(o.Node("rect"), "rect", "[x, y, width, height]", 4); v != nil {
			x, y, w, h := v[0], v[1], v[2], v[3]
			shape.Rect, shape.Points = true, [][2]float32{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}
		}
	case o.Has("circle"):
		if v := d.numbers(o.Node("circle"), "circle", "[x, y, radius]", 3); v != nil {
			shape.X, shape.Y, shape.Radius = v[0], v[1], v[2]
		}
	case o.Has("polygon"):
		shape.Points = d.polygon(o.Node("polygon"))
	}
	return shape
}

func (d *decoder) polygon(n *markup.Node) (points [][2]float32) {
	for _, item := range d.pointList(n, "polygon", 3) {
		if v := d.numbers(item, "polygon", "[x, y]", 2); v != nil {
			points = append(points, [2]float32{v[0], v[1]})
		}
	}
	return points
}

// pointList returns the elements of a list of points, of which there are so many at least;
// none of what is no such list.
func (d *decoder) pointList(n *markup.Node, key string, least int) []*markup.Node {
	switch {
	case n.Kind != markup.Sequence:
		d.list.Errorf(n.Span, "%s: wanted a list of points [x, y], found %s", key, n.Describe())
		return nil
	case len(n.Items) < least || len(n.Items) > arena.MaxCorners(d.limits):
		d.list.Errorf(n.Span, "%s: wanted %d to %d points, found %d", key, least, arena.MaxCorners(d.limits), len(n.Items))
		return nil
	}
	return n.Items
}

// numbers reads a list of so many finite numbers.
func (d *decoder) numbers(n *markup.Node, key, wanted string, count int) []float32 {
	if n.Kind != markup.Sequence || len(n.Items) != count || !allFinite(n.Items) {
		found := n.Describe()
		if n.Kind == markup.Sequence {
			found = n.JSON()
		}
		d.list.Errorf(n.Span, "%s: wanted %d numbers %s, found %s", key, count, wanted, found)
		return nil
	}
	var all []float32
	for _, item := range n.Items {
		all = append(all, float32(item.Num))
	}
	return all
}

func allFinite(items []*markup.Node) bool {
	return !slices.ContainsFunc(items, func(n *markup.Node) bool { return !isFinite(n) || math.Abs(n.Num) > math.MaxFloat32 })
}

func (d *decoder) weapons(o *markup.Object) {
	seen := map[string]syntax.Pos{}
	for w := range d.objects(o, "weapons", "a weapon", "weapons", maxWeapons.In(d.limits)) {
		weapon := arena.Weapon{
			ID: w.ID(seen), Damage: float32(w.NumberIn("damage", 10, 0, 1e6)), Range: float32(w.NumberIn("range", 1.5, 0, 1e6)),
			Cooldown: d.seconds(w, "cooldown", 1), Clip: int(w.Int("clip", 0, 0, 1000)), Reload: d.seconds(w, "reload", 0),
			Blast: float32(w.NumberIn("blast", 0, 0, 1000)),
		}
		weapon.Ammo = int(w.Int("ammo", 0, 0, 10_000))
		if weapon.Ammo > 0 && weapon.Clip == 0 {
			d.list.Errorf(w.KeySpan("ammo"), "a weapon with ammo and no clip, wanted clip: how many shots are in it")
		}
		w.Done()
		d.scene.Arena.Weapons = append(d.scene.Arena.Weapons, weapon)
	}
}

// seconds reads a duration that has a default.
func (d *decoder) seconds(o *markup.Object, key string, def float64) float64 {
	if !o.Has(key) {
		return def
	}
	return d.duration(o, key)
}

// orNever reads a duration, or the word never as a negative one.
func (d *decoder) orNever(o *markup.Object, key string) float64 {
	if n := o.Node(key); n == nil || n.Kind == markup.String && n.Str == "never" {
		return -1
	}
	return d.duration(o, key)
}

func (d *decoder) items(o *markup.Object) {
	seen := map[string]bool{}
	total := int64(0)
	for it := range d.objects(o, "items", "a kind of item", "kinds of items", maxKinds.In(d.limits)) {
		k := arena.Kind{
			ID: it.RequiredText("kind"), Count: int(it.Int("count", 1, 0, maxItems.In64(d.limits))), Respawn: d.orNever(it, "respawn"),
			Food: float32(it.NumberIn("food", 0, 0, 1)), Health: float32(it.NumberIn("health", 0, 0, 1e6)), Worth: it.NumberIn("worth", 1, 0, 1e6),
			At: d.placeName(it, "at"), Spare: int(it.Int("spare", 0, 0, maxItems.In64(d.limits))), Tags: d.tags(it),
		}
		it.Done()
		if seen[k.ID] {
			d.list.Errorf(it.KeySpan("kind"), "a kind of item %q is there already", k.ID)
		}
		seen[k.ID] = true
		if total += int64(k.Count + k.Spare); total > maxItems.In64(d.limits) {
			d.list.Errorf(it.KeySpan("count"), "more than %d items up to here", maxItems.In64(d.limits))
			return
		}
		d.scene.Arena.Kinds = append(d.scene.Arena.Kinds, k)
	}
}

// placeName reads the id or tag of a place.
func (d *decoder) placeName(o *markup.Object, key string) string {
	return d.name(o, key, arena.PlaceNames)
}

// name reads a name that the scene must define.
func (d *decoder) name(o *markup.Object, key, what string) string {
	name, ok := o.Str(key)
	if ok {
		d.known(o.Node(key), key, what)
	}
	return name
}

// known gives the number of a name that the scene defines; it reports any other name
// and gives -1.
func (d *decoder) known(n *markup.Node, key, what string) int {
	if n.Kind != markup.String {
		d.list.Errorf(n.Span, "%s: wanted a string, found %s", key, n.Describe())
		return -1
	}
	names, _ := host.SymbolsOf(d.reg).Declared(what)
	at := slices.Index(names, n.Str)
	if at < 0 {
		d.list.Errorf(n.Span, "%s: unknown %s %s", key, what, n.Describe()).Suggest(n.Str, names)
	}
	return at
}

func (d *decoder) goods(o *markup.Object) {
	seen := map[string]syntax.Pos{}
	for g := range d.objects(o, "goods", "a good", "goods", maxGoods) {
		good := arena.Good{
			ID: g.ID(seen), Price: g.NumberIn("price", 0, 0, 1e9), Weapon: -1, Ammo: int(g.Int("ammo", 0, 0, 10_000)),
			Armour: float32(g.NumberIn("armour", 0, 0, 0.99)), Health: float32(g.NumberIn("health", 0, 0, 1e6)),
		}
		if w := g.Node("weapon"); w != nil {
			good.Weapon = d.known(w, "weapon", arena.WeaponNames)
		}
		g.Done()
		d.scene.Arena.Goods = append(d.scene.Arena.Goods, good)
	}
}

func (d *decoder) match(o *markup.Object) {
	m := o.Node("match").Object(d.list, "match")
	if m == nil {
		return
	}
	d.scene.Arena.Match = arena.Match{
		Declared: true, Score: m.NumberIn("score", 0, 0, 1e9), Time: d.seconds(m, "time", 0), Kill: m.NumberIn("kill", 0, 0, 1e6),
		Purse: m.NumberIn("purse", 0, 0, 1e9), Income: m.NumberIn("income", 0, 0, 1e6),
	}
	m.Done()
	if len(d.scene.Setup.Teams) == 0 {
		d.list.Errorf(o.KeySpan("match"), "a match without teams, wanted the key teams, or classes with a teamId")
	}
}

// again reads when the next round begins, of a scene with something that ends.
func (d *decoder) again(o *markup.Object) {
	if d.scene.Again = d.seconds(o, "again", 0); d.scene.Again > 0 && !o.Has("match") && !o.Has("game") {
		d.list.Errorf(o.KeySpan("again"), "again without a match that ends, wanted the key match or game")
	}
}

func (d *decoder) day(o *markup.Object) {
	day := o.Node("day").Object(d.list, "day")
	if day == nil {
		return
	}
	d.scene.Arena.Day = arena.Day{
		Length: d.seconds(day, "length", 240), Start: day.NumberIn("start", 8, 0, 24),
		Dawn: day.NumberIn("dawn", 6, 0, 24), Dusk: day.NumberIn("dusk", 20, 0, 24),
	}
	day.Done()
	if d.scene.Arena.Day.Length == 0 {
		d.list.Errorf(day.KeySpan("length"), "length: wanted a time above 0")
	}
}

// form reads the keys of the arena in a bot class.
func (d *decoder) form(class *trees.Class) arena.Form {
	f := arena.NewForm()
	if len(class.More) == 0 {
		return f
	}
	d.scene.Arena.On = true
	node := &markup.Node{Kind: markup.Map, Entries: class.More, Span: class.At}
	o := node.Object(d.list, "a bot class").SkipNulls()
	f.Health = float32(o.NumberIn("health", 0, 0, 1e6))
	f.Armour = float32(o.NumberIn("armour", 0, 0, 0.99))
	f.Regen = float32(o.NumberIn("regen", 0, 0, 1e6))
	f.Cargo = int(o.Int("cargo", 1, 0, 1000))
	f.Respawn = d.orNever(o, "respawn")
	f.Turn = float32(o.NumberIn("turnRate", 0, 0, 1e6) * math.Pi / 180)
	f.Radius = float32(o.NumberIn("radius", 0.4, 0, 1000))
	f.Skill = int(o.Int("skill", 0, 0, 1_000_000))
	if n := o.Node("skills"); n != nil {
		f.Skills = d.skills(o)
	}
	f.Price = o.NumberIn("price", 0, 0, 1e9)
	f.Home = d.placeName(o, "home")
	d.sight(o, &f)
	d.paces(o, &f)
	if h := o.Node("hunger").Object(d.list, "hunger"); h != nil {
		f.Hunger.Lasts = float32(d.seconds(h, "lasts", 60))
		f.Hunger.Damage = float32(h.NumberIn("damage", 1, 0, 1e6))
		h.Done()
	}
	for _, n := range o.List("weapons") {
		if w := d.known(n, "weapons", arena.WeaponNames); w >= 0 {
			f.Weapons = append(f.Weapons, w)
		}
	}
	if n := len(f.Weapons); n > arena.MaxWeapons {
		d.list.Errorf(o.KeySpan("weapons"), "%d weapons, wanted at most %d", n, arena.MaxWeapons)
	}
	if drops := o.Node("drops"); drops != nil {
		f.Drops = d.known(drops, "drops", arena.ItemNames)
	}
	for _, n := range o.List("foes") {
		d.known(n, "foes", arena.ClassNames)
		f.Foes = append(f.Foes, n.Str)
	}
	f.Tags = d.tags(o)
	return f
}

// skills reads the skills of a class of a game.
func (d *decoder) skills(o *markup.Object) []string {
	names := []string{}
	for _, n := range o.List("skills") {
		if !slices.Contains(arena.SkillNames(), n.Str) {
			d.list.Errorf(n.Span, "skills: unknown skill %s", n.Describe()).Suggest(n.Str, arena.SkillNames())
		}
		names = append(names, n.Str)
	}
	return names
}

func (d *decoder) sight(o *markup.Object, f *arena.Form) {
	s := o.Node("sight").Object(d.list, "sight")
	if s == nil {
		return
	}
	f.Sight = arena.Sight{
		Radius: float32(s.NumberIn("radius", 30, 0, 1e6)), Angle: float32(s.NumberIn("angle", 360, 0, 360)), Follow: s.Bool("follow", true), Hearing: float32(s.NumberIn("hearing", 0, 0, 1e6)),
	}
	s.Done()
}

func (d *decoder) paces(o *markup.Object, f *arena.Form) {
	p := o.Node("paces").Object(d.list, "paces")
	if p == nil {
		return
	}
	f.Paces = arena.Paces{
		Walk: float32(p.NumberIn("walk", 0.5, 0, 100)), Run: float32(p.NumberIn("run", 1, 0, 100)), Sprint: float32(p.NumberIn("sprint", 1.5, 0, 100)),
	}
	p.Done()
}

// tags reads a list of tags.
func (d *decoder) tags(o *markup.Object) []string {
	var tags []string
	for i, tag := range o.List("tags") {
		switch {
		case i == maxTags:
			d.list.Errorf(tag.Span, "more than %d tags", maxTags)
			return tags
		case tag.Kind != markup.String:
			d.list.Errorf(tag.Span, "tags: wanted a list of strings, found %s in it", tag.Describe())
		default:
			tags = append(tags, tag.Str)
		}
	}
	return tags
}
