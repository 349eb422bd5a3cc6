package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/thicket-sim/thicket/internal/study/natsnode"
	"github.com/thicket-sim/thicket/internal/study/sweep/engine"
)

// natsFlags lists the flags of commands that use a NATS server elsewhere.
type natsFlags struct {
	address   natsnode.Address
	tokenFile string
	engine    engine.Options
}

func (f *natsFlags) add(fs *pflag.FlagSet) {
	fs.StringVar(&f.address.URL, "nats", "", "the `URL` of a NATS server with JetStream, such as nats://10.0.0.7:4222; several with commas between them are a cluster")
	fs.StringVar(&f.address.Credentials, "creds", "", "a `FILE` with credentials for it, as nsc writes it")
	fs.StringVar(&f.tokenFile, "token-file", "", "a `FILE` with a token for it")
	fs.StringVar(&f.address.Roots, "tls-ca", "", "a `FILE` with who signed its certificate")
	fs.StringVar(&f.address.Certificate, "tls-cert", "", "a `FILE` with a certificate to show to it")
	fs.StringVar(&f.address.Key, "tls-key", "", "a `FILE` with the key of that")
	fs.StringVar(&f.engine.Prefix, "prefix", "thicket", "what all names at the server begin with, so that several can share it")
	fs.IntVar(&f.engine.Replicas, "replicas", 1, "how often a cluster stores everything, 1 to 5")
}

// check reads the token, and refuses what makes no sense.
func (f *natsFlags) check(fs *pflag.FlagSet) error {
	if f.address.URL == "" {
		for _, name := range []string{"creds", "token-file", "tls-ca", "tls-cert", "tls-key", "replicas"} {
			if fs.Changed(name) {
				return usagef("--%s without --nats, which says where the server is", name)
			}
		}
		return nil
	}
	if f.engine.Replicas < 1 || f.engine.Replicas > 5 {
		return usagef("--replicas %d, wanted 1 to 5", f.engine.Replicas)
	}
	if (f.address.Certificate == "") != (f.address.Key == "") {
		return usagef("--tls-cert and --tls-key go together")
	}
	if f.tokenFile != "" {
		text, err := os.ReadFile(f.tokenFile)
		if err != nil {
			return fmt.Errorf("--token-file: %w", err)
		}
		f.address.Token = strings.TrimSpace(string(text))
	}
	f.address.Reconnect = -1
	return nil
}

func newWorkerCommand(own *Game) *cobra.Command {
	var f natsFlags
	names := gameFlag{own: own}
	workers := runtime.GOMAXPROCS(0)
	c := &cobra.Command{
		Use:   "worker --nats URL",
		Short: "Play runs of sweeps for a NATS server",
		Long: `Worker plays runs of sweeps that thicket sweep --nats has put into the queue of a NATS
server. Any number of workers, on any machines, may start and end at any time: when one ends, others
play its unfinished runs.

Before it plays runs of a sweep, a worker plays a calibration: some ticks of shipped
scenes. If its digests differ from those of the build that runs the sweep, it ends with
exit code 1, as its results would not be the same.

On Ctrl-C and SIGTERM it hands back its unfinished runs and ends: that is its usual
end, with exit code 0.`,
		Example: `  nats-server -js                                     on some machine
  thicket worker --nats nats://10.0.0.7:4222          on as many as there are
  thicket sweep tag.sweep.yaml --nats nats://10.0.0.7:4222 --workers 0`,
		Args: args(0, "none"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.check(cmd.Flags()); err != nil {
				return err
			}
			switch {
			case f.address.URL == "":
				return usagef("no --nats, wanted the URL of a NATS server")
			case workers < 1 || workers > 1024:
				return usagef("--workers %d, wanted 1 to 1024", workers)
			}
			game, err := names.playing(cmd)
			if err != nil {
				return err
			}
			return f.work(cmd, workers, game)
		},
	}
	fs := c.Flags()
	fs.SortFlags = false
	f.add(fs)
	names.add(c)
	fs.IntVar(&workers, "workers", workers, "play `W` runs at once (default one for each processor)")
	return c
}

// work plays jobs on several workers until the context is over.
func (f *natsFlags) work(cmd *cobra.Command, workers int, game *Game) error {
	ctx, log := cmd.Context(), cmd.ErrOrStderr()
	f.address.Notice = func(text string) { fmt.Fprintln(log, text) }
	conn, err := f.address.Connect()
	if err != nil {
		return err
	}
	defer conn.Close()
	store, err := engine.Open(ctx, conn, f.engine)
	if err != nil {
		return err
	}
	scripts, err := game.swept(limitsOf(cmd))
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var all sync.WaitGroup
	errs := make([]error, workers)
	for i := range workers {
		w := store.Worker(fmt.Sprintf("%s-%d", engine.HostName(), i+1), version())
		w.Limits, w.Own, w.Scripts = limitsOf(cmd), game.Own, scripts
		if i == 0 {
			w.Log = func(text string) { fmt.Fprintln(log, text) }
		}
		all.Go(func() {
			errs[i] = w.Run(ctx)
			stop()
		})
	}
	fmt.Fprintf(log, "%s for runs at %v\n", map[bool]string{true: "1 worker waits", false: fmt.Sprintf("%d workers wait", workers)}[workers == 1], f.address)
	all.Wait()
	for _, err := range errs {
		if err != nil && !errors.Is(err, context.Canceled) {
			return err
		}
	}
	return nil
}
