package behavior

import (
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/behavior/script"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// Trace dry-runs a case in its own dialect. A dialect that is not there is an
// error of the result.
func Trace(c script.Case) script.Result {
	names := make([]string, len(Dialects))
	for i := range Dialects {
		d := &Dialects[i]
		if d.Name == c.Dialect {
			return d.Trace(c)
		}
		names[i] = d.Name
	}
	err := &syntax.Error{
		Pos: syntax.Pos{File: c.Name, Line: 1, Col: 1},
		Msg: fmt.Sprintf("unknown dialect %q, wanted %s", c.Dialect, strings.Join(names, ", ")),
	}
	return script.Result{Name: c.Name, Error: err.Suggest(c.Dialect, names).Error()}
}
