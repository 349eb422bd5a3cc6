package cover

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/internal/ground/humanize"
)

// mark says how well a line is covered.
type mark int

const (
	plain       mark = iota // no node begins on it
	excusedOnly             // what begins on it does not count
	covered
	partly // a node on it was asked, and has something open
	missed // a node on it was never asked
)

var markNames = [...]string{"plain", "excused", "covered", "partly", "missed"}

// line is a line of a source, with the nodes that begin on it.
type line struct {
	number int
	text   string
	nodes  []*Node
}

// mark returns the mark of its worst node.
func (l *line) mark() mark {
	worst := plain
	for _, n := range l.nodes {
		switch {
		case n.excused():
			worst = max(worst, excusedOnly)
		case n.Visits == 0:
			worst = missed
		case len(n.Open()) > 0:
			worst = max(worst, partly)
		default:
			worst = max(worst, covered)
		}
	}
	return worst
}

// visits returns how often the node of the line was asked that was asked most.
func (l *line) visits() int64 {
	most := int64(0)
	for _, n := range l.nodes {
		most = max(most, n.Visits)
	}
	return most
}

// notes tell of each node of the line what is open, and that it was interrupted.
func (l *line) notes() []string {
	var notes []string
	for _, n := range l.nodes {
		words := n.Open()
		if n.Interrupted > 0 {
			words = append(words, "interrupted "+humanize.Count(n.Interrupted, "time"))
		}
		if len(words) == 0 {
			continue
		}
		text := strings.Join(words, "; ")
		if len(l.nodes) > 1 {
			text = strings.TrimSpace(n.Kind+" "+n.Detail) + ": " + text
		}
		notes = append(notes, text)
	}
	return notes
}

// source returns the text of a file as lines. One without a text has those on which nodes begin.
func (f *File) source() []*line {
	var lines []*line
	for _, text := range bytes.Split(bytes.TrimSuffix(f.Text, []byte("\n")), []byte("\n")) {
		lines = append(lines, &line{number: len(lines) + 1, text: strings.TrimSuffix(string(text), "\r")})
	}
	for _, n := range f.Nodes {
		if at := int(n.Line) - 1; at < len(lines) {
			lines[at].nodes = append(lines[at].nodes, n)
		}
	}
	return lines
}

// around is the number of lines that are shown before the first node, after the last and
// around gaps.
const around = 2

// excerpt returns the source without what is far from all nodes; nil stands for lines that are left
// out.
func (f *File) excerpt() []*line {
	lines := f.source()
	near := make([]bool, len(lines))
	for i, l := range lines {
		if len(l.nodes) > 0 {
			for j := max(0, i-around); j <= min(len(lines)-1, i+around); j++ {
				near[j] = true
			}
		}
	}
	var some []*line
	for i, l := range lines {
		switch {
		case near[i]:
			some = append(some, l)
		case len(some) > 0 && some[len(some)-1] != nil:
			some = append(some, nil)
		}
	}
	if n := len(some); n > 0 && some[n-1] == nil {
		some = some[:n-1]
	}
	return some
}

// Share returns how much of files is covered, in words: "18 of 20 nodes, 90 %".
func Share(files []*File) string {
	asked, of := Covered(files)
	text := fmt.Sprintf("%d of %d nodes, %s %%", asked, of, percent(asked, of))
	if left := excused(files); left > 0 {
		text += fmt.Sprintf("; %d left out", left)
	}
	return text
}

// percent is rounded down, so that 100 is all.
func percent(asked, of int) string {
	if of == 0 {
		return "100"
	}
	tenths := asked * 1000 / of
	if tenths%10 == 0 {
		return fmt.Sprint(tenths / 10)
	}
	return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
}

// Summary tells in one line how much of files is covered, and in further lines which nodes were
// never asked: so many at most, and how many more there are.
func Summary(files []*File, most int) []string {
	asked, of := Covered(files)
	lines := []string{"covered: " + Share(files)}
	for _, f := range files {
		for _, n := range f.Nodes {
			if n.Visits == 0 && !n.excused() && len(lines) <= most {
				lines = append(lines, fmt.Sprintf("  %s:%d:%d: %s: never asked", f.Name, n.Line, n.Col, strings.TrimSpace(n.Kind+" "+n.Detail)))
			}
		}
	}
	if left := of - asked - (len(lines) - 1); left > 0 {
		lines = append(lines, fmt.Sprintf("  and %d more", left))
	}
	return lines
}

// maxMissed is the number of nodes that were never asked Want lists.
const maxMissed = 20

// Want returns an error where less than so many percent of the nodes of files were asked: it lists
// those that never were.
func Want(files []*File, percent float64) error {
	if asked, of := Covered(files); float64(asked)*100 >= percent*float64(of) {
		return nil
	}
	return fmt.Errorf("%s\nthat is less than the %g %% of --cover-min", strings.Join(Summary(files, maxMissed), "\n"), percent)
}

// sorted returns the files that have nodes, the least covered first.
func sorted(files []*File) []*File {
	list := slices.DeleteFunc(slices.Clone(files), func(f *File) bool { return len(f.Nodes) == 0 })
	slices.SortStableFunc(list, func(a, b *File) int {
		askedA, ofA := Covered([]*File{a})
		askedB, ofB := Covered([]*File{b})
		return cmp.Or(cmp.Compare(askedA*ofB, askedB*ofA), cmp.Compare(path.Clean(a.Name), path.Clean(b.Name)))
	})
	return list
}
