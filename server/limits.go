package server

import (
	"errors"
	"net/http"
	"sync"
	"time"
)

// Limits bound what clients can have of a server. A zero is the default.
type Limits struct {
	Connections int // at once, in all; default 1,000
	PerAddress  int // at once, from one address; default 50
	Failures    int // wrong tokens and join codes a minute, from one address; default 10
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
		{&l.Connections, 1000}, {&l.PerAddress, 50}, {&l.Failures, 10}, {&l.Rooms, 100}, {&l.Guests, 300}, {&l.Players, 200}, {&l.Masters, 16},
		{&l.Messages, 100}, {&l.Size, 1 << 16}, {&l.Edit, 1 << 19}, {&l.Bytes, 180_000},
	} {
		if *f.v == 0 {
			*f.v = f.usual
		}
	}
	return l
}

// bucket lets so many things a second through, and as many at once.
type bucket struct {
	rate, left float64
	last       time.Time
}

func (b *bucket) take(now time.Time) bool {
	b.left = min(b.rate, b.left+now.Sub(b.last).Seconds()*b.rate)
	b.last = now
	if b.left < 1 {
		return false
	}
	b.left--
	return true
}

// door counts who is in, by address, and who has failed to get in.
type door struct {
	mu     sync.Mutex
	limits Limits
	in     int
	by     map[string]*visitor
	sweep  int // how many addresses there may be before those are dropped that can be forgotten
}

// visitor is an address. It is forgotten when nobody of it is in and its failures are old.
type visitor struct {
	in       int
	failures int
	since    time.Time // of the first failure
}

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
	case v.failures >= d.limits.Failures:
		return fail(http.StatusTooManyRequests, errBarred)
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

// fail notes a wrong token.
func (d *door) fail(address string, now time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	v := d.visitor(address, now)
	if v.failures == 0 {
		v.since = now
	}
	v.failures++
}

// barred reports whether an address has failed too often of late.
func (d *door) barred(address string, now time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	v := d.by[address]
	return v != nil && now.Sub(v.since) <= time.Minute && v.failures >= d.limits.Failures
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
		v = &visitor{}
		d.by[address] = v
	}
	if now.Sub(v.since) > time.Minute {
		v.failures = 0
	}
	return v
}

// forget drops the addresses of which nothing is to be remembered.
func (d *door) forget(now time.Time) {
	for address, v := range d.by {
		if v.in == 0 && (v.failures == 0 || now.Sub(v.since) > time.Minute) {
			delete(d.by, address)
		}
	}
}
