package command

import (
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/internal/command/playback"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/study/strips"
)

// runRules relate the flags of `thicket run` to each other. The first that is broken is told.
var runRules = []flagRule{
	{flag: "restore", excludes: []string{"seed", "bots", "root", "creature", "prefab"}, why: "the game has begun, with all that belongs to it"},
	{flag: "files", wants: "restore", why: "a scene reads the files beside it, and those of --root"},
	{flag: "reload", with: "restore", wants: "files DIR", why: "the save brings the files that it was made of"},
	{flag: "save-every", wants: "save FILE"},
	{flag: "strips", excludes: []string{"commands", "reload", "inspect", "record", "dump", "gif", "faults", "log", "cover", "cover-min", "speed"},
		why: "where bodies are is known in one place only when the game is saved or ends"},
	{flag: "seconds", excludes: []string{"ticks"}},
}

// The range of --speed, and the most of --seconds.
const (
	slowest    = 0.01
	fastest    = 1000.0
	maxSeconds = 1e9
)

// check refuses flags that contradict each other and values out of range, and sets what
// follows from them.
func (f *runFlags) check(cmd *cobra.Command, scene string) error {
	if err := wantPaths(cmd, append([]string{"commands", "restore", "files"}, outputFlags()...)); err != nil {
		return err
	}
	if err := checkFlags(cmd, runRules); err != nil {
		return err
	}
	if err := f.checkValues(cmd.Flags().Changed); err != nil {
		return err
	}
	if err := f.checkFiles(scene); err != nil {
		return err
	}
	if path := cmd.Flags().Lookup("save").Value.String(); f.strips > 0 && path != "" && path != playback.Stdout && f.saveEvery == 0 {
		f.saveEvery = stripSaveEvery
	}
	return nil
}

// checkValues refuses values out of range, and reads those that are texts.
func (f *runFlags) checkValues(given func(string) bool) (err error) {
	f.seeded = given("seed")
	times, timesErr := strconv.ParseFloat(strings.TrimSuffix(f.speed, "x"), 64)
	switch {
	case given("inspect") && f.inspect == "":
		return usagef("--inspect is empty, wanted an id, a name or %s", playback.Closest)
	case given("save-every") && f.saveEvery <= 0:
		return usagef("--save-every %v, wanted more than 0s", f.saveEvery)
	case given("strips") && (f.strips < 1 || f.strips > strips.Most):
		return usagef("--strips %d, wanted 1 to %d", f.strips, strips.Most)
	case given("ticks") && f.ticks < 0:
		return usagef("--ticks %d, wanted 0 or more", f.ticks)
	case f.workers < 1 || f.workers > 1024:
		return usagef("--workers %d, wanted 1 to 1024", f.workers)
	case timesErr != nil || !(times >= slowest && times <= fastest):
		return usagef("--speed %s, wanted a number of times of real time, %gx to %gx", f.speed, slowest, fastest)
	case given("seconds") && !(f.seconds > 0 && f.seconds <= maxSeconds):
		return usagef("--seconds %v, wanted more than 0, up to %g", f.seconds, maxSeconds)
	}
	f.times = times
	if f.strips > 0 && !given("workers") {
		f.workers = max(1, runtime.GOMAXPROCS(0)/f.strips)
	}
	if f.population, err = scenes.ParsePopulation(f.bots); err != nil {
		return usagef("--bots %v", err)
	}
	f.wantCovered, err = coverMin(f.coverMin)
	return err
}

// checkFiles refuses files that are read or written twice.
func (f *runFlags) checkFiles(scene string) error {
	if _, _, shipped := scenes.Source(scene); shipped && f.reload && f.restore == "" {
		return usagef("--reload wants a scene in a file; `thicket new %s my.yaml` writes one", scene)
	}
	if err := onceOnly(f.restore, f.commands); err != nil {
		return err
	}
	var out []string
	if f.json {
		out = append(out, "--json")
	}
	out = append(out, f.outputs.ToStdout()...)
	if len(out) > 1 {
		return usagef("%s all write to standard output, wanted one of them to", strings.Join(out, " and "))
	}
	read := []playback.Input{{What: "--commands", Path: f.commands}, {What: "--restore", Path: f.restore, Turns: "save"}}
	if f.restore == "" {
		read = append(read, playback.Input{What: "the scene", Path: scene})
	}
	if err := f.outputs.Apart(read...); err != nil {
		return usageError{err}
	}
	return nil
}
