package server

import (
	"errors"
	"maps"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/pires/go-proxyproto"
)

// How long a request may take, and how much of it there may be before its body.
const (
	headerTime = 5 * time.Second
	bodyTime   = 30 * time.Second
	idleTime   = time.Minute
	maxHeader  = 1 << 14
)

// Serve answers what comes over a listener until Close, with TLS where a certificate and a
// key are given, as files. It cuts off clients that are slow with a request, and bounds the
// connections of one address, including those that never ask for anything. On Linux the system itself drops
// what comes from an address that connects without end, if the listener is one of TCP that is not Multipath
// TCP ([net.ListenConfig.SetMultipathTCP]).
func (s *Server) Serve(l net.Listener, cert, key string) error {
	h := &http.Server{Handler: s, ReadHeaderTimeout: headerTime, ReadTimeout: bodyTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHeader}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return errors.Join(errors.New("the server has closed"), l.Close())
	}
	s.listening = append(s.listening, h)
	s.mu.Unlock()
	l = s.behindProxies(newGate(l, s.o.Limits, s.trusted))
	var err error
	if cert != "" {
		err = h.ServeTLS(l, cert, key)
	} else {
		err = h.Serve(l)
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// behindProxies has the proxies that the options name say whom their connections are of, by the
// PROXY protocol, 1 or 2; those that say nothing may still say it by X-Forwarded-For.
func (s *Server) behindProxies(l net.Listener) net.Listener {
	if len(s.o.Proxies) == 0 {
		return l
	}
	return &proxyproto.Listener{
		Listener: l, ReadHeaderTimeout: headerTime,
		ConnPolicy: func(c proxyproto.ConnPolicyOptions) (proxyproto.Policy, error) {
			if s.trusted(hostOf(c.Upstream.String())) {
				return proxyproto.USE, nil
			}
			return proxyproto.SKIP, nil
		},
	}
}

// spare is the number of times as many connections may be open as there may be clients: a
// browser has some for the page.
const spare = 2

// gate is a listener that shuts out who has too many connections, before they have said
// anything.
type gate struct {
	net.Listener
	limits  Limits
	trusted func(host string) bool // a proxy, whose connections are of many
	mu      sync.Mutex
	sieve   *sieve
	in      int
	by      map[string]*caller
	sweep   int // how many addresses there may be before those are dropped that can be forgotten
}

func newGate(l net.Listener, limits Limits, trusted func(host string) bool) *gate {
	return &gate{Listener: l, limits: limits, trusted: trusted, sieve: newSieve(l), by: map[string]*caller{}}
}

// caller is an address whose connections a gate counts.
type caller struct {
	in     int
	fresh  bucket // new ones
	turned bucket // those that were turned away
}

var _ net.Listener = (*gate)(nil)

// Accept gives the next connection that is let in.
func (g *gate) Accept() (net.Conn, error) {
	for {
		c, err := g.Listener.Accept()
		if err != nil {
			return nil, err
		}
		host := hostOf(c.RemoteAddr().String())
		if g.admit(host) {
			return g.count(c, host), nil
		}
		_ = c.Close() // it is nobody's loss
		if c, host = g.drain(); c != nil {
			return g.count(c, host), nil
		}
	}
}

// admit counts a connection of a host, and reports whether it may stay.
func (g *gate) admit(host string) bool { return g.enter(origin(host), g.trusted(host), time.Now()) }

// count returns a connection that was let in, which is counted until it is closed.
func (g *gate) count(c net.Conn, host string) net.Conn {
	return &counted{Conn: c, leave: sync.OnceFunc(func() { g.leave(origin(host)) })}
}

// enter counts a connection, and reports whether it may stay: an address may open as many at once as two
// times those that it may have, and each second as many as its clients may be. Of one that does not heed
// that for long the system drops what comes.
func (g *gate) enter(address string, trusted bool, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	c := g.by[address]
	if c == nil {
		if len(g.by) >= max(g.sweep, minSweep) {
			maps.DeleteFunc(g.by, func(_ string, c *caller) bool { return c.in == 0 && c.fresh.full(now) })
			g.sweep = 2 * len(g.by)
		}
		most := 2 * spare * float64(g.limits.PerAddress)
		c = &caller{
			fresh:  bucket{rate: float64(g.limits.PerAddress), most: most, left: most, last: now},
			turned: bucket{rate: float64(g.limits.PerAddress), most: most, left: most, last: now},
		}
		g.by[address] = c
	}
	switch {
	case g.in >= spare*g.limits.Connections:
		return false
	case !trusted && (c.in >= spare*g.limits.PerAddress || !c.fresh.take(1, now)):
		if !c.turned.take(1, now) {
			g.sieve.drop(address)
		}
		return false
	}
	g.in++
	c.in++
	return true
}

func (g *gate) leave(address string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.in--
	g.by[address].in--
}

// counted is a connection that a gate counts until it is closed.
type counted struct {
	net.Conn
	leave func()
}

// Close closes the connection.
func (c *counted) Close() error {
	defer c.leave()
	return c.Conn.Close()
}
