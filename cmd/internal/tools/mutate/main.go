package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"strings"
	"time"
)

func main() {
	count := flag.Int("count", 200, "plant `N` faults")
	seed := flag.Uint64("seed", 1, "draw them by this seed")
	each := flag.Duration("each", 2*time.Minute, "test a fault for so long at most")
	own := flag.Bool("own", false, "run only the tests of a fault's own package")
	flag.Usage = func() {
		fmt.Fprintf(flag.CommandLine.Output(), "usage: go run ./cmd/internal/tools/mutate [flags] FOLDER...\n\n"+
			"Plants small faults in the Go files below the folders and tells which the tests catch.\n\n"+
			"  go run ./cmd/internal/tools/mutate behavior systems session\n"+
			"  go run ./cmd/internal/tools/mutate --own --count 20 internal/dialect/mbt\n\n")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	run, err := newRun(ctx, flag.Args(), *each, !*own)
	if err == nil {
		err = run.play(ctx, os.Stdout, *count, *seed)
	}
	if ctx.Err() != nil {
		os.Exit(130) // Ctrl-C has cut it off
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// play plants faults in a random order until so many have been tested, and
// writes a line for each and the figures at the end.
func (r *run) play(ctx context.Context, out io.Writer, count int, seed uint64) error {
	order := rand.New(rand.NewPCG(seed, 0)).Perm(len(r.faults))
	figures := map[verdict]int{}
	var survivors []string
	tested, invalid := 0, 0
	for _, i := range order {
		if tested == count || ctx.Err() != nil {
			break
		}
		f := &r.faults[i]
		began := time.Now()
		v, by, err := r.test(ctx, f)
		if err != nil {
			return err
		}
		if v == invalidFault {
			invalid++
			continue
		}
		tested++
		figures[v]++
		line := fmt.Sprintf("%s [%s]", f, by)
		if v == survived {
			src, err := os.ReadFile(f.file)
			if err != nil {
				return err
			}
			line = fmt.Sprintf("%s: %s", f, f.quote(src))
			survivors = append(survivors, line)
		}
		fmt.Fprintf(out, "%3d %-9s %5.1fs  %s\n", tested, v, time.Since(began).Seconds(), line)
	}
	fmt.Fprintf(out, "\n%d faults: %d caught by their own package, %d by another, %d never ended, %d survived; %d more did not compile\n",
		tested, figures[caughtByOwn], figures[caughtByOther], figures[hung], figures[survived], invalid)
	if len(survivors) > 0 {
		fmt.Fprintf(out, "\nsurvived:\n  %s\n", strings.Join(survivors, "\n  "))
	}
	return nil
}
