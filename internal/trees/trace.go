package trees

import (
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dryrun"
)

type (
	// Case is a tree with leaves and state that answer from a script.
	Case = dryrun.Case
	// Result holds what a dry run of a case shows.
	Result = dryrun.Result
)

// ParseCase reads a case, which is one JSON object.
func ParseCase(line []byte) (Case, error) { return dryrun.Parse(line) }

// Trace dry-runs a case in its own dialect. A dialect that is not there is an
// error of the result.
func Trace(c Case) Result {
	var names []string
	for _, d := range Dialects() {
		if d.Trace == nil {
			continue
		}
		if d.Name == c.Dialect {
			return d.Trace(c)
		}
		names = append(names, d.Name)
	}
	err := &syntax.Error{
		Pos: syntax.Pos{File: c.Name, Line: 1, Col: 1},
		Msg: fmt.Sprintf("unknown dialect %q, wanted %s", c.Dialect, strings.Join(names, ", ")),
	}
	return Result{Name: c.Name, Error: err.Suggest(c.Dialect, names).Error()}
}
