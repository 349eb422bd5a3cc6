// Package document loads files about scenes, for thicket check: those of tests and of sweeps. It plays
// nothing.
package document

import (
	"path"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/testfiles"
	"github.com/thicket-sim/thicket/internal/insight/treetest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/study/sweep"
)

// Loader loads files as a game plays them.
type Loader struct {
	Own     live.Own
	Tests   treetest.Runner // would play those of the game
	Limits  limit.Values
	Lenient bool
}

// Load loads a file with the scenes that it is about; it is false for a file of another kind. It
// returns what is in a file without errors. Some texts are read in the place of files.
func (d Loader) Load(name string, src []byte, texts map[string][]byte) (about string, is bool, err error) {
	switch {
	case strings.HasSuffix(name, testfiles.Suffix):
		n, err := d.Tests.Check(name, src, texts)
		return humanize.Count(int64(n), "test"), true, err
	case d.isSweep(name, src):
		about, err := d.sweep(name, src)
		return about, true, err
	}
	return "", false, nil
}

// sweepKeys are keys that sweep files have, and neither scenes nor trees.
var sweepKeys = []string{"measures", "factors", "design", "question"}

func (d Loader) isSweep(name string, src []byte) bool {
	if !slices.Contains([]string{".yaml", ".yml"}, strings.ToLower(path.Ext(name))) {
		return false
	}
	var l syntax.List
	doc, _ := markup.Document(name, src, markup.LimitsOf(d.Limits), &l)
	return doc.Get("bots") == nil && doc.Get("kind") == nil && slices.ContainsFunc(sweepKeys, func(key string) bool { return doc.Get(key) != nil })
}

func (d Loader) sweep(name string, src []byte) (about string, err error) {
	f, err := sweep.Load(name, src, d.Limits)
	if err != nil {
		return "", err
	}
	scripts := d.Tests.Scripts
	if v := d.Tests.Vocabulary; v != nil {
		scripts = &treetest.Scripts{Registry: d.Own.Registry, Leaves: v}
	}
	f.Experiment.Use(d.Own, scripts)
	if d.Lenient {
		f.Experiment.StandIn()
	}
	if _, err := sweep.NewPlan(f); err != nil {
		return "", err
	}
	about = "a sweep of " + humanize.Count(int64(len(f.Experiment.Measures)), "measure")
	if n := len(f.Varied()); n > 0 {
		about += " by " + humanize.Count(int64(n), "factor")
	}
	return about, nil
}
