package dst

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// recorder is a codec that notes what it is called with.
type recorder struct{ cells []string }

var _ codec = (*recorder)(nil)

func (r *recorder) note(v any) {
	cell := fmt.Sprintf("%T %v", v, v)
	if reflect.ValueOf(v).Kind() == reflect.Pointer {
		cell = fmt.Sprintf("%T %p", v, v)
	}
	r.cells = append(r.cells, cell)
}
func (r *recorder) Value(v *glua.LValue)       { r.note(*v) }
func (r *recorder) Bool(b *bool)               { r.note(*b) }
func (r *recorder) Number(f *float64)          { r.note(*f) }
func (r *recorder) Whole(i int64) int64        { r.note(i); return i }
func (r *recorder) Text(s *string)             { r.note(*s) }
func (r *recorder) Variable(up **glua.Upvalue) { r.note(*up) }
func (r *recorder) Handle(v *glua.LValue) any  { r.note(*v); return nil }
func (r *recorder) Length(n int) int           { r.note(n); return n }
func (r *recorder) Rest(n int) int             { r.note(n); return n }
func (r *recorder) Later(func())               {}
func (r *recorder) Content(t *glua.LTable)     { r.note(t) }

var anyTable = &glua.LTable{}

// codedTypes are the types that a save is made of, and what visits them.
var codedTypes = []struct {
	sample any
	code   func(of any, c codec)
}{
	{saved{}, func(of any, c codec) { of.(*saved).code(c) }},
	{bot{}, func(of any, c codec) { of.(*bot).code(c) }},
	{entity{}, func(of any, c codec) { of.(*entity).code(c) }},
	{listener{}, func(of any, c codec) { of.(*listener).code(c) }},
	{task{}, func(of any, c codec) { of.(*task).code(c) }},
	{brain{}, func(of any, c codec) { of.(*brain).code(c) }},
	{bt{}, func(of any, c codec) { of.(*bt).code(c) }},
	{node{}, func(of any, c codec) { of.(*node).code(c) }},
	{special{}, func(of any, c codec) { // is saved with its node
		codeNode(c, &traits{class: anyTable, name: glua.LNil}, of.(*special))
	}},
	{traits{}, func(of any, c codec) { codeNode(c, of.(*traits), newSpecial()) }}, // so are they
	{instance{}, func(of any, c codec) { // is saved with its BT
		in, top := of.(*instance), &node{}
		in.nodes, in.shape = []*node{nil, top, {}, {}}, &shape{tree: &tree.Tree{Nodes: make([]tree.Node, 4)}}
		in.words = append(make([]uint32, 4), in.words...) // each node has its own; what the game's actions remember follows
		(&bt{obj: anyTable, inst: glua.LNil, root: glua.LNil, top: top, in: in}).code(c)
	}},
}

func codeNode(c codec, of *traits, more *special) {
	n := &node{op: opNode, obj: anyTable, traits: of, fn: glua.LNil, special: more, words: new([1 + mostWords]uint32)}
	n.code(c)
}

// derived are the fields that are not saved, and why.
var derived = map[string]string{
	"saved.stageState.skies.telling": "holds within a turn of the world",
	"entity.given":                   "has the bits of tags",
	"entity.motion.course":           "is found anew",
	"bot.m":                          "the machine that reads the save",
	"bot.actor.e":                    "the entity says that it has the bot",
	"bot.actor.file":                 "stays as it is",
	"bot.actor.row":                  "stays as the pool has it",
	"bot.actor.pool":                 "stays as it is",
	"bot.actor.mind":                 "is the bot",
	"bot.actor.view":                 "is the machine's",
	"bot.program":                    "stays as it is",
	"bot.due":                        "is gathered anew in each tick",
	"bot.works":                      "is found anew in each tick",
	"bot.updated":                    "is of the tick in which somebody looks, and must not depend on that",
	"entity.listeners":               "counts events",
	"task.obj.Value":                 "is the task",
	"task.obj.Env":                   "is not used",
	"task.obj.Metatable":             "all tasks have one",
	"brain.m":                        "the machine that reads the save",
	"brain.t":                        "is behind bt",
	"brain.e":                        "is behind inst",
	"brain.owner":                    "the bot that lists the brain",
	"brain.known":                    "plain is found anew",
	"brain.plain":                    "is found anew",
	"bt.en":                          "the machine that reads the save",
	"bt.top":                         "is behind root",
	"bt.in":                          "is laid out anew; the rest is below, at instance",
	"bt.nodeID":                      "is looked up anew",
	"bt.laid":                        "is looked up anew",
	"traits.custom":                  "is found anew when the node is laid out",
	"node.private":                   "a list that was read is kept, whoever holds it",
	"node.implied":                   "the list is saved as if somebody had asked for it",
	"special.laid":                   "is set when the node is laid out",
	"node.shown":                     "its instance says so in exposed",
	"node.in":                        "is laid out anew",
	"node.nodeID":                    "is given when the node is laid out",
	"instance.en":                    "the machine that reads the save",
	"instance.shape":                 "is laid out anew",
	"instance.laid":                  "counts from 0 after loading",
	"instance.loose":                 "follows from exposed",
	"instance.stale":                 "a stale tree is laid out anew in any case",
	"instance.nodes":                 "is laid out anew",
	"instance.swapped":               "is empty in a tree that was laid out anew",
}

