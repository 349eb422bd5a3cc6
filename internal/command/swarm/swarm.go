package swarm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/thicket-sim/thicket/internal/command/client"
	"github.com/thicket-sim/thicket/internal/ground/wire"
)

// Options say who comes, to which rooms, for how long.
type Options struct {
	Server   string
	Rooms    []string // clients are spread over them in turn
	Players  int      // who steer
	Watchers int      // who see the whole field
	Deaf     int      // players who never read
	Code     string   // the join code
	For      time.Duration
}

// Result holds the figures of a swarm.
type Result struct {
	Players    int      `json:"players"` // who were let in
	Watchers   int      `json:"watchers"`
	Deaf       int      `json:"deaf"`
	Failed     []string `json:"failed"` // why clients were not let in, or ended early, each reason once
	Failures   int      `json:"failures"`
	Seconds    float64  `json:"seconds"`
	Stopped    bool     `json:"stopped"`    // before the time that was wanted was over
	Commands   int      `json:"commands"`   // steers that had their effect
	Unanswered int      `json:"unanswered"` // that had none within two seconds
	P50        float64  `json:"p50Ms"`      // from a steer until the player is seen to turn, in milliseconds
	P99        float64  `json:"p99Ms"`
	PlayerRate Rate     `json:"player"`
	WatchRate  Rate     `json:"watcher"`
}

// Rate holds the rates of a client of a kind in a second.
type Rate struct {
	Bytes    float64 `json:"bytes"` // in the mean
	MaxBytes float64 `json:"maxBytes"`
	Frames   float64 `json:"frames"`
}

const (
	// warmUp says how long after a client has come nothing is measured: it gets all bodies
	// first.
	warmUp = time.Second
	// steerEvery is the time from one steer of a player to the next, in the mean.
	steerEvery = 500 * time.Millisecond
	// patience says how long an effect is waited for.
	patience = 2 * time.Second
	// joinEvery is the time from one client that comes to the next.
	joinEvery = 5 * time.Millisecond
)

// one is a client of the swarm, and what it has measured.
type one struct {
	role      string
	deaf      bool
	latencies []time.Duration
	lost      int
	bytes     int
	frames    int
	seconds   float64
	err       error
	in        bool
}

