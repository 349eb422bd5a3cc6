package server

import (
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"os"
	"testing"
	"time"
)

// sifted listens at an address of this machine by a gate, for 1 connection of an address, and forgets floods soon.
func sifted(t *testing.T, at string) (*gate, string) {
	t.Helper()
	plain := net.ListenConfig{}
	plain.SetMultipathTCP(false)
	l, err := plain.Listen(context.Background(), "tcp", at)
	if err != nil {
		t.Skipf("nobody can listen at %s: %v", at, err)
	}
	t.Cleanup(func() { l.Close() })
	g := newGate(l, Limits{PerAddress: 1}.orDefaults(), func(string) bool { return false })
	if g.sieve.set == nil {
		t.Fatal("the system does not filter")
	}
	return g, l.Addr().String()
}

// reaches reports whether a connection from an address is made at once.
func reaches(t *testing.T, from, to string) bool {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}, Timeout: 300 * time.Millisecond}
	c, err := d.Dial("tcp", to)
	if err != nil {
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			var timed net.Error
			if !errors.As(err, &timed) || !timed.Timeout() {
				t.Fatal(err)
			}
		}
		return false
	}
	c.Close()
	return true
}

// The system drops what comes from an address that connects without end, and from no other, until it has
// been quiet for a while.
func TestTheSystemDropsWhoConnectsWithoutEnd(t *testing.T) {
	t.Parallel()
	g, to := sifted(t, "127.0.0.1:0")
	g.sieve.lasts = 2 * time.Second
	old, err := from("127.0.0.2").Dial("tcp", to)
	if err != nil {
		t.Skipf("there is one address alone here: %v", err)
	}
	defer old.Close()
	in, err := g.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	go func() {
		for {
			c, err := g.Accept()
			if err != nil {
				return
			}
			c.Close()
		}
	}()
	n := 0
	for began := time.Now(); reaches(t, "127.0.0.2", to); n++ {
		if time.Since(began) > 30*time.Second {
			t.Fatalf("%d connections were taken", n)
		}
	}
	if n < 2*2*spare {
		t.Errorf("dropped after %d connections", n)
	}
	if !reaches(t, "127.0.0.3", to) {
		t.Error("another address is dropped, too")
	}
	_, _ = io.WriteString(old, "hello")
	said := make([]byte, 5)
	_ = in.SetReadDeadline(time.Now().Add(time.Minute)) // of an open connection
	if _, err := io.ReadFull(in, said); err != nil {
		t.Errorf("a connection that was let in before: %v", err)
	}
	for began := time.Now(); !reaches(t, "127.0.0.2", to); {
		if time.Since(began) > 30*time.Second {
			t.Fatal("it is dropped for good")
		}
	}
}

// Networks of IPv6 are dropped, too, and a listener for both kinds of addresses tells them apart.
func TestTheSystemDropsNetworks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		at, from string
		shut     []string
		reached  bool
	}{
		{"[::1]:0", "::1", []string{"::/64"}, false},
		{"[::1]:0", "::1", []string{"0:0:0:1::/64", "0:1::/64", "127.0.0.1/32"}, true},
		{"[::1]:0", "::1", []string{"2001:db8::/64", "10.0.0.1/32", "::/64"}, false},
		{":0", "127.0.0.1", []string{"2001:db8::/64", "127.0.0.1/32"}, false},
		{":0", "127.0.0.1", []string{"::/64", "127.0.0.2/32"}, true},
		{"127.0.0.1:0", "127.0.0.1", nil, true},
	} {
		g, at := sifted(t, c.at)
		_, port, _ := net.SplitHostPort(at)
		to := net.JoinHostPort(c.from, port)
		var shut []netip.Prefix
		for _, text := range c.shut {
			shut = append(shut, netip.MustParsePrefix(text))
		}
		g.sieve.set(shut)
		if got := reaches(t, c.from, to); got != c.reached {
			t.Errorf("from %s to %s without %v: reached %v", c.from, c.at, c.shut, got)
		}
	}
}

// Of more addresses than the system looks through, the first are dropped.
func TestFewAddressesAreDroppedAtOnce(t *testing.T) {
	t.Parallel()
	var last []netip.Prefix
	s := newSieve(nil)
	s.lasts, s.set = time.Minute, func(shut []netip.Prefix) { last = shut }
	for i := range 2 * maxDropped {
		s.drop(netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)}).String())
		s.drop("@")
	}
	if len(last) != maxDropped {
		t.Errorf("%d are dropped, wanted %d", len(last), maxDropped)
	}
}
