package server

import (
	"errors"
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
// key are given, as files. Who is slow with a request is cut off, and one address has so many
// connections at most, also such as never ask for anything.
func (s *Server) Serve(l net.Listener, cert, key string) error {
	h := &http.Server{Handler: s, ReadHeaderTimeout: headerTime, ReadTimeout: bodyTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHeader}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return errors.Join(errors.New("the server has closed"), l.Close())
	}
	s.listening = append(s.listening, h)
	s.mu.Unlock()
	l = s.behindProxies(&gate{Listener: l, limits: s.o.Limits, trusted: s.trusted, by: map[string]int{}})
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
	in      int
	by      map[string]int
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
		address := origin(host)
		if g.enter(address, g.trusted(host)) {
			return &counted{Conn: c, leave: sync.OnceFunc(func() { g.leave(address) })}, nil
		}
		_ = c.Close() // it is nobody's loss
	}
}

func (g *gate) enter(address string, trusted bool) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.in >= spare*g.limits.Connections || !trusted && g.by[address] >= spare*g.limits.PerAddress {
		return false
	}
	g.in++
	g.by[address]++
	return true
}

func (g *gate) leave(address string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.in--
	if g.by[address]--; g.by[address] == 0 {
		delete(g.by, address)
	}
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
