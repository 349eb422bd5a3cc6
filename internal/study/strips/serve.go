package strips

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/study/natsnode"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// calling tells a strip's process at its start where the world is, and which strip
// it is.
type calling struct {
	URL, Token string
	At         int
}

// plan holds what a strip begins with.
type plan struct {
	Ground  []byte
	Hand    []byte
	Options systems.StripOptions
	Workers int
}

// The orders of a world.
const (
	orderStep   uint8 = iota // play a tick
	orderDigest              // play a tick, and tell its digest
	orderHold                // tell what it holds, and the digest
)

// answer answers an order; the first one, without an order, is that it has
// taken its bodies.
type answer struct {
	Err      string
	Digest   uint64
	Contacts []session.Contact // of the first strip
	Held     []byte
	Figures  Figures
}

// Figures holds the figures of a strip in one tick.
type Figures struct {
	Bots, Guests int
	Crossed      int64 // bytes that it sent: bodies that left, and the census
	Halo         int64 // bodies that others may look for
	Touching     int64 // bodies that others may touch, and the pairs that may
	Took         int64 // nanoseconds
	Waited       int64 // of these, for what others sent
}

// Serve plays one strip, until the world that called it ends. What it is told at its start is
// read from in; own is what the game has.
func Serve(in io.Reader, limits limit.Values, own live.Own) error {
	var c calling
	if err := json.NewDecoder(in).Decode(&c); err != nil {
		return fmt.Errorf("what a strip is told at its start: %w", err)
	}
	p := newPost(uint16(c.At))
	conn, err := natsnode.Address{URL: c.URL, Token: c.Token, Lost: func(error) { p.end(errLost) }}.Connect()
	if err != nil {
		return err
	}
	defer conn.Close()
	p.conn = conn
	if err := p.listen(toAll, toStrip(c.At)); err != nil {
		return err
	}
	if err := p.send(toWorld, answers, 0, encode(&answer{})); err != nil {
		return err
	}
	b, err := p.wait(key{plans, world, 0})
	if err != nil {
		return err
	}
	s, err := begin(b, c.At, limits, own)
	if err != nil {
		if err := p.answer(1, &answer{Err: err.Error()}); err != nil {
			return err
		}
		return p.conn.Flush()
	}
	defer s.Close()
	peers := &peers{post: p, at: c.At, of: s.of}
	if err := p.answer(1, &answer{Figures: Figures{Bots: s.Len()}}); err != nil {
		return err
	}
	for number := uint32(2); ; number++ {
		order, err := p.wait(key{orders, world, number})
		if err != nil {
			return err
		}
		a := s.carryOut(order, peers)
		if p.lost() {
			return errLost
		}
		if err := p.answer(number, a); err != nil {
			return err
		}
	}
}

// lost reports whether the post has ended.
func (p *post) lost() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.failed != nil
}

// answer answers an order.
func (p *post) answer(number uint32, a *answer) error {
	return p.send(toWorld, answers, number, encode(a))
}

// strip is a strip with what is known of it here.
type strip struct {
	*systems.Strip
	at, of int
}

func begin(b []byte, at int, limits limit.Values, own live.Own) (*strip, error) {
	var p plan
	if err := decode(b, &p); err != nil {
		return nil, err
	}
	o := own.Silent(limits)
	o.Workers = p.Workers
	s, err := live.OpenStrip(p.Ground, p.Options, o)
	if err != nil {
		return nil, err
	}
	if err := s.Take(p.Hand); err != nil {
		s.Close()
		return nil, err
	}
	return &strip{s, at, p.Options.Of}, nil
}

func (s *strip) carryOut(order []byte, p *peers) *answer {
	a := &answer{}
	switch {
	case len(order) != 1:
		a.Err = fmt.Sprintf("an order of %d bytes", len(order))
	case order[0] == orderHold:
		a.Held, a.Digest = s.Held(), s.Digest()
	default:
		start := time.Now()
		*p = peers{post: p.post, at: p.at, of: p.of, number: p.number}
		if err := s.Step(p); err != nil {
			a.Err = err.Error()
			return a
		}
		a.Figures = Figures{
			Bots: s.Len(), Guests: s.Guests(), Crossed: p.sent[0], Halo: p.sent[1], Touching: p.sent[2] + p.sent[3],
			Took: int64(time.Since(start)), Waited: int64(p.waited),
		}
		if order[0] == orderDigest {
			a.Digest = s.Digest()
		}
		if s.at == 0 {
			a.Contacts = s.Contacts()
		}
	}
	return a
}

// peers are the other strips, as one of them sees them in a tick.
type peers struct {
	*post
	at, of int
	number uint32 // of the round
	round  int    // in this tick
	sent   [4]int64
	waited time.Duration
}

var _ systems.Peers = (*peers)(nil)

// Tell implements [systems.Peers].
func (p *peers) Tell(message []byte) ([][]byte, error) {
	if p.of > 1 {
		if err := p.send(toAll, rounds, p.number, message); err != nil {
			return nil, err
		}
	}
	p.sent[p.round] = int64(len(message) * (p.of - 1))
	return p.hear()
}

// Send implements [systems.Peers].
func (p *peers) Send(messages [][]byte) ([][]byte, error) {
	for i, message := range messages {
		if i == p.at {
			continue
		}
		if err := p.send(toStrip(i), rounds, p.number, message); err != nil {
			return nil, err
		}
		p.sent[p.round] += int64(len(message))
	}
	return p.hear()
}

// hear waits for what all others say in the round.
func (p *peers) hear() ([][]byte, error) {
	start := time.Now()
	said := make([][]byte, p.of)
	for i := range said {
		if i == p.at {
			continue
		}
		var err error
		if said[i], err = p.wait(key{rounds, uint16(i), p.number}); err != nil {
			return nil, err
		}
	}
	p.waited += time.Since(start)
	p.number++
	p.round++
	return said, nil
}
