package missing

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"
)

// WriteJSON writes reports as one JSON object.
func WriteJSON(w io.Writer, all []*Report) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(struct {
		Folders []*Report `json:"folders"`
	}{all})
}

// WriteText writes a report as tables: how many names have each status, then those that are stubbed
// or unknown.
func (r *Report) WriteText(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "%s: %d scripts\n\n", r.Folder, r.Files)
	fmt.Fprintln(t, "status\tnames\tuses")
	for _, status := range []Status{Done, Own, Stubbed, Unknown} {
		c := r.Counts[status]
		fmt.Fprintf(t, "%s\t%d\t%d\n", status, c.Names, c.Uses)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, e := range r.Broken {
		fmt.Fprintf(w, "\n%s\n", e)
	}
	if r.Counts[Stubbed].Names+r.Counts[Unknown].Names == 0 {
		return nil
	}
	fmt.Fprintln(t, "\nname\tstatus\tuses\tfiles\tfirst")
	for _, n := range r.Names {
		if n.Status == Stubbed || n.Status == Unknown {
			fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%s\n", n.Name, n.Status, n.Uses, n.Files, n.First)
		}
	}
	return t.Flush()
}
