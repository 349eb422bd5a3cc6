package match

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"github.com/thicket-sim/thicket/internal/ground/humanize"
)

// Write prints the report for people.
func (r *Report) Write(w io.Writer) error {
	n := len(r.Matches)
	if n == 0 {
		_, err := fmt.Fprintf(w, "%s: no match was played\n", r.Scene)
		return err
	}
	seeds := fmt.Sprintf("seed %d", r.Matches[0].Seed)
	if n > 1 {
		seeds = fmt.Sprintf("seeds %d to %d", r.Matches[0].Seed, r.Matches[n-1].Seed)
	}
	fmt.Fprintf(w, "%s: %s, %s\n\n", r.Scene, plural(n), seeds)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for i, s := range r.Winners {
		if s.Team == "" && s.Count == 0 {
			continue
		}
		fmt.Fprintf(t, "%s\t%s\t%d\t%s\n", first(i, "winner"), s.Title, s.Count, s.percent())
	}
	if r.Length.Most > 0 {
		fmt.Fprintf(t, "length\tmedian %s\t\t%s to %s\n", clock(r.Length.Median), clock(r.Length.Least), clock(r.Length.Most))
	}
	if r.Faults > 0 {
		fmt.Fprintf(t, "faults\t%s\n", humanize.Thousands(r.Faults))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if len(r.Classes) > 0 {
		fmt.Fprintln(w)
		t = tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintln(t, "team\tclass\tkills\tdeaths")
		for _, c := range r.Classes {
			fmt.Fprintf(t, "%s\t%s\t%d\t%d\n", orNone(c.Team), cmp.Or(c.Class, "player"), c.Kills, c.Deaths)
		}
		if err := t.Flush(); err != nil {
			return err
		}
	}
	if len(r.Weapons) > 0 {
		fmt.Fprintln(w)
		t = tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintln(t, "team\tclass\tweapon\tshots\thits\taccuracy\tdamage\tkills")
		for _, x := range r.Weapons {
			accuracy := "-"
			if x.Shots > 0 {
				accuracy = fmt.Sprintf("%.1f %%", 100*x.Accuracy)
			}
			fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%d\t%s\t%.0f\t%d\n", orNone(x.Team), cmp.Or(x.Class, "player"), cmp.Or(x.Weapon, "other"), x.Shots, x.Hits, accuracy, x.Damage, x.Kills)
		}
		if err := t.Flush(); err != nil {
			return err
		}
	}
	var b strings.Builder
	for _, part := range [...]struct {
		what string
		list []Got
	}{{"bought", r.Bought}, {"evolved", r.Evolved}, {r.built, r.Built}} {
		b.WriteString(got(part.what, part.list))
	}
	if b.Len() > 0 {
		_, err := io.WriteString(w, "\n"+b.String())
		return err
	}
	return nil
}

// got lists what teams got, a line each.
func got(what string, list []Got) string {
	var b strings.Builder
	for i, g := range list {
		if i == 0 || g.Team != list[i-1].Team {
			if i > 0 {
				b.WriteByte('\n')
			}
			fmt.Fprintf(&b, "%-8s %s: ", what, orNone(g.Team))
		} else {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s %s", g.Name, humanize.Thousands(g.Count))
	}
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	return b.String()
}

// percent says a share with its interval.
func (s Share) percent() string {
	return fmt.Sprintf("%.0f %% (95 %%: %.0f to %.0f %%)", 100*s.Share, 100*s.Low, 100*s.High)
}

func first(i int, word string) string {
	if i == 0 {
		return word
	}
	return ""
}

func orNone(team string) string { return cmp.Or(team, "-") }

// clock says seconds as minutes and seconds.
func clock(seconds float64) string {
	s := int64(math.Round(seconds))
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// plural says how many matches.
func plural(n int) string {
	if n == 1 {
		return "1 match"
	}
	return humanize.Thousands(int64(n)) + " matches"
}
