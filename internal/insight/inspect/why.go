package inspect

import (
	"encoding/json"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
)

// MaxReasons is the number of reasons of a node are kept of a visit: the first of them, and
// the last, which decided.
const MaxReasons = 16

// reasons holds the reasons that a node noted in its last visit.
type reasons struct {
	list []host.Reason
	over bool // the visit has ended: what is noted next is of another one
	leaf bool // its leaf has answered: what the node makes of that ends the same visit
}

var _ run.ReasonTracer = (*Follower)(nil)

// Reason is room for another reason of a node; see [run.ReasonTracer].
func (f *Follower) Reason(row int32, n tree.NodeID) *host.Reason {
	if !f.own(row) {
		return nil
	}
	w := &f.why[n]
	w.visit()
	if w.list == nil {
		w.list = make([]host.Reason, 0, MaxReasons) // so that none of them ever moves
	}
	if len(w.list) < MaxReasons {
		w.list = w.list[:len(w.list)+1]
	}
	return &w.list[len(w.list)-1]
}

// Reasons returns the reasons that a node has noted in this visit; see [run.ReasonTracer].
func (f *Follower) Reasons(row int32, n tree.NodeID) []host.Reason {
	if !f.own(row) {
		return nil
	}
	f.why[n].visit()
	return f.why[n].list
}

// visit forgets what was noted in the visit before.
func (w *reasons) visit() {
	if w.over {
		w.list, w.over, w.leaf = w.list[:0], false, false
	}
}

// end ends a visit: a node that has noted nothing in it has no reasons.
func (w *reasons) end() {
	w.visit()
	w.over = true
}

// Reason is one thing that the answer of a node rests on, for programs.
type Reason struct {
	Text   string          `json:"text"` // as [host.Reason.Text]
	What   string          `json:"what"`
	Thing  string          `json:"thing,omitempty"`
	Whom   components.ID   `json:"whom,omitempty"`
	Value  json.RawMessage `json:"value,omitempty"`
	Is     string          `json:"is,omitempty"` // how the value was wanted to stand to the bound
	Bound  json.RawMessage `json:"bound,omitempty"`
	Versus string          `json:"versus,omitempty"` // what the bound is
	Unit   string          `json:"unit,omitempty"`
	Holds  *bool           `json:"holds,omitempty"` // whether it stood so
}

// Because tells why a node of the bot's tree answered as it did in the last tick, in the order
// in which it found out; the slice is nil for one that noted nothing, or was not evaluated.
func (f *Follower) Because(n tree.NodeID) []Reason {
	if _, ok := f.Answer(n); !ok {
		return nil
	}
	var all []Reason
	for i := range f.why[n].list {
		r := &f.why[n].list[i]
		told := Reason{Text: r.Text(f.minds.Name), What: r.What, Thing: r.Thing, Whom: r.Whom, Versus: r.Versus, Unit: r.Unit}
		if r.Found.Kind() != host.Null || r.Relation != host.None {
			told.Value = asJSON(r.Found)
		}
		if r.Relation != host.None {
			holds := r.Holds // the reason itself is overwritten in the next tick
			told.Is, told.Bound, told.Holds = r.Relation.String(), asJSON(r.Bound), &holds
		}
		all = append(all, told)
	}
	return all
}

// asJSON returns a value as JSON: what a script holds and JSON cannot say, such as a table, is a
// string that tells what it is.
func asJSON(v host.Value) json.RawMessage {
	if text := v.AppendJSON(nil); json.Valid(text) {
		return text
	}
	return host.StringValue(v.String()).AppendJSON(nil)
}

// Why is Because in one line; empty for nothing.
func (f *Follower) Why(n tree.NodeID) string {
	if _, ok := f.Answer(n); !ok {
		return ""
	}
	var texts []string
	for i := range f.why[n].list {
		texts = append(texts, f.why[n].list[i].Text(f.minds.Name))
	}
	return strings.Join(texts, "; ")
}
