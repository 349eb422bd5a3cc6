package dst

import (
	"slices"
	"strings"

	glua "github.com/yuin/gopher-lua"
)

// Tags are kept in small letters: as in the original's engine, their case does not
// matter.

// maxTags bounds the tags that scripts give to one entity.
const maxTags = 1000

func tagKey(v glua.LValue) string { return strings.ToLower(glua.LVAsString(v)) }

// hasTag reports whether an entity has a tag, given in small letters: by what
// scripts set, or else by what it is.
func (m *stage) hasTag(e *entity, tag string) bool {
	switch {
	case slices.Contains(e.tags, tag):
		return true
	case slices.Contains(e.untags, tag):
		return false
	}
	return m.tagged(e, tag)
}

// addTag is inst:AddTag().
func (m *stage) addTag(e *entity, tag string) {
	e.untags = without(e.untags, tag)
	if tag == "" || slices.Contains(e.tags, tag) {
		return
	}
	if len(e.tags) >= maxTags {
		m.lua.Raise("AddTag: more than %d tags of one entity", maxTags)
	}
	m.lua.Take(tagBytes)
	e.tags = append(e.tags, tag)
}

// tagBytes is charged for a tag.
const tagBytes = 32

// removeTag is inst:RemoveTag(), which also takes away what the entity has by what
// it is.
func (m *stage) removeTag(e *entity, tag string) {
	e.tags = without(e.tags, tag)
	if !m.tagged(e, tag) || slices.Contains(e.untags, tag) {
		return
	}
	m.lua.Take(tagBytes)
	e.untags = append(e.untags, tag)
}

func without(list []string, tag string) []string {
	if i := slices.Index(list, tag); i >= 0 {
		return slices.Delete(list, i, i+1)
	}
	return list
}

// someTags is inst:HasTags() if all is true, inst:HasOneOfTags() if not: the tags
// are a list, or arguments.
func (m *stage) someTags(e *entity, all bool) bool {
	if t, ok := m.L.Get(2).(*glua.LTable); ok {
		for i := 1; i <= t.Len(); i++ {
			if m.hasTag(e, tagKey(t.RawGetInt(i))) != all {
				return !all
			}
		}
		return all
	}
	for i := 2; i <= m.L.GetTop(); i++ {
		if m.hasTag(e, tagKey(m.L.Get(i))) != all {
			return !all
		}
	}
	return all
}

// openTags defines the methods for tags.
func (m *stage) openTags(c *glua.LTable) {
	tag := func() string { return tagKey(m.L.Get(2)) }
	for _, f := range []struct {
		names string
		call  func(e *entity) glua.LValue
	}{
		{"AddTag", func(e *entity) glua.LValue { m.addTag(e, tag()); return nil }},
		{"RemoveTag", func(e *entity) glua.LValue { m.removeTag(e, tag()); return nil }},
		{"AddOrRemoveTag", func(e *entity) glua.LValue {
			if glua.LVAsBool(m.L.Get(3)) {
				m.addTag(e, tag())
			} else {
				m.removeTag(e, tag())
			}
			return nil
		}},
		{"HasTag", func(e *entity) glua.LValue { return glua.LBool(m.hasTag(e, tag())) }},
		{"HasTags HasAllTags", func(e *entity) glua.LValue { return glua.LBool(m.someTags(e, true)) }},
		{"HasOneOfTags HasAnyTag", func(e *entity) glua.LValue { return glua.LBool(m.someTags(e, false)) }},
	} {
		for _, name := range strings.Fields(f.names) {
			m.method(c, name, f.call)
		}
	}
}
