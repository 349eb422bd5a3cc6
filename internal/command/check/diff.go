package check

import (
	"fmt"
	"strings"
)

// around is how many lines stand around a change of a diff.
const around = 3

// writeDiff writes how a text differs. Fixes only change, add or take lines in a few places, so
// that the lines that are the same are found from both ends of each run of edits.
func writeDiff(b *strings.Builder, file string, was, is []byte) {
	old, now := lines(was), lines(is)
	runs := changed(old, now)
	fmt.Fprintf(b, "--- %s\n+++ %s\n", file, file)
	for i := 0; i < len(runs); {
		j := i + 1
		for j < len(runs) && runs[j].old-runs[j-1].oldEnd <= 2*around {
			j++
		}
		first, last := runs[i], runs[j-1]
		above := min(around, first.old)
		below := min(around, len(old)-last.oldEnd)
		fmt.Fprintf(b, "@@ -%s +%s @@\n", extent(first.old-above, last.oldEnd+below), extent(first.now-above, last.nowEnd+below))
		at := first.old - above
		for _, r := range runs[i:j] {
			writeLines(b, ' ', old[at:r.old])
			writeLines(b, '-', old[r.old:r.oldEnd])
			writeLines(b, '+', now[r.now:r.nowEnd])
			at = r.oldEnd
		}
		writeLines(b, ' ', old[at:at+below])
		i = j
	}
}

func extent(from, to int) string {
	if to == from {
		return fmt.Sprintf("%d,0", from)
	}
	return fmt.Sprintf("%d,%d", from+1, to-from)
}

func lines(text []byte) []string {
	list := strings.SplitAfter(string(text), "\n")
	if last := len(list) - 1; list[last] == "" {
		list = list[:last]
	}
	return list
}

func writeLines(b *strings.Builder, sign byte, list []string) {
	for _, l := range list {
		b.WriteByte(sign)
		b.WriteString(l)
		if !strings.HasSuffix(l, "\n") {
			b.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// alteration is a run of lines that differs.
type alteration struct{ old, oldEnd, now, nowEnd int }

// changed returns the runs of lines that differ between two texts. After a run, both go on with
// the nearest lines that are the same.
func changed(old, now []string) (runs []alteration) {
	i, j := 0, 0
	for i < len(old) || j < len(now) {
		if i < len(old) && j < len(now) && old[i] == now[j] {
			i, j = i+1, j+1
			continue
		}
		r := alteration{old: i, now: j}
		i, j = meet(old, now, i, j)
		r.oldEnd, r.nowEnd = i, j
		runs = append(runs, r)
	}
	return runs
}

// meet returns where two texts have the same line again, with as few lines between as can be.
func meet(old, now []string, i, j int) (int, int) {
	for far := 1; far <= len(old)-i+len(now)-j; far++ {
		for a := 0; a <= far; a++ {
			x, y := i+a, j+far-a
			if x < len(old) && y < len(now) && old[x] == now[y] {
				return x, y
			}
		}
	}
	return len(old), len(now)
}
