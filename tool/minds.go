package tool

import (
	"bytes"
	"encoding/json"

	"github.com/thicket-sim/thicket/internal/command"
	"github.com/thicket-sim/thicket/internal/insight/mindtest"
	"github.com/thicket-sim/thicket/internal/insight/vocabulary"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/mind"
)

// gameOf is what commands know of a game of minds.
func gameOf[A comparable](o mind.Options[A], newAgent func(name string, x, y float64) A) (*command.Game, error) {
	minds, err := mind.New(o)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	var names vocabulary.File
	if err := minds.Manifest(&text); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text.Bytes(), &names); err != nil {
		return nil, err
	}
	r, err := mindtest.RunnerOf(o, newAgent)
	if err != nil {
		return nil, err
	}
	r.Vocabulary.Files = nil // none that could be watched
	return &command.Game{
		Own: live.Own{Registry: r.Registry}, Vocabulary: r.Vocabulary, Names: &names, Agents: true, Real: r.Real, Words: []string{word},
	}, nil
}
