package dragengine

import (
	"slices"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// written holds the knowledge of a parameter beside its name and text.
type written struct {
	at, textAt syntax.Span // where its name and its text stand
	read       bool        // something reads it
	fixed      string      // why another text cannot be written in its place
}

// find returns the index of a parameter, or -1.
func (h *Head) find(name string) int {
	for i := range h.Params {
		if h.Params[i].Name == name {
			return i
		}
	}
	return -1
}

// param finds a parameter, which is read then.
func (h *Head) param(name string) (string, bool) {
	h.asked = append(h.asked, name)
	i := h.expect(name)
	if i < 0 {
		return "", false
	}
	return h.Params[i].Value, true
}

// expect finds a parameter that may be there although nothing does anything with it.
func (h *Head) expect(name string) int {
	i := h.find(name)
	if i >= 0 {
		h.written[i].read = true
	}
	return i
}

// textAt returns where the text of a parameter stands.
func (h *Head) textAt(name string) syntax.Span { return h.written[h.find(name)].textAt }

// unread reports the parameters of a rule that nothing reads. Of actions and conditions of
// a game it is not known what they read.
func (c *compiler) unread(h *Head) {
	if h.open {
		return
	}
	for i, p := range h.Params {
		if key := "parameter" + h.written[i].at.Start.String(); !h.written[i].read && !c.noticed[key] {
			c.noticed[key] = true
			n := c.list.Noticef(h.written[i].at, "nothing reads the parameter %q of this rule", clip(p.Name))
			if n.Suggest(p.Name, h.asked); n.Hint == "" {
				n.Hint = h.asked.byTail(p.Name)
			}
		}
	}
}

// decoration tells of a parameter that nothing reads where its text says something else
// than what is the case.
func (c *compiler) decoration(p *host.Param, h *Head) {
	i := h.expect(p.Name)
	if i < 0 || c.noticed["parameter"+h.written[i].at.Start.String()] {
		return
	}
	if text := h.Params[i].Value; valueOf(text, p.Kind).String() != p.Default.String() {
		c.noticed["parameter"+h.written[i].at.Start.String()] = true
		n := c.list.Noticef(h.written[i].at, "nothing reads the parameter %q: it is decoration, and %v all the same", p.Name, p.Default)
		n.Hint = h.asked.byTail(p.Name)
	}
}

// names returns the names of the parameters that were asked for, there or not.
type names []string

// byTail hints at the names of which a word is the part behind the last period, perhaps
// misspelt, such as wander.chance for chanse; "" for none.
func (list names) byTail(word string) string {
	tails := make([]string, len(list))
	for i, name := range list {
		tails[i] = name[strings.LastIndexByte(name, '.')+1:]
	}
	meant := syntax.Closest(word, tails)
	var found []string
	for i, tail := range tails {
		if name := strconv.Quote(list[i]); meant != "" && tail == meant && !slices.Contains(found, name) {
			found = append(found, name)
		}
	}
	if len(found) == 0 {
		return ""
	}
	return "did you mean " + markup.Or(found) + "?"
}
