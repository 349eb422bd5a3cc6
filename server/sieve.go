package server

import (
	"maps"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// sieve has the system drop what comes over a listener from addresses that open connections without end:
// the server does not even learn of such connections. It is renewed in the background.
type sieve struct {
	lasts time.Duration             // for how long an address is dropped
	set   func(shut []netip.Prefix) // has the system drop these, and no others; nil where it cannot
	mu    sync.Mutex
	shut  map[netip.Prefix]struct{}
}

// dropFor says how long the system drops what comes from an address. Then some of it comes through, and
// shows whether that goes on.
const dropFor = 10 * time.Second

// maxDropped is how many addresses the system drops at once. It looks through them for each packet.
const maxDropped = 64

func newSieve(l net.Listener) *sieve {
	return &sieve{lasts: dropFor, set: dropper(l), shut: map[netip.Prefix]struct{}{}}
}

// drop has the system drop what comes from an address, as [origin] returns it.
func (s *sieve) drop(address string) {
	if s.set == nil {
		return
	}
	from, ok := networkOf(address)
	if !ok {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, already := s.shut[from]; already || len(s.shut) >= maxDropped {
		return
	}
	s.shut[from] = struct{}{}
	s.renew()
	time.AfterFunc(s.lasts, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.shut, from)
		s.renew()
	})
}

// renew tells the system who is dropped; mu is held.
func (s *sieve) renew() {
	s.set(slices.Collect(maps.Keys(s.shut)))
}

// networkOf returns the network of an address as origin returns it; ok is false of a listener without
// addresses.
func networkOf(address string) (from netip.Prefix, ok bool) {
	if from, err := netip.ParsePrefix(address); err == nil {
		return from, true
	}
	a, err := netip.ParseAddr(address)
	if err != nil {
		return from, false
	}
	return netip.PrefixFrom(a, a.BitLen()), true
}
