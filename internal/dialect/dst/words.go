package dst

import (
	"sync"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/dst/glossary"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/ground/limit"
)

// Words lists all that brains and files of creatures can say without a game.
func Words() []words.Word { return glossary.Words() }

// IsWord reports whether a name means something in every brain: a global of Lua or of
// the original, or the parameter of the file.
func IsWord(name string) bool { return name == "inst" || script.Homes()[name] != "" || globals()[name] }

// globals are the names that every brain finds defined.
var globals = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	p, err := newProgram("names.lua", nil, newFolder(&host.Registry{}, script.LimitsOf(limit.Values{})))
	if err != nil {
		panic(err) // an empty file has no errors
	}
	for k := range newTroupe(p).Lua.Globals().Pairs {
		names[script.Text(k)] = true
	}
	return names
})
