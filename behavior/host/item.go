package host

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// Element is a child element that the node of an action takes: data that stands in it, as
// Transitions do in a State of a Modular Behavior Tree. Trees of other dialects cannot
// write one, so that they cannot use an action that wants one.
type Element struct {
	Name string // upper and lower case make no difference in files
	Doc  string
	// Params are its attributes, of any kind but Where.
	Params []Param
	// Elements lists the elements that may stand in it.
	Elements []Element
	// Least and Most say how many of it there are; a Most of 0 stands for any number.
	Least, Most int
}

// Item is one element of a use of an action.
type Item struct {
	Name string // as it is declared
	At   syntax.Pos
	Args []Value // in the order of the element's Params, each as Accept gave it
	// Spots are where the values of Args stand in the file; At for those that are not given.
	Spots []syntax.Pos
	Items []Item // what stands in it, in the order of the file
}

// Errorf returns an error about an element, for [Action.Check], which is told at its place.
func (i *Item) Errorf(format string, args ...any) error {
	return &syntax.Error{Pos: i.At, Msg: fmt.Sprintf(format, args...)}
}

// ErrorAt returns an error about the value of a parameter, by its number.
func (i *Item) ErrorAt(param int, format string, args ...any) error {
	return &syntax.Error{Pos: i.Spots[param], Msg: fmt.Sprintf(format, args...)}
}

// itemsOf lists the items of a name among some, in their order.
func itemsOf(items []Item, name string) []Item {
	var list []Item
	for _, i := range items {
		if i.Name == name {
			list = append(list, i)
		}
	}
	return list
}

// checkElements returns the elements with their parameters as [checkParams] does.
func checkElements(list []Element) ([]Element, error) {
	list = slices.Clone(list)
	for i := range list {
		e := &list[i]
		same := func(f Element) bool { return strings.EqualFold(f.Name, e.Name) }
		switch {
		case e.Name == "":
			return nil, fmt.Errorf("element %d has no name", i+1)
		case slices.ContainsFunc(list[:i], same):
			return nil, fmt.Errorf("two elements %q", e.Name)
		case e.Least < 0 || e.Most < 0 || e.Most > 0 && e.Most < e.Least:
			return nil, fmt.Errorf("element %q: from %d to %d of it", e.Name, e.Least, e.Most)
		case slices.ContainsFunc(e.Params, func(p Param) bool { return p.Kind == Where }):
			return nil, fmt.Errorf("element %q: a selection of bodies is a parameter of the action itself", e.Name)
		}
		var err error
		if e.Params, err = checkParams(e.Params); err == nil {
			e.Elements, err = checkElements(e.Elements)
		}
		if err != nil {
			return nil, fmt.Errorf("element %q: %w", e.Name, err)
		}
	}
	return list, nil
}

// wantElements makes the check of an action refuse a use without the elements that it
// wants.
func (a *Action) wantElements() {
	check, wanted := a.Check, a.Elements
	a.Check = func(s *Site) error {
		for i := range wanted {
			if e := &wanted[i]; len(itemsOf(s.Items, e.Name)) < e.Least {
				return errors.New("it wants <" + e.Name + "> in it, which only Modular Behavior Trees can write")
			}
		}
		if check == nil {
			return nil
		}
		return check(s)
	}
}
