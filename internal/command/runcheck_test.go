package command

import (
	"slices"
	"strings"
	"testing"
)

// TestRulesOfRun wants every flag of the rules to be one of the command, and each rule to
// refuse.
func TestRulesOfRun(t *testing.T) {
	for _, r := range runRules {
		flags := append([]string{r.flag}, r.excludes...)
		if wanted, _, _ := strings.Cut(r.wants, " "); wanted != "" {
			flags = append(flags, wanted)
		}
		if r.with != "" {
			flags = append(flags, r.with)
		}
		for _, name := range flags {
			if newRunCommand(nil).Flags().Lookup(name) == nil {
				t.Fatalf("thicket run has no --%s", name)
			}
		}
		given := []string{r.flag}
		if r.with != "" {
			given = append(given, r.with)
		}
		if r.wants != "" {
			refused(t, given, "wants --"+r.wants)
		}
		for _, other := range r.excludes {
			refused(t, append(slices.Clone(given), other), "--"+other)
		}
	}
}

// refused wants a run with flags to be refused with a text.
func refused(t *testing.T, flags []string, want string) {
	t.Helper()
	c := newRunCommand(nil)
	for _, name := range flags {
		value := "2"
		switch f := c.Flags().Lookup(name); f.Value.Type() {
		case "bool":
			value = "true"
		case "duration":
			value = "3s"
		}
		if err := c.Flags().Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	if err := checkFlags(c, runRules); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v: %v, wanted %q", flags, err, want)
	}
}
