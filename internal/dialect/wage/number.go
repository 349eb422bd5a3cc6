package wage

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// WithNumbers returns a document with other numbers in some places. What has none of them is
// shared with the old one.
func WithNumbers(doc *markup.Node, numbers []run.Number) *markup.Node {
	return withNumbers(doc, numbers, map[*markup.Node]*markup.Node{})
}

func withNumbers(n *markup.Node, numbers []run.Number, done map[*markup.Node]*markup.Node) *markup.Node {
	if n == nil {
		return nil
	}
	if now := done[n]; now != nil {
		return now
	}
	now := n
	own := func() *markup.Node {
		if now == n {
			c := *n
			c.Items, c.Entries, now = slices.Clone(n.Items), slices.Clone(n.Entries), &c
		}
		return now
	}
	if i := slices.IndexFunc(numbers, func(m run.Number) bool { return m.At == n.Span }); i >= 0 && n.Kind == markup.Number {
		own().Num = numbers[i].Value
	}
	for i, item := range n.Items {
		if other := withNumbers(item, numbers, done); other != item {
			own().Items[i] = other
		}
	}
	for i := range n.Entries {
		if other := withNumbers(n.Entries[i].Value, numbers, done); other != n.Entries[i].Value {
			own().Entries[i].Value = other
		}
	}
	done[n] = now
	return now
}
