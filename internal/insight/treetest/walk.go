package treetest

import "iter"

// conditions returns all that a statement asks for, those within others too.
func (s *statement) conditions() iter.Seq[*condition] {
	return func(yield func(*condition) bool) {
		for _, c := range append([]*condition{s.when, s.until}, s.wanted...) {
			if c != nil && !c.walk(yield) {
				return
			}
		}
	}
}

func (c *condition) walk(yield func(*condition) bool) bool {
	if !yield(c) {
		return false
	}
	for _, list := range [...][]*condition{c.all, c.any} {
		for _, part := range list {
			if !part.walk(yield) {
				return false
			}
		}
	}
	return c.not == nil || c.not.walk(yield)
}

// nodeRefs returns the nodes that a test names.
func (t *Test) nodeRefs() (all []*nodeRef) {
	for _, s := range t.then {
		for c := range s.conditions() {
			if c.body != nil && c.body.node != nil {
				all = append(all, c.body.node)
			}
		}
	}
	return all
}
