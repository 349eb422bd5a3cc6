package glossary

import (
	"strings"
	"sync"

	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// Effect says what comes of what scripts ask for by a name.
type Effect uint8

// Effects of names. One that has no row is Unknown: nil, and a fault of whoever uses it.
const (
	Unknown Effect = iota
	Done           // it does, or is, what its row says
	Idle           // it is known and does nothing: it is for the eye, the ear, clients or saves
	Told           // it is known and does nothing, with one notice, since more may be wanted of it
)

// The words with which rows of names without effect begin.
const (
	toldMark = "Does nothing, with a notice"
	idleMark = "Does nothing"
)

// idleAnswers begin the rows of functions that answer as if nothing of their kind ever happened.
var idleAnswers = []string{idleMark, "Is always ", "Gives an empty", "Is called "}

// EffectOf returns what comes of the name of a row.
func EffectOf(w *words.Word) Effect {
	if strings.HasPrefix(w.Doc, toldMark) {
		return Told
	}
	for _, begins := range idleAnswers {
		if strings.HasPrefix(w.Doc, begins) {
			return Idle
		}
	}
	return Done
}

// Written is how scripts write the name of a row: SpawnPrefab, DEPLOYMODE.NONE, inst:AddTag,
// inst.components.combat:SetTarget.
func Written(w *words.Word) string {
	if w.Example == "" {
		return w.Name
	}
	name, _, _ := strings.Cut(w.Example, "(")
	return name
}

// Effects returns what comes of all names, by how scripts write them, see [Written]. A name that is not
// in it is Unknown. Nobody may change it.
var Effects = sync.OnceValue(func() map[string]Effect {
	rows := Words()
	all := make(map[string]Effect, len(rows))
	for i := range rows {
		if w := &rows[i]; w.Role != words.Event {
			all[Written(w)] = EffectOf(w)
		}
	}
	return all
})
