package command

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/internal/command/playback"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/study/strips"
	"github.com/thicket-sim/thicket/internal/systems"
)

// stripSaveEvery says how much simulated time there is from one save to the next of a run in
// strips, where --save-every does not say.
const stripSaveEvery = 10 * time.Second

// newStripCommand makes the command that `thicket run --strips` starts. It is no command for
// people.
func newStripCommand(own *Game) *cobra.Command {
	names := gameFlag{own: own}
	c := &cobra.Command{
		Use:    "strip",
		Short:  "Play one strip of a run, which starts it",
		Hidden: true,
		Args:   args(0, "none"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			signal.Ignore(os.Interrupt)   // Ctrl-C goes to all processes of a terminal, and the run ends its strips
			signal.Reset(syscall.SIGTERM) // that ends it at once
			game, err := names.read(cmd)
			if err != nil {
				return err
			}
			return strips.Serve(cmd.InOrStdin(), limitsOf(cmd), game.Own)
		},
	}
	names.add(c)
	return c
}

// startStrips has the ticks of a run played in strips.
func (f *runFlags) startStrips(s *live.Session) (*striped, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	line := append(slices.Clone(f.game.Words), "strip")
	line = append(line, f.game.flags...)
	for _, l := range f.limits.Changed() {
		line = append(line, "--limit", l)
	}
	w, err := strips.Start(s, strips.Options{Strips: f.strips, Workers: f.workers, Command: func() *exec.Cmd {
		c := exec.Command(program, line...)
		c.Args[0] = os.Args[0]
		return c
	}})
	return &striped{w, s}, err
}

// striped is a session that is played in strips.
type striped struct {
	*strips.World
	session *live.Session
}

// Views tells what each strip had to do.
func (w *striped) Views() []playback.StripView {
	n := float64(max(w.Ticks, 1))
	mean := func(sum int64) float64 { return float64(sum) / n }
	all := make([]playback.StripView, len(w.Sum))
	for i, f := range w.Sum {
		from, to := systems.StripEdges(&w.session.Scene().Setup, len(all), i)
		all[i] = playback.StripView{
			From: float64(from), To: float64(to), Bots: mean(int64(f.Bots)), Guests: mean(int64(f.Guests)),
			Crossed: mean(f.Crossed), Halo: mean(f.Halo), Touching: mean(f.Touching),
			TookMS: mean(f.Took) / 1e6, WaitedMS: mean(f.Waited) / 1e6,
		}
	}
	return all
}

// goesOn adds to the error of a run in strips from where the game goes on.
func goesOn(err error, r *playback.Run) error {
	if r.Strips == nil {
		return err
	}
	path, tick, ok := r.Kept()
	if !ok {
		return fmt.Errorf("%w\nnothing was saved: --save FILE saves every %v of the game, and --save-every says how often", err, stripSaveEvery)
	}
	if strings.ContainsAny(path, " \t") {
		path = fmt.Sprintf("%q", path)
	}
	return fmt.Errorf("%w\n%s has the game at tick %d: thicket run --restore %s goes on", err, path, tick, path)
}
