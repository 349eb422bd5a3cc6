package treedraw

import (
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/run"
)

// Sign stands for the kind of a node,, as a small picture says it in place of a word.
type Sign uint8

// The signs. What dialects call a choice, a fallback or a list of priorities is a
// Selector.
const (
	OtherComposite Sign = iota
	Sequence
	Selector
	Parallel
	Decorator
	Condition
	Action
	Signs // how many there are
)

var signNames = [Signs]string{"other composite", "sequence", "selector", "parallel", "decorator", "condition", "action"}

func (s Sign) String() string { return signNames[s] }

// signWords are parts of the names that dialects give their composites.
var signWords = [...]struct {
	word string
	sign Sign
}{
	{"sequence", Sequence}, {"loop", Sequence}, {"selector", Selector}, {"fallback", Selector}, {"priority", Selector}, {"choice", Selector},
	{"parallel", Parallel}, {"concurrent", Parallel},
}

// Sign tells what the node is: by its role, and composites by their names.
func (n *Node) Sign() Sign {
	switch n.Role {
	case run.Decorator:
		return Decorator
	case run.Condition:
		return Condition
	case run.Action:
		return Action
	}
	kind := strings.ToLower(n.Kind)
	for _, w := range signWords {
		if strings.Contains(kind, w.word) {
			return w.sign
		}
	}
	return OtherComposite
}

// saidBySigns are the kinds that a sign says, without the word that one dialect ends them
// with.
var saidBySigns = []string{"action", "behaviour", "condition", "sequence", "selector", "parallel", "priority"}

// Title returns the text of a node beside its sign: its kind and its detail, but the detail
// alone where the sign says the kind.
func (n *Node) Title() (title, rest string) {
	kind := strings.TrimSuffix(strings.ToLower(n.Kind), "node")
	if n.Detail != "" && slices.Contains(saidBySigns, kind) {
		return n.Detail, ""
	}
	return n.Kind, n.Detail
}
