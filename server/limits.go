package server

import (
	"errors"
	"net/http"
	"sync"
	"time"
)

// Limits bound what clients can use of a server. A zero stands for the default. An address is
// one of IPv4, or a network of IPv6 of 64 bits.
type Limits struct {
	Connections int // at once, in all; default 1,000
	PerAddress  int // at once, from one address; default 50
	Seats       int // of players of a room from one address, those included whose connection was lost; default 50
	Failures    int // wrong tokens and join codes a minute, from one address; default 10
	Frames      int // of WebSockets a second, from one address, pings and pongs included; default 2,000
	Intake      int // bytes that WebSockets take a second from one address; default 1,048,576
	Rooms       int // default 100
	Guests      int // of a room; default 300
	Players     int // of a room; default 200
	Masters     int // game masters of a room, each of whom may have a tree followed; default 16
	Messages    int // a second, of a connection; default 100
	Size        int // bytes of a message; default 65,536
	Edit        int // bytes of a message of a game master, such as the text of a tree; default 524,288
	Bytes       int // of frames a second, to a connection; default 180,000
}

func (l Limits) orDefaults() Limits {
	for _, f := range []struct {
		v     *int
		usual int
	}{
		{&l.Connections, 1000}, {&l.PerAddress, 50}, {&l.Seats, 50}, {&l.Failures, 10}, {&l.Frames, 2000}, {&l.Intake, 1 << 20}, {&l.Rooms, 100}, {&l.Guests, 300}, {&l.Players, 200}, {&l.Masters, 16},
		{&l.Messages, 100}, {&l.Size, 1 << 16}, {&l.Edit, 1 << 19}, {&l.Bytes, 180_000},
	} {
		if *f.v == 0 {
			*f.v = f.usual
		}
	}
	return l
}

// bucket lets so many things a second through, and so many at once.
type bucket struct {
	rate, most, left float64
	last             time.Time
}

func newBucket(rate int, now time.Time) bucket {
	return bucket{float64(rate), float64(rate), float64(rate), now}
}

func (b *bucket) take(n int, now time.Time) bool {
	b.left = min(b.most, b.left+now.Sub(b.last).Seconds()*b.rate)
	b.last = now
	if b.left < float64(n) {
		return false
	}
	b.left -= float64(n)
	return true
}

// full reports whether a bucket is as it was in the beginning.
func (b *bucket) full(now time.Time) bool { return b.left+now.Sub(b.last).Seconds()*b.rate >= b.most }

// door counts who is in, by address, who has failed to get in, and who has sent too much.
type door struct {
	mu     sync.Mutex
	limits Limits
	in     int
	by     map[string]*visitor
	sweep  int // how many addresses there may be before those are dropped that can be forgotten
}

// visitor is an address. It is forgotten when nobody of it is in and what it did is old.
type visitor struct {
	in       int
	failures int
	since    time.Time // of the first failure
	looked   time.Time // when a join code was looked at while guesses are barred
	flooded  time.Time // when it sent too much
	visits   bucket    // connections
	frames   bucket
	bytes    bucket
}

// barFor says how long an address is barred that guesses, or sends too much.
const barFor = time.Minute

var (
	errBarred  = errors.New("too many wrong tokens or codes from your address; wait a minute")
	errHasty   = errors.New("too many connections from your address one after the other; wait a moment")
	errFlooded = errors.New("your address has sent too much; wait a minute")
)

// enter lets a connection of an address in, or says why not.
func (d *door) enter(address string, now time.Time) *failure {
	d.mu.Lock()
	defer d.mu.Unlock()
	v := d.visitor(address, now)
	switch {
	case d.in >= d.limits.Connections:
		return fail(http.StatusServiceUnavailable, errors.New("the server is full"))
	case v.in >= d.limits.PerAddress:
		return fail(http.StatusTooManyRequests, errors.New("too many connections from your address"))
	case now.Sub(v.flooded) < barFor:
		return fail(http.StatusTooManyRequests, errFlooded)
	case !v.visits.take(1, now):
		return fail(http.StatusTooManyRequests, errHasty)
	}
	d.in++
	v.in++
	return nil
}

func (d *door) leave(address string, now time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.in--
	d.visitor(address, now).in--
	d.forget(now)
}

// inside returns how many connections there are.
func (d *door) inside() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.in
}

// fail notes a wrong token or join code.
func (d *door) fail(address string, now time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	v := d.visitor(address, now)
	if v.failures == 0 {
		v.since = now
	}
	v.failures++
}

// guesses reports whether an address has failed too often of late, so that its wrong tokens are
// not told from others any more.
func (d *door) guesses(address string, now time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	v := d.by[address]
	return v != nil && v.guesses(d.limits.Failures, now)
}

func (v *visitor) guesses(most int, now time.Time) bool {
	return now.Sub(v.since) <= barFor && v.failures >= most
}

// looks reports whether a join code of an address is looked at. A code may be short: of who
// guesses, one a second is, so that somebody else at the same address who knows it gets in.
func (d *door) looks(address string, now time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	v := d.visitor(address, now)
	if !v.guesses(d.limits.Failures, now) {
		return true
	}
	if now.Sub(v.looked) < time.Second {
		return false
	}
	v.looked = now
	return true
}

// spend takes frames and bytes from what an address may send, and reports whether it may.
func (d *door) spend(address string, frames, bytes int, now time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	v := d.visitor(address, now)
	return v.frames.take(frames, now) && v.bytes.take(bytes, now)
}

// flood bars an address.
func (d *door) flood(address string, now time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.visitor(address, now).flooded = now
}

// barred returns how many addresses are barred, for guesses or for what they sent.
func (d *door) barred(now time.Time) (guessing, flooding int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, v := range d.by {
		if v.guesses(d.limits.Failures, now) {
			guessing++
		}
		if now.Sub(v.flooded) < barFor {
			flooding++
		}
	}
	return guessing, flooding
}

// visitsOf lets all that may be there at an address come twice at once, as after a round, and a tenth of
// them each second.
func visitsOf(most int, now time.Time) bucket {
	return bucket{rate: float64(most) / 10, most: 2 * float64(most), left: 2 * float64(most), last: now}
}

// minSweep is the number of addresses that are kept in any case, before they are looked
// through.
const minSweep = 1000

func (d *door) visitor(address string, now time.Time) *visitor {
	v := d.by[address]
	if v == nil {
		if len(d.by) >= max(d.sweep, minSweep) {
			d.forget(now)
			d.sweep = 2 * len(d.by)
		}
		v = &visitor{visits: visitsOf(d.limits.PerAddress, now), frames: newBucket(d.limits.Frames, now), bytes: newBucket(d.limits.Intake, now)}
		d.by[address] = v
	}
	if now.Sub(v.since) > barFor {
		v.failures = 0
	}
	return v
}

// forget drops the addresses of which nothing is to be remembered.
func (d *door) forget(now time.Time) {
	for address, v := range d.by {
		if v.in == 0 && v.visits.full(now) && (v.failures == 0 || now.Sub(v.since) > barFor) && now.Sub(v.flooded) >= barFor {
			delete(d.by, address)
		}
	}
}
