package stage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// Tags are kept in small letters: as in the original's engine, their case does not
// matter.

// tag is what is known of the name of a tag.
type tag struct {
	name  string
	bit   uint64 // of entity.given
	key   int    // the state key of that name, -1 for none, when there were so many keys
	keys  int
	body  bool     // all bodies have it
	state bool     // it is one of stateTags
	Given bool     // scripts gave it to somebody
	asked bool     // scripts asked for it, so that a mistake in its name has been told
	tags  formMemo // whether the game says that a body has the tag
	names formMemo // whether it is the name of a body's kind
}

// newTag finds what is to know of a tag, given in small letters.
func newTag(name string) *tag {
	return &tag{
		name: name, bit: tagBit(name), key: -1,
		body: slices.Contains(bodyTags, name), state: slices.Contains(stateTags, name),
	}
}

// tagBit is a bit for a tag, which others may have, too.
func tagBit(name string) uint64 {
	h := uint32(2166136261) // FNV-1a
	for i := range len(name) {
		h = (h ^ uint32(name[i])) * 16777619
	}
	return 1 << (h >> 26)
}

// maxTagNames bounds the names of tags that are known at once.
const maxTagNames = 10_000

// TagNamed returns a tag by its name, in letters of any size.
func (fi *finder) TagNamed(name string) *tag {
	if t := fi.tagNames[name]; t != nil {
		return t
	}
	var t *tag
	if small := strings.ToLower(name); small != name {
		t = fi.TagNamed(small)
	} else {
		t = newTag(name)
	}
	if len(fi.tagNames) < maxTagNames {
		if fi.tagNames == nil {
			fi.tagNames = map[string]*tag{}
		}
		fi.tagNames[strings.Clone(name)] = t
	} else {
		t.Given = true // what is said of it is not kept
	}
	return t
}

func (fi *finder) tagOf(v machine.Value) *tag { return fi.TagNamed(script.Text(v)) }

// askedTag is the tag that a script asks an entity for. A name that nobody has, and that is nearly
// one of the commonest, is told once.
func (st *Stage) askedTag(c *machine.Call, v machine.Value) *tag {
	t := st.tagOf(v)
	if t.asked || !isUsers(c.Caller()) {
		return t
	}
	t.asked = true
	if !t.Given && !t.body && !t.state && len(t.name) >= minDoubted && st.keyOf(t) < 0 && !slices.Contains(commonTags, t.name) {
		if known := syntax.Closest(t.name, commonTags); known != "" {
			st.Tell(fmt.Sprintf("nobody has had the tag %q so far; did you mean %q?", t.name, known))
		}
	}
	return t
}

// minDoubted is the length from which on a tag is long enough to be taken for another's misspelling.
const minDoubted = 5

// commonTags are the tags that creatures of the game ask for most.
var commonTags = []string{
	"abigail", "animal", "busy", "butterfly", "cavedweller", "character", "companion", "debugnoattack", "epic", "flight", "flower", "flying", "ghost",
	"honeyed", "hostile", "hound", "houndfriend", "insect", "invisible", "largecreature", "merm", "monster", "noattack", "noplayertarget",
	"notarget", "player", "playerghost", "scarytoprey", "shadowcreature", "smallcreature", "spawnprotection", "spider", "structure", "werepig",
}

// HasTag reports whether an entity has a tag: by what scripts set, or else by what it
// is.
func (fi *finder) HasTag(e *Entity, t *tag) bool {
	switch {
	case e.given&t.bit != 0 && slices.Contains(e.tags, t.name):
		return true
	case len(e.untags) > 0 && slices.Contains(e.untags, t.name):
		return false
	}
	return fi.tagged(e, t)
}

// addTag is inst:AddTag().
func (fi *finder) addTag(e *Entity, t *tag) {
	if len(e.untags) > 0 {
		e.untags = without(e.untags, t.name)
	}
	if t.name == "" || slices.Contains(e.tags, t.name) {
		return
	}
	if len(e.tags) >= fi.Program.Limits.Tags {
		fi.Lua.Raise("AddTag: more than %d tags of one entity", fi.Program.Limits.Tags)
	}
	fi.Lua.Take(tagBytes)
	e.tags = append(e.tags, t.name)
	e.given |= t.bit
	t.Given = true
}

// tagBytes is charged for a tag.
const tagBytes = 32

// removeTag is inst:RemoveTag(), which also takes away what the entity has by what it
// is.
func (fi *finder) removeTag(e *Entity, t *tag) {
	e.tags = without(e.tags, t.name)
	if !fi.tagged(e, t) || slices.Contains(e.untags, t.name) {
		return
	}
	fi.Lua.Take(tagBytes)
	e.own().untags = append(e.untags, t.name)
}

func without(list []string, tag string) []string {
	if i := slices.Index(list, tag); i >= 0 {
		return slices.Delete(list, i, i+1)
	}
	return list
}

