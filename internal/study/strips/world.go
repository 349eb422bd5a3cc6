package strips

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"sync/atomic"
	"time"

	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/study/natsnode"
	"github.com/thicket-sim/thicket/internal/systems"
)

// Most is the number of strips a world has at most.
const Most = 64

// Options say how a world is made.
type Options struct {
	Strips  int
	Workers int // of each strip
	// Command makes a process that calls Serve with its standard input.
	Command func() *exec.Cmd
}

// World is a session whose ticks are played in strips.
type World struct {
	session   *live.Session
	options   Options
	node      *natsnode.Node
	post      *post
	processes []*process
	number    uint32 // of the next order
	closing   atomic.Bool
	// Last are the figures of the strips in the last tick, and Sum those of all ticks, where
	// Bots and Guests are sums, too.
	Last, Sum []Figures
	Ticks     int64
}

// process runs one strip.
type process struct {
	cmd   *exec.Cmd
	said  tail
	ended chan struct{}
}

// pending is the number of bytes that may wait for a strip that takes its bodies.
const pending = 1 << 30

// endTime says how long a strip may take to end when the world does.
const endTime = 10 * time.Second

// Start deals the game of a session to strips, each in a process of its own. The session is
// then played by Step alone.
func Start(s *live.Session, o Options) (*World, error) {
	if o.Strips < 1 || o.Strips > Most {
		return nil, fmt.Errorf("%d strips, wanted 1 to %d", o.Strips, Most)
	}
	deal, err := s.Deal(o.Strips)
	if err != nil {
		return nil, err
	}
	node, err := natsnode.Start(natsnode.Options{MaxPending: pending})
	if err != nil {
		return nil, err
	}
	w := &World{session: s, options: o, node: node, post: newPost(world), Last: make([]Figures, o.Strips), Sum: make([]Figures, o.Strips)}
	if err := w.begin(deal); err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

func (w *World) begin(deal *live.Deal) error {
	var err error
	if w.post.conn, err = w.node.Connect(); err != nil {
		return err
	}
	if err := w.post.listen(toWorld); err != nil {
		return err
	}
	for i := range w.options.Strips {
		if err := w.launch(i); err != nil {
			return fmt.Errorf("%s: %w", w.name(i), err)
		}
	}
	if _, err := w.answers(); err != nil { // they listen
		return err
	}
	for i, hand := range deal.Hands {
		p := plan{Ground: deal.Ground, Hand: hand, Options: deal.Options, Workers: w.options.Workers}
		p.Options.At = i
		if err := w.post.send(toStrip(i), plans, 0, encode(&p)); err != nil {
			return err
		}
	}
	_, err = w.answers()
	return err
}

// launch starts the process of a strip.
func (w *World) launch(i int) error {
	at := w.node.Address()
	told, err := json.Marshal(calling{at.URL, at.Token, i})
	if err != nil {
		return err
	}
	p := &process{cmd: w.options.Command(), ended: make(chan struct{})}
	p.cmd.Stdin, p.cmd.Stderr = bytes.NewReader(told), &p.said
	if err := p.cmd.Start(); err != nil {
		return err
	}
	w.processes = append(w.processes, p)
	go func() {
		defer close(p.ended)
		err := p.cmd.Wait()
		if err == nil {
			err = errors.New("without a word")
		}
		if !w.closing.Load() {
			w.post.end(fmt.Errorf("%s ended: %w%s", w.name(i), err, p.said.text()))
		}
	}()
	return nil
}

// name returns the name that people use for a strip: "strip 2 of 4 (bodies between x 50 and
// 100 m)".
func (w *World) name(i int) string {
	from, to := systems.StripEdges(&w.session.Scene().Setup, w.options.Strips, i)
	return fmt.Sprintf("strip %d of %d (bodies between x %.4g and %.4g m)", i+1, w.options.Strips, from, to)
}

// Process returns the process of a strip, by its id.
func (w *World) Process(i int) int { return w.processes[i].cmd.Process.Pid }

// order gives all strips an order, and returns their answers.
func (w *World) order(what uint8) ([]answer, error) {
	if err := w.post.send(toAll, orders, w.number, []byte{what}); err != nil {
		return nil, err
	}
	return w.answers()
}

// answers waits until all strips have answered.
func (w *World) answers() ([]answer, error) {
	all := make([]answer, w.options.Strips)
	for i := range all {
		b, err := w.post.wait(key{answers, uint16(i), w.number})
		if err == nil {
			err = decode(b, &all[i])
		}
		if err != nil {
			return nil, err
		}
	}
	w.number++
	for i := range all {
		if all[i].Err != "" {
			return nil, fmt.Errorf("%s: %s", w.name(i), all[i].Err)
		}
	}
	return all, nil
}

// Step plays a tick, and returns its digest where that is wanted. After an error the strips
// have ended.
func (w *World) Step(digest bool) (uint64, error) {
	what := orderStep
	if digest {
		what = orderDigest
	}
	all, err := w.order(what)
	if err != nil {
		return 0, err
	}
	for i := range all {
		f, sum := &all[i].Figures, &w.Sum[i]
		w.Last[i] = *f
		sum.Bots += f.Bots
		sum.Guests += f.Guests
		sum.Crossed += f.Crossed
		sum.Halo += f.Halo
		sum.Touching += f.Touching
		sum.Took += f.Took
		sum.Waited += f.Waited
	}
	w.Ticks++
	if err := w.session.PassBy(all[0].Contacts); err != nil {
		return 0, err
	}
	return w.join(all), nil
}

// join returns the digest of the game from those of the strips.
func (w *World) join(all []answer) uint64 {
	parts := make([]uint64, len(all))
	for i := range all {
		parts[i] = all[i].Digest
	}
	return w.session.Game().JoinDigests(parts...)
}

// Settle brings the session up to date: it is then as if it had played all ticks itself.
func (w *World) Settle() error {
	all, err := w.order(orderHold)
	if err != nil {
		return err
	}
	held := make([][]byte, len(all))
	for i := range all {
		held[i] = all[i].Held
	}
	return w.session.Lay(held, w.join(all))
}

// Close ends the strips, and returns when their processes have ended.
func (w *World) Close() {
	w.closing.Store(true)
	if w.post.conn != nil {
		w.post.conn.Close()
	}
	w.node.Close() // whoever loses the connection ends
	late := time.After(endTime)
	for _, p := range w.processes {
		select {
		case <-p.ended:
		case <-late:
			_ = p.cmd.Process.Kill() // it may have ended meanwhile
			<-p.ended
		}
	}
}

// tail keeps the end of what a process says.
type tail struct{ last []byte }

const tailBytes = 4 << 10

func (t *tail) Write(b []byte) (int, error) {
	t.last = append(t.last, b...)
	t.last = t.last[max(0, len(t.last)-tailBytes):]
	return len(b), nil
}

// text returns the end, as a part of an error.
func (t *tail) text() string {
	if s := strings.TrimSpace(string(t.last)); s != "" {
		return ":\n" + s
	}
	return ""
}
