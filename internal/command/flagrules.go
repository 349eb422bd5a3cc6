package command

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/internal/command/playback"
)

// flagRule relates a flag of a command to others, which it wants or excludes.
type flagRule struct {
	flag     string
	with     string   // the rule holds only where this flag is given too; empty: always
	wants    string   // a flag; with a word for its value, standard input or output will not do
	excludes []string // flags
	why      string
}

func (r *flagRule) because() string {
	if r.why == "" {
		return ""
	}
	return ": " + r.why
}

// checkFlags refuses flags that break a rule.
func checkFlags(cmd *cobra.Command, rules []flagRule) error {
	given := func(name string) bool {
		f := cmd.Flags().Lookup(name)
		return f.Changed && f.Value.String() != "false"
	}
	for i := range rules {
		r := &rules[i]
		if !given(r.flag) || r.with != "" && !given(r.with) {
			continue
		}
		name := "--" + r.flag
		if r.with != "" {
			name += " with --" + r.with
		}
		if flag, value, _ := strings.Cut(r.wants, " "); flag != "" && (!given(flag) || value != "" && cmd.Flags().Lookup(flag).Value.String() == stdin) {
			return usagef("%s wants --%s%s", name, r.wants, r.because())
		}
		for _, other := range r.excludes {
			switch {
			case !given(other):
			case r.why == "":
				return usagef("%s and --%s, wanted one of the two", name, other)
			default:
				return usagef("--%s cannot be with %s%s", other, name, r.because())
			}
		}
	}
	return nil
}

// outputFlags returns the flags that name a file to write.
func outputFlags() []string {
	var names []string
	for _, o := range playback.Outputs {
		names = append(names, o.Flag)
	}
	return names
}

// wantPaths refuses flags for files that are given without a path.
func wantPaths(cmd *cobra.Command, flags []string) error {
	for _, name := range flags {
		if given := cmd.Flags().Lookup(name); given.Changed && given.Value.String() == "" {
			return usagef("--%s is empty, wanted a path", name)
		}
	}
	return nil
}
