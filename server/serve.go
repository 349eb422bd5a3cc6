package server

import (
	"errors"
	"net"
	"net/http"
	"sync"
	"time"
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
	l = &gate{Listener: l, limits: s.o.Limits, by: map[string]int{}}
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

// spare is the number of times as many connections may be open as there may be clients: a
// browser has some for the page.
const spare = 2

// gate is a listener that shuts out who has too many connections, before they have said
// anything.
type gate struct {
	net.Listener
	limits Limits
	mu     sync.Mutex
	in     int
	by     map[string]int
}

var _ net.Listener = (*gate)(nil)

// Accept gives the next connection that is let in.
func (g *gate) Accept() (net.Conn, error) {
	for {
		c, err := g.Listener.Accept()
		if err != nil {
			return nil, err
		}
		address := c.RemoteAddr().String()
		if host, _, err := net.SplitHostPort(address); err == nil {
			address = host
		}
		if g.enter(address) {
			return &counted{Conn: c, leave: sync.OnceFunc(func() { g.leave(address) })}, nil
		}
		_ = c.Close() // it is nobody's loss
	}
}

func (g *gate) enter(address string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.in >= spare*g.limits.Connections || g.by[address] >= spare*g.limits.PerAddress {
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
