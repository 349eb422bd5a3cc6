package command

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/internal/command/swarm"
)

func newSwarmCommand() *cobra.Command {
	var o swarm.Options
	var seconds float64
	var asJSON bool
	c := &cobra.Command{
		Use:   "swarm URL",
		Short: "Play on a server with many players at once, and measure",
		Long: `Swarm joins a server of thicket serve with many players, who walk about, each over a connection of
its own. It measures the time from a command until its effect is seen, and bytes and frames a
second. The players are spread over all rooms, or join those of --room.

A server lets in 50 connections from one address; start it with --per-address.`,
		Example: `  thicket serve tag --per-address 500
  thicket swarm http://127.0.0.1:8080 --players 200 --seconds 60`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case o.Players < 0 || o.Watchers < 0 || o.Deaf < 0 || o.Players+o.Watchers+o.Deaf < 1:
				return usagef("a swarm of nobody")
			case !(seconds > 0 && seconds <= 86400):
				return usagef("--seconds %g, wanted more than 0", seconds)
			}
			o.Server, o.For = args[0], time.Duration(seconds*float64(time.Second))
			r, err := swarm.Run(cmd.Context(), o)
			if err != nil {
				return err
			}
			if asJSON {
				e := json.NewEncoder(cmd.OutOrStdout())
				e.SetIndent("", "  ")
				err = e.Encode(r)
			} else {
				err = printSwarm(cmd.OutOrStdout(), r)
			}
			if err == nil && r.Failures > 0 {
				err = fmt.Errorf("%d clients failed: %s", r.Failures, strings.Join(r.Failed, "; "))
			}
			if err == nil && r.Stopped {
				err = wasCut("stopped by a signal after %.1f of %g s", r.Seconds, seconds)
			}
			return err
		},
	}
	fs := c.Flags()
	fs.SortFlags = false
	fs.IntVar(&o.Players, "players", 20, "`N` players who walk about")
	fs.IntVar(&o.Watchers, "watchers", 0, "`N` watchers, who see the whole field")
	fs.IntVar(&o.Deaf, "deaf", 0, "`N` players more who never read")
	fs.Float64Var(&seconds, "seconds", 30, "for `S` seconds")
	fs.StringSliceVar(&o.Rooms, "room", nil, "in the room `NAME`, which may be given again")
	fs.StringVar(&o.Code, "code", "", "the join code is `CODE`")
	fs.BoolVar(&asJSON, "json", false, "print the result as JSON")
	return c
}

func printSwarm(out io.Writer, r *swarm.Result) error {
	_, err := fmt.Fprintf(out, `clients    %d players, %d watchers, %d deaf; %.0f s
latency    p50 %.1f ms, p99 %.1f ms from command to effect (%d commands, %d without effect)
`, r.Players, r.Watchers, r.Deaf, r.Seconds, r.P50, r.P99, r.Commands, r.Unanswered)
	for _, kind := range []struct {
		name string
		n    int
		rate swarm.Rate
	}{{"player", r.Players, r.PlayerRate}, {"watcher", r.Watchers, r.WatchRate}} {
		if kind.n > 0 && err == nil {
			_, err = fmt.Fprintf(out, "%-10s %.1f kB and %.1f frames a second, %.1f kB at most\n", kind.name, kind.rate.Bytes/1000, kind.rate.Frames, kind.rate.MaxBytes/1000)
		}
	}
	return err
}
