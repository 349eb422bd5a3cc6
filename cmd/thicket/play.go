package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/internal/palette"
	"github.com/thicket-sim/thicket/session"
	"github.com/thicket-sim/thicket/systems"
)

// play is one run of a scene and everything that watches it.
type play struct {
	session *session.Session
	name    string // of the scene, as the command line has it
	bots    int    // at the start
	ticks   int64  // to play; a tick in which the game is paused counts
	orders  orders
	tally   *tally
	colors  *palette.Colors
	dump    *dump    // or nil
	movie   *movie   // or nil
	still   *still   // or nil
	log     *logFile // or nil
	pace    pace
	reload  *reloader  // or nil
	inspect *inspector // or nil

	done     int64         // ticks so far, paused ones included
	took     time.Duration // by the ticks alone
	botTicks int64         // the sum of bots over the ticks
	cut      bool          // ended before its time
	over     bool          // the game has ended by itself
	snap     systems.Snapshot
	snapped  bool // snap is the world as it is now
}

// pace decides how fast a run goes and shows how far it is.
type pace interface {
	// next is called after every tick and may wait, until ctx ends.
	next(ctx context.Context, p *play)
	// tell shows what just happened, a line each.
	tell(lines []string)
	// close is called once, at the end.
	close()
}

// unseen is full speed with nobody watching. What happens goes to log, if there
// is one.
type unseen struct{ log io.Writer }

func (unseen) next(context.Context, *play) {}
func (unseen) close()                      {}

func (u unseen) tell(lines []string) {
	if u.log != nil {
		fmt.Fprintln(u.log, strings.Join(lines, "\n"))
	}
}

func newPlay(s *session.Session, name string, ticks int64, script []session.Timed) *play {
	return &play{
		session: s, name: name, bots: s.Scene().Bots(), ticks: ticks,
		orders: orders{script: script}, tally: newTally(s), colors: palette.New(s.Scene()), pace: unseen{},
	}
}

// run plays all ticks, or until ctx ends.
func (p *play) run(ctx context.Context) error {
	defer p.pace.close()
	for ; p.done < p.ticks; p.done++ {
		if ctx.Err() != nil {
			p.cut = true
			break
		}
		if err := p.change(); err != nil {
			return err
		}
		if !p.session.Paused() {
			if err := p.write(); err != nil {
				return err
			}
			p.step()
		}
		p.pace.next(ctx, p)
		if p.session.Game().Over() {
			p.done++
			p.over = true
			break
		}
	}
	if err := p.write(); err != nil {
		return err
	}
	if p.movie != nil {
		if err := p.movie.finish(); err != nil {
			return err
		}
	}
	if p.still != nil {
		return p.still.draw(p)
	}
	return nil
}

// change does what is due before a step: files that were edited, then commands.
func (p *play) change() error {
	if p.reload != nil {
		did, err := p.reload.look(p.session, p.done)
		if err != nil {
			return err
		}
		if did != nil {
			p.snapped = false
			p.pace.tell(did.lines())
		}
	}
	if p.orders.carryOut(p.session, p.done) {
		p.snapped = false
		p.tally.look()
		if p.reload != nil { // a command may have brought new files
			return p.reload.follow(p.session)
		}
	}
	return nil
}

func (p *play) step() {
	w := p.session.World()
	p.botTicks += int64(w.Len() - w.Count(ecs.Human))
	if p.inspect != nil {
		p.inspect.tick()
	}
	start := time.Now()
	p.session.Step()
	p.took += time.Since(start)
	p.snapped = false
	p.tally.tick()
}

// write hands the world to the files as the next tick finds it.
func (p *play) write() error {
	if p.log != nil && p.log.err != nil {
		return p.log.err
	}
	if p.dump != nil {
		if err := p.dump.write(p.snapshot()); err != nil {
			return err
		}
	}
	if p.movie != nil && (p.done == p.ticks || p.cut || p.over || p.movie.due(p.session.World().Clock().Tick)) {
		return p.movie.add(p)
	}
	return nil
}

// snapshot is the world as it is now. It is good until the next call.
func (p *play) snapshot() *systems.Snapshot {
	if !p.snapped {
		p.session.SnapshotInto(&p.snap)
		p.snapped = true
	}
	return &p.snap
}

func (p *play) setup() *systems.Setup { return &p.session.Scene().Setup }

// close finishes the files.
func (p *play) close() error {
	var errs []error
	for _, o := range p.outputs() {
		errs = append(errs, o.close())
	}
	return errors.Join(errs...)
}

// outputs are the files that are written.
func (p *play) outputs() []*output {
	var all []*output
	if p.dump != nil {
		all = append(all, p.dump.out)
	}
	if p.movie != nil {
		all = append(all, p.movie.out)
	}
	if p.still != nil {
		all = append(all, p.still.out)
	}
	if p.log != nil {
		all = append(all, p.log.out)
	}
	return all
}

// after prints what is no error and yet should be known: what the game
// noticed, what leaves did wrong, commands that came too late.
func (p *play) after(errs io.Writer) {
	for _, n := range p.session.Game().Notices() {
		fmt.Fprintln(errs, "note:", n)
	}
	if n := len(p.orders.script); n > 0 {
		fmt.Fprintf(errs, "note: the run ended before tick %d: %s not reached\n",
			p.orders.script[0].Tick, count(int64(n), "command"))
	}
	faults, n := p.session.Game().Faults()
	for _, f := range faults {
		kind := "fault:"
		if f.Note {
			kind = "note:"
		}
		fmt.Fprintln(errs, kind, f)
	}
	if more := n - int64(len(faults)); more > 0 {
		fmt.Fprintf(errs, "fault: and %s more\n", thousands(more))
	}
}
