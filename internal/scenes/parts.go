package scenes

import (
	"fmt"
	"slices"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// part is a piece of a scene file: a key of its top level, a key of a class, or a
// behaviour.
type part struct {
	what  string // for messages: tickRate, speedMps of class "hare", behaviour "flee"
	class string // the id of the class that the key belongs to, if any
	key   string // as it is written; "behaviors" for a behaviour
	value string // JSON
	at    syntax.Pos
}

// The keys of a scene and of its classes that take effect in a running game. The
// others say how a game begins.
var (
	liveKeys      = []string{"behaviors", "rules", "playerJoinStates", "lua"}
	liveClassKeys = []string{"behavior", "speedMps", "minCount", "maxCount", "tunable", "initialState"}
	silentKeys    = []string{"$schema", "description"} // without any effect
)

func (p *part) isLive() bool {
	if p.class != "" {
		return slices.Contains(liveClassKeys, p.key)
	}
	return slices.Contains(liveKeys, p.key)
}

// partsOf lists the parts of a scene in the order of the file.
func partsOf(doc *markup.Node) []part {
	var parts []part
	for _, e := range doc.Entries {
		switch {
		case e.Key == "bots":
			for _, class := range e.Value.Items {
				parts = append(parts, classParts(class)...)
			}
		case e.Key == "behaviors":
			for _, b := range e.Value.Entries {
				parts = append(parts, part{fmt.Sprintf("behaviour %q", b.Key), "", e.Key, b.Value.JSON(), b.KeySpan.Start})
			}
		case !slices.Contains(silentKeys, e.Key):
			parts = append(parts, part{e.Key, "", e.Key, e.Value.JSON(), e.KeySpan.Start})
		}
	}
	return parts
}

func classParts(class *markup.Node) []part {
	id := class.Get("id").Str
	var parts []part
	for _, e := range class.Entries {
		if !slices.Contains(silentKeys, e.Key) {
			parts = append(parts, part{fmt.Sprintf("%s of class %q", e.Key, id), id, e.Key, e.Value.JSON(), e.KeySpan.Start})
		}
	}
	return parts
}

// changedParts lists the parts that are new or have another value, and then those
// that are gone. A part that is gone stands in no line, and gets the file's first.
func changedParts(before, after []part) []part {
	was, is := byName(before), byName(after)
	var changed []part
	for _, p := range after {
		if old, ok := was[p.what]; !ok || old.value != p.value {
			changed = append(changed, p)
		}
	}
	for _, p := range before {
		if _, ok := is[p.what]; !ok {
			p.at = syntax.Pos{File: p.at.File, Line: 1, Col: 1}
			changed = append(changed, p)
		}
	}
	return changed
}

func byName(parts []part) map[string]part {
	m := make(map[string]part, len(parts))
	for _, p := range parts {
		m[p.what] = p
	}
	return m
}
