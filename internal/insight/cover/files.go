package cover

import (
	"cmp"
	"slices"
	"sync"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
)

// File holds the counts of the nodes that stand in a file.
type File struct {
	Name  string  `json:"file"`
	Text  []byte  `json:"-"`     // empty where it is not known
	Nodes []*Node `json:"nodes"` // by their places
}

// Node is a node of a tree, with how often it answered what.
type Node struct {
	Line        int32     `json:"line"`
	Col         int32     `json:"col"`
	Kind        string    `json:"kind"`
	Detail      string    `json:"detail,omitempty"`
	Role        run.Role  `json:"role"`
	Visits      int64     `json:"visits"`
	Succeeded   int64     `json:"succeeded"`
	Failed      int64     `json:"failed"`
	Ran         int64     `json:"ran"`                // it answered that it runs
	Interrupted int64     `json:"interrupted"`        // it ran, and was not asked in its bot's next tick
	Operands    []Operand `json:"operands,omitempty"` // in the order in which they were first compared
	Excuse      string    `json:"excuse,omitempty"`   // why it cannot be asked, as somebody says

	of int // which of the nodes at its place, of this kind and detail
}

// Operand is a comparison that the answer of a node rests on.
type Operand struct {
	Text string `json:"text"` // "distance to < 6 m"
	Held int64  `json:"held"`
	Not  int64  `json:"not"`

	compares bool // two values, and is no truth value
}

// Open returns, for people, what a node has not shown yet: that it was never asked, and of a
// condition which answer it never gave, and of each operand which way it never went. What an
// action compares is its own matter. It is empty for a node that is covered in full.
func (n *Node) Open() []string {
	switch {
	case n.excused():
		return []string{"left out: " + n.Excuse}
	case n.Visits == 0:
		return []string{"never asked"}
	}
	var open []string
	if n.Role == run.Condition {
		if n.Succeeded+n.Ran == 0 {
			open = append(open, "never true")
		}
		if n.Failed == 0 {
			open = append(open, "never false")
		}
	}
	for _, o := range n.Operands {
		if n.Role == run.Action || n.Role == run.Condition && n.answers(o) {
			continue
		}
		if o.Held == 0 {
			open = append(open, o.Text+": never held")
		}
		if o.Not == 0 {
			open = append(open, o.Text+": always held")
		}
	}
	return open
}

// excused reports whether a node does not count.
func (n *Node) excused() bool { return n.Excuse != "" && n.Visits == 0 }

// answers reports whether an operand is the answer of the node in other words: its only one, or
// a truth value that comes out as the node does.
func (n *Node) answers(o Operand) bool {
	same := o.Held == n.Succeeded+n.Ran && o.Not == n.Failed
	return len(n.Operands) == 1 || same && !o.compares
}

// count takes in that the node has answered, or with -1 that it has not.
func (n *Node) count(s host.Status, by int64) {
	n.Visits += by
	switch s {
	case host.Success:
		n.Succeeded += by
	case host.Failure:
		n.Failed += by
	case host.Running:
		n.Ran += by
	}
}

// compare takes in how a comparison came out.
func (n *Node) compare(text string, held, compares bool) {
	i := slices.IndexFunc(n.Operands, func(o Operand) bool { return o.Text == text })
	if i < 0 {
		i = len(n.Operands)
		n.Operands = append(n.Operands, Operand{Text: text, compares: compares})
	}
	if held {
		n.Operands[i].Held++
	} else {
		n.Operands[i].Not++
	}
}

func (n *Node) add(o *Node) {
	n.Visits += o.Visits
	n.Succeeded += o.Succeeded
	n.Failed += o.Failed
	n.Ran += o.Ran
	n.Interrupted += o.Interrupted
	if n.Excuse == "" {
		n.Excuse = o.Excuse
	}
	for _, p := range o.Operands {
		i := slices.IndexFunc(n.Operands, func(q Operand) bool { return q.Text == p.Text })
		if i < 0 {
			n.Operands = append(n.Operands, p)
			continue
		}
		n.Operands[i].Held += p.Held
		n.Operands[i].Not += p.Not
	}
}

// order returns where a node comes in its file.
func (n *Node) order(o *Node) int {
	return cmp.Or(cmp.Compare(n.Line, o.Line), cmp.Compare(n.Col, o.Col), cmp.Compare(n.of, o.of), cmp.Compare(n.Kind, o.Kind), cmp.Compare(n.Detail, o.Detail))
}

// Merge adds up what several games have counted, by files and places. The result shares
// nothing with them.
func Merge(games ...[]*File) []*File {
	var all []*File
	for _, files := range games {
		for _, f := range files {
			at, found := slices.BinarySearchFunc(all, f.Name, func(g *File, name string) int { return cmp.Compare(g.Name, name) })
			if !found {
				all = slices.Insert(all, at, &File{Name: f.Name})
			}
			all[at].add(f)
		}
	}
	return all
}

func (f *File) add(g *File) {
	if len(f.Text) == 0 {
		f.Text = g.Text
	}
	for _, n := range g.Nodes {
		at, found := slices.BinarySearchFunc(f.Nodes, n, (*Node).order)
		if !found {
			fresh := *n
			fresh.Operands = slices.Clone(n.Operands)
			f.Nodes = slices.Insert(f.Nodes, at, &fresh)
			continue
		}
		f.Nodes[at].add(n)
	}
}

// Total adds up what several games have counted, also at once. The zero value has nothing.
type Total struct {
	mu    sync.Mutex
	files []*File
}

// Add takes in what a game has counted.
func (t *Total) Add(files []*File) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.files = Merge(t.files, files)
}

// Files returns the files added so far.
func (t *Total) Files() []*File {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.files
}

// Covered returns how many nodes of files were asked, and of how many: those that have an
// excuse and were not asked are none of them.
func Covered(files []*File) (asked, of int) {
	for _, f := range files {
		for _, n := range f.Nodes {
			if !n.excused() {
				of++
			}
			if n.Visits > 0 {
				asked++
			}
		}
	}
	return asked, of
}

// excused returns how many nodes of files do not count.
func excused(files []*File) (left int) {
	for _, f := range files {
		for _, n := range f.Nodes {
			if n.excused() {
				left++
			}
		}
	}
	return left
}

// Excuse says why nodes cannot be asked: those at a place, in any column for 0, of the files
// that are meant. It tells how many there are, and how many of them were never asked.
func Excuse(files []*File, meant func(file string) bool, line, col int32, why string) (there, open int) {
	for _, f := range files {
		if !meant(f.Name) {
			continue
		}
		for _, n := range f.Nodes {
			if n.Line != line || col != 0 && n.Col != col {
				continue
			}
			n.Excuse = why
			if there++; n.Visits == 0 {
				open++
			}
		}
	}
	return there, open
}