// Each field of what a save is made of is saved, or is known to follow from what
// is.
func TestEveryFieldIsSaved(t *testing.T) {
	met := map[string]bool{}
	for _, c := range codedTypes {
		typ := reflect.TypeOf(c.sample)
		whole := func(changed string) []string {
			of := reflect.New(typ)
			eachField(of.Elem(), typ.Name(), func(path string, f reflect.Value) {
				met[path] = true
				n := 1
				if path == changed {
					n = 2
				}
				if derived[path] == "" {
					f.Set(filled(t, path, f.Type(), n))
				}
			})
			r := &recorder{}
			c.code(of.Interface(), r)
			return r.cells
		}
		before := whole("")
		if !slices.Equal(before, whole("")) {
			t.Fatalf("%v is not saved as it was before, unchanged", typ)
		}
		eachField(reflect.New(typ).Elem(), typ.Name(), func(path string, _ reflect.Value) {
			if derived[path] == "" && slices.Equal(before, whole(path)) {
				t.Errorf("%s is not saved and not in derived", path)
			}
		})
	}
	for path := range derived {
		if !met[path] {
			t.Errorf("derived names %s, which there is not", path)
		}
	}
}

// eachField calls f for the fields of a struct and of those in it.
func eachField(v reflect.Value, path string, f func(path string, v reflect.Value)) {
	if derived[path] != "" {
		f(path, v)
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[host.Value]() {
			break
		}
		for i := range v.NumField() {
			field := v.Field(i)
			eachField(reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem(), path+"."+v.Type().Field(i).Name, f)
		}
		return
	case reflect.Array:
		for i := range v.Len() {
			eachField(v.Index(i), fmt.Sprintf("%s[%d]", path, i), f)
		}
		return
	}
	f(path, v)
}

// samples are those that filled returns for 1 and for 2, by type.
var samples = map[string]reflect.Value{}

// filled returns a value of a type: always the same one for n 1, and another one
// for n 2.
func filled(t *testing.T, path string, typ reflect.Type, n int) reflect.Value {
	v := reflect.New(typ).Elem()
	switch typ.Kind() {
	case reflect.Bool:
		v.SetBool(n == 2)
	case reflect.Int, reflect.Int8, reflect.Int32, reflect.Int64:
		v.SetInt(int64(n))
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		v.SetUint(uint64(n))
	case reflect.Float64:
		v.SetFloat(float64(n))
	case reflect.String:
		v.SetString(strings.Repeat("x", n))
	case reflect.Interface:
		v.Set(reflect.ValueOf(glua.LNumber(n)))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(typ, 2, 2))
		for i := range 2 {
			v.Index(i).Set(filled(t, path, typ.Elem(), n))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(typ))
		v.SetMapIndex(filled(t, path, typ.Key(), n), filled(t, path, typ.Elem(), n))
	case reflect.Struct, reflect.Array:
		if typ == reflect.TypeFor[host.Value]() {
			return reflect.ValueOf(host.NumberValue(float64(n)))
		}
		eachField(v, path, func(path string, f reflect.Value) { f.Set(filled(t, path, f.Type(), n)) })
	case reflect.Pointer:
		if typ == reflect.TypeFor[*actor]() { // saved is whether there is one; what it has, for itself
			if n == 1 {
				return v
			}
		}
		name := fmt.Sprint(typ, n)
		if o, ok := samples[name]; ok {
			return o
		}
		o := reflect.New(typ.Elem())
		samples[name] = o
		switch o := o.Interface().(type) {
		case *[1 + mostWords]uint32:
			o[0] = uint32(n)
		case *traits:
			o.class, o.name, o.at.Line = anyTable, glua.LNil, int32(n)
		case *special:
			o.data = glua.LNumber(n)
		case *entity:
			o.obj, o.at = &glua.LTable{}, [2]float64{float64(n)}
		case *brain:
			o.obj = &glua.LTable{}
		case *bt:
			o.obj = &glua.LTable{}
		case *task:
			o.f, o.obj.Value = glua.LNumber(n), o
		}
		return o
	default:
		t.Fatalf("%s: no value of %v", path, typ)
	}
	return v
}

// Ticks of earlier waits, and when a thing was seen last, are read as they were
// saved.
func TestWaitsAndSightsAreSaved(t *testing.T) {
	one, _, m := playing(t, inBrain(""), 1)
	play(one, 0, 2)
	_, _, n := playing(t, inBrain(""), 1)
	botOf(m.stage.known[1]).brain().left = []int64{70, 90}
	m.tick = 55
	m.stage.thingEntity(host.Thing{ID: 4, Kind: "berry", X: 3, Y: 5})
	b, err := m.encode()
	if err != nil {
		t.Fatal(err)
	}
	commit, err := n.decode(b)
	if err != nil {
		t.Fatal(err)
	}
	commit()
	if left := botOf(n.stage.known[1]).brain().left; !slices.Equal(left, []int64{70, 90}) {
		t.Errorf("the brain waits for %v besides, wanted 70 and 90", left)
	}
	e := n.stage.thingsKnown[4]
	if e == nil || e.seen != 55 || e.what != "berry" || e.at != [2]float64{3, 5} {
		t.Errorf("the thing is %+v", e)
	}
}

// Who got a tag from a script is found by it after loading, too.
func TestGivenTagsAreKnownAfterLoading(t *testing.T) {
	one, _, m := playing(t, inBrain(`inst:AddTag("chosen")`), 1)
	play(one, 0, 2)
	_, _, n := playing(t, inBrain(""), 1)
	b, err := m.encode()
	if err != nil {
		t.Fatal(err)
	}
	commit, err := n.decode(b)
	if err != nil {
		t.Fatal(err)
	}
	commit()
	if chosen := n.stage.tagNamed("chosen"); !chosen.given || !n.stage.hasTag(n.stage.known[1], chosen) {
		t.Error("the tag is not known")
	}
}