// Run has a swarm play, until the time is over or the context is.
func Run(ctx context.Context, o Options) (*Result, error) {
	if len(o.Rooms) == 0 {
		var err error
		if o.Rooms, err = client.Rooms(ctx, o.Server); err != nil {
			return nil, err
		}
		if len(o.Rooms) == 0 {
			return nil, fmt.Errorf("%s has no rooms", o.Server)
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	all := make([]*one, o.Players+o.Watchers+o.Deaf)
	var swarm sync.WaitGroup
	for i := range all {
		c := &one{role: "player", deaf: i >= o.Players+o.Watchers}
		if i >= o.Players && !c.deaf {
			c.role = "watcher"
		}
		all[i] = c
		room := o.Rooms[i%len(o.Rooms)]
		swarm.Go(func() { c.err = c.play(ctx, o, room, fmt.Sprintf("swarm %d", i+1), uint64(i)) })
		if !sleep(ctx, joinEvery) {
			break
		}
	}
	begin := time.Now()
	whole := sleep(ctx, o.For)
	cancel()
	swarm.Wait()
	r := sum(all, time.Since(begin).Seconds())
	r.Stopped = !whole
	return r, nil
}

func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// play plays the life of one client. Its error is that of a client that was not let in, or
// whose connection ended before its time.
func (c *one) play(ctx context.Context, o Options, room, name string, seed uint64) error {
	conn, err := client.Dial(ctx, o.Server, room, client.Hello{Role: c.role, Name: name, Code: o.Code})
	if err != nil {
		return timely(ctx, err)
	}
	defer conn.Leave()
	w, err := conn.Welcome(ctx)
	if err != nil {
		return timely(ctx, err)
	}
	c.in = true
	if c.deaf {
		<-ctx.Done()
		return nil
	}
	came := time.Now()
	p := pilot{conn: conn, you: w.You, random: rand.New(rand.NewPCG(seed, 19)), next: came.Add(warmUp)}
	for {
		m, err := conn.Read(ctx)
		now := time.Now()
		if since := now.Sub(came) - warmUp; since > 0 {
			c.seconds = since.Seconds()
			c.bytes += m.Size
			if m.Scene != nil {
				c.frames++
			}
		}
		switch {
		case err != nil:
			return timely(ctx, err)
		case m.Type == "bye":
			return errors.New(string(m.Text))
		case m.Scene == nil || c.role != "player":
			continue
		}
		if err := p.see(ctx, c, m.Scene, now); err != nil {
			return timely(ctx, err)
		}
	}
}

// timely returns an error, except one that comes since the time is over.
func timely(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// pilot steers a player.
type pilot struct {
	conn   *client.Client
	you    uint32
	random *rand.Rand
	wanted uint8     // the facing that was asked for
	asked  time.Time // zero: there is nothing to wait for
	next   time.Time // when it steers again
}

// see looks whether the player has turned, and steers it on.
func (p *pilot) see(ctx context.Context, c *one, s *wire.Scene, now time.Time) error {
	i, ok := slices.BinarySearchFunc(s.Bodies, p.you, func(b wire.Body, id uint32) int { return int(int64(b.ID) - int64(id)) })
	if !ok {
		return nil
	}
	b := &s.Bodies[i]
	if !p.asked.IsZero() {
		off := int8(b.Facing - p.wanted)
		switch waited := now.Sub(p.asked); {
		case max(off, -off) <= 4:
			c.latencies = append(c.latencies, waited)
			p.asked = time.Time{}
		case waited > patience:
			c.lost++
			p.asked = time.Time{}
		}
	}
	if !p.asked.IsZero() || now.Before(p.next) {
		return nil
	}
	// A quarter of a turn at least, so that the old facing is not taken for the new one.
	p.wanted = b.Facing + 64 + uint8(p.random.IntN(128))
	p.asked = now
	p.next = now.Add(steerEvery/2 + time.Duration(p.random.Int64N(int64(steerEvery))))
	turn := float64(p.wanted) / 256 * 2 * math.Pi
	return p.conn.Send(ctx, map[string]any{"type": "steer", "x": math.Cos(turn), "y": math.Sin(turn)})
}

// sum adds up what all have measured.
func sum(all []*one, seconds float64) *Result {
	r := &Result{Seconds: seconds, Failed: []string{}}
	var waited []time.Duration
	for _, c := range all {
		if c == nil {
			continue
		}
		if c.err != nil {
			r.Failures++
			if text := c.err.Error(); !slices.Contains(r.Failed, text) {
				r.Failed = append(r.Failed, text)
			}
		}
		switch {
		case !c.in:
		case c.deaf:
			r.Deaf++
		case c.role == "watcher":
			r.Watchers++
			r.WatchRate.add(c)
		default:
			r.Players++
			r.PlayerRate.add(c)
		}
		waited = append(waited, c.latencies...)
		r.Unanswered += c.lost
	}
	r.PlayerRate.mean(r.Players)
	r.WatchRate.mean(r.Watchers)
	slices.Sort(waited)
	r.Commands, r.P50, r.P99 = len(waited), quantile(waited, 0.5), quantile(waited, 0.99)
	return r
}

func (r *Rate) add(c *one) {
	if c.seconds > 0 {
		r.Bytes += float64(c.bytes) / c.seconds
		r.MaxBytes = max(r.MaxBytes, float64(c.bytes)/c.seconds)
		r.Frames += float64(c.frames) / c.seconds
	}
}

func (r *Rate) mean(n int) {
	if n > 0 {
		r.Bytes, r.Frames = r.Bytes/float64(n), r.Frames/float64(n)
	}
}

// quantile returns a share of a sorted list, in milliseconds.
func quantile(list []time.Duration, share float64) float64 {
	if len(list) == 0 {
		return 0
	}
	at := min(int(share*float64(len(list))), len(list)-1)
	return float64(list[at]) / float64(time.Millisecond)
}