// bodyTags are the tags of all bodies.
var bodyTags = []string{"_combat", "_health", "locomotor", "character"}

// tagged reports whether an entity has a tag by what it is.
func (fi *finder) tagged(e *Entity, t *tag) bool {
	switch {
	case e.Kind == isThing:
		return false
	case e.Kind == isPlace:
		return t.name == "structure" || t.name == e.What
	case t.body && !e.made, t.state && fi.stateTagged(e, t.name):
		return true
	case t.name == "player":
		return fi.isPlayer(e)
	case t.name != "" && fi.formTagged(e, t):
		return true
	}
	body := fi.body(e)
	if body < 0 || e.made { // what scripts made has the tags of its class, and those that scripts gave it
		return false
	}
	if key := fi.keyOf(t); key >= 0 {
		if sym := fi.X.World.State(body, host.Key(key)); sym != host.Missing {
			return host.SymbolsOf(fi.Program.Reg).Value(sym).Bool()
		}
	}
	if t.name == "player" || t.name == "mob" { // which does not follow from the form
		return fi.prefab(e) == t.name
	}
	return fi.isNamed(e, t)
}

// keyOf returns the state key of the name of a tag; -1 for none.
func (fi *finder) keyOf(t *tag) int {
	if names := host.SymbolsOf(fi.Program.Reg).KeyNames(); t.keys != len(names) {
		t.key, t.keys = slices.Index(names, t.name), len(names)
	}
	return t.key
}

// formMemo is what was answered for a body of each form: one more than the tick in which
// that was, times two, and one more for yes.
type formMemo []int64

// formTagged reports whether the game says that an entity has a tag.
func (fi *finder) formTagged(e *Entity, t *tag) bool { return fi.once(&t.tags, e, t, (*finder).askTag) }

// isNamed reports whether the name of a tag is that of an entity's kind.
func (fi *finder) isNamed(e *Entity, t *tag) bool { return fi.once(&t.names, e, t, (*finder).askName) }

// once asks in a tick once for all bodies of a form.
func (fi *finder) once(memo *formMemo, e *Entity, t *tag, ask func(st *finder, e *Entity, t *tag) bool) bool {
	forms, body := fi.forms(), fi.body(e)
	if body < 0 || int(body) >= len(forms) {
		return ask(fi, e, t)
	}
	form := int(forms[body])
	for len(*memo) <= form {
		*memo = append(*memo, 0)
	}
	known := &(*memo)[form]
	if at := (fi.Tick + 1) << 1; *known&^1 != at {
		*known = at
		if ask(fi, e, t) {
			*known |= 1
		}
	}
	return *known&1 != 0
}

func (fi *finder) askName(e *Entity, t *tag) bool { return fi.prefab(e) == t.name }

func (fi *finder) askTag(e *Entity, t *tag) bool {
	return fi.askText(e, host.AskHasTag, t.name, e) == host.BoolValue(true)
}

// someTags is inst:HasTags() if all is true, inst:HasOneOfTags() if not: the tags
// are a list, or arguments.
func (st *Stage) someTags(c *machine.Call, e *Entity, all bool) bool {
	n, at := c.Len()-1, func(i int) machine.Value { return c.Get(i + 1) }
	if t := c.Get(2).Table(); t != nil {
		n, at = t.Len(), t.At
	}
	for i := 1; i <= n; i++ {
		if st.HasTag(e, st.askedTag(c, at(i))) != all {
			return !all
		}
	}
	return all
}

// openTags defines the methods for tags.
func (st *Stage) openTags(class *machine.Table) {
	tag := func(c *machine.Call) *tag { return st.tagOf(c.Get(2)) }
	all := func(c *machine.Call, e *Entity) int { return c.Give(machine.Bool(st.someTags(c, e, true))) }
	some := func(c *machine.Call, e *Entity) int { return c.Give(machine.Bool(st.someTags(c, e, false))) }
	for _, f := range []method{
		{"AddTag", func(c *machine.Call, e *Entity) int { st.addTag(e, tag(c)); return 0 }},
		{"RemoveTag", func(c *machine.Call, e *Entity) int { st.removeTag(e, tag(c)); return 0 }},
		{"AddOrRemoveTag", func(c *machine.Call, e *Entity) int {
			if c.Get(3).Truth() {
				st.addTag(e, tag(c))
			} else {
				st.removeTag(e, tag(c))
			}
			return 0
		}},
		{"HasTag", func(c *machine.Call, e *Entity) int {
			return c.Give(machine.Bool(st.HasTag(e, st.askedTag(c, c.Get(2)))))
		}},
		{"HasTags", all},
		{"HasAllTags", all},
		{"HasOneOfTags", some},
		{"HasAnyTag", some},
	} {
		st.method(class, f)
	}
}
