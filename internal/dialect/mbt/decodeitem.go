package mbt

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// takeItems reads the elements that an action declares, and returns the node without them.
func (d *decoder) takeItems(e *markup.Element, use *host.Action) (*markup.Element, []host.Item) {
	if len(use.Elements) == 0 {
		return e, nil
	}
	items, rest := d.items(e, use.Elements)
	without := *e
	without.Children = nil
	for _, c := range rest {
		isNode := loaders[c.Name] != nil || d.find(c.Name) != nil
		if near := syntax.Closest(c.Name, elementNames(use.Elements)); use.Kind == host.Leaf || near != "" && !isNode {
			d.strangeItem(c, e, use.Elements)
			continue
		}
		without.Children = append(without.Children, c)
	}
	return &without, items
}

// items reads those children of an element that are among some elements, without those that are
// refused, and returns the others.
func (d *decoder) items(e *markup.Element, among []host.Element) (items []host.Item, rest []*markup.Element) {
	found := make([][]*markup.Element, len(among))
	for _, c := range e.Children {
		of := -1
		for i := range among {
			if sameName(among[i].Name, c.Name) {
				of = i
			}
		}
		if of < 0 {
			rest = append(rest, c)
			continue
		}
		found[of] = append(found[of], c)
		before := len(d.list.Errors)
		if made := d.item(c, &among[of]); len(d.list.Errors) == before {
			items = append(items, made)
		}
	}
	for i := range among {
		of, n := &among[i], len(found[i])
		switch {
		case n == 0 && of.Least > 0 && slices.ContainsFunc(rest, func(c *markup.Element) bool { return syntax.Closest(c.Name, []string{of.Name}) != "" }):
			// that one is told
		case n == 0 && of.Least > 0:
			d.list.Errorf(e.Span, "<%s> without <%s>, wanted %s", shorten(e.Name), of.Name, howMany(of))
		case n < of.Least:
			d.list.Errorf(found[i][n-1].Span.Start, "<%s> with %d <%s>, wanted %s", shorten(e.Name), n, of.Name, howMany(of))
		case of.Most > 0 && n > of.Most:
			fault := d.list.Errorf(found[i][of.Most].Span, "<%s> with %d <%s>, wanted %s", shorten(e.Name), n, of.Name, howMany(of))
			fault.Notes = []syntax.Note{{Pos: found[i][0].Span.Start, Msg: "the first is here"}}
		}
	}
	return items, rest
}

func howMany(e *host.Element) string {
	switch {
	case e.Least == e.Most:
		return fmt.Sprint(e.Least)
	case e.Most == 0:
		return fmt.Sprintf("at least %d", e.Least)
	case e.Least == 0:
		return fmt.Sprintf("at most %d", e.Most)
	}
	return fmt.Sprintf("%d to %d", e.Least, e.Most)
}

// item reads one element with all that stands in it.
func (d *decoder) item(e *markup.Element, of *host.Element) host.Item {
	d.text(e)
	a := d.attrs(e)
	made := host.Item{Name: of.Name, At: e.Span.Start, Spots: spotsOf(e, of.Params)}
	made.Args, _ = d.bind(e, a, of.Params)
	a.done()
	var rest []*markup.Element
	made.Items, rest = d.items(e, of.Elements)
	for _, c := range rest {
		d.strangeItem(c, e, of.Elements)
	}
	return made
}

// strangeItem refuses an element that does not stand in another one.
func (d *decoder) strangeItem(c, in *markup.Element, among []host.Element) {
	names := elementNames(among)
	wanted := "none"
	if len(names) > 0 {
		wanted = "<" + strings.Join(names, ">, <") + ">"
	}
	fault := d.list.Errorf(c.Span, "found <%s> in <%s>, wanted %s", shorten(c.Name), shorten(in.Name), wanted)
	d.guess(fault, c.Name, func() []string { return names })
}

func elementNames(list []host.Element) []string {
	names := make([]string, len(list))
	for i := range list {
		names[i] = list[i].Name
	}
	return names
}

// checkUse reports what the check of an action says of a use, of which faults were told since so
// many. bound: all values of its attributes were taken.
func checkUse(d *decoder, e *markup.Element, n *actionNode, since int, bound bool) {
	switch whole := len(d.list.Errors) == since; {
	case n.use.Check == nil:
	case !bound: // what it says of the other values is told in the same round
		told := len(d.list.Errors)
		d.refuseUse(e, checkRest(d, n), false)
		before := d.list.Errors[since:told]
		d.list.Errors = slices.DeleteFunc(d.list.Errors, func(fault *syntax.Error) bool {
			return !slices.Contains(before, fault) && slices.ContainsFunc(before, func(b *syntax.Error) bool { return b.Pos == fault.Pos })
		})
	case !whole: // and so is what it says of what is whole
		d.refuseUse(e, n.use.Check(d.site(n)), false)
	default:
		err := n.use.Check(d.site(n))
		if d.refuseUse(e, err, true); standin.IsLack(err) {
			d.lacks = append(d.lacks, d.list.Errors[len(d.list.Errors)-1])
		}
	}
}

// checkRest asks the check of a use of which values were refused, which may be of any kind: a panic
// is about these.
func checkRest(d *decoder, n *actionNode) (err error) {
	defer func() {
		if recover() != nil {
			err = nil
		}
	}()
	return n.use.Check(d.site(n))
}

// refuseUse reports what the check of an action says of a use: at a place of its own, or at the
// element. Where some of its elements were refused it is not whole, and only what has a place is
// said: what the check says of the use as a whole may be so for these.
func (d *decoder) refuseUse(e *markup.Element, err error, whole bool) {
	var placed *syntax.Error
	joined, isJoined := err.(interface{ Unwrap() []error })
	switch {
	case err == nil:
	case isJoined:
		for _, one := range joined.Unwrap() {
			d.refuseUse(e, one, whole)
		}
	case errors.As(err, &placed) && placed.Pos.Line > 0:
		if placed.At.EndLine == 0 {
			placed.At = rangeIn(e, placed.Pos)
		}
		d.list.Add(placed)
	case whole:
		d.list.Errorf(e.Span, "<%s>: %v", e.Name, err)
	}
}

// rangeIn returns the range of the element or value that begins at a place of an element; the zero
// Span for none.
func rangeIn(e *markup.Element, at syntax.Pos) syntax.Span {
	if e.Span.Start == at {
		return e.Span
	}
	for i := range e.Attrs {
		if e.Attrs[i].ValueSpan.Start == at {
			return e.Attrs[i].ValueSpan
		}
	}
	for _, c := range e.Children {
		if found := rangeIn(c, at); found.EndLine > 0 {
			return found
		}
	}
	return syntax.Span{}
}
