//go:build !js

package server

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/internal/ground/wire"
)

func TestWhatIsOneAddress(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.7":          "192.0.2.7",
		"::ffff:192.0.2.7":   "192.0.2.7",
		"2001:db8:1:2::1":    "2001:db8:1:2::/64",
		"2001:db8:1:2:a::":   "2001:db8:1:2::/64",
		"2001:db8:1:3::1":    "2001:db8:1:3::/64",
		"fe80::1%eth0":       "fe80::/64",
		"":                   "",
		"@":                  "@", // of a Unix socket
		"192.0.2.7.8":        "192.0.2.7.8",
		"0:0:0:0:0:0:0:0:::": "0:0:0:0:0:0:0:0:::",
	} {
		if got := origin(address); got != want {
			t.Errorf("%s counts as %s, wanted %s", address, got, want)
		}
	}
}

// X-Forwarded-For is believed from a proxy that was named alone, as far as proxies wrote it.
func TestWhomProxiesSpeakFor(t *testing.T) {
	s, err := New(Options{Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ from, said, want string }{
		{"203.0.113.9:1234", "192.0.2.1", "203.0.113.9"},
		{"10.0.0.1:1234", "", "10.0.0.1"},
		{"10.0.0.1:1234", "192.0.2.1", "192.0.2.1"},
		{"10.0.0.1:1234", "198.51.100.1, 192.0.2.1", "192.0.2.1"},
		{"10.0.0.1:1234", "192.0.2.1, 10.0.0.2", "192.0.2.1"},
		{"10.0.0.1:1234", "192.0.2.1, unknown, 10.0.0.2", "10.0.0.2"},
		{"[fd00::1]:1234", "2001:db8::5", "2001:db8::/64"},
		{"[::ffff:10.0.0.1]:1234", "[2001:db8::5]:99", "2001:db8::/64"},
	} {
		r, err := http.NewRequest("GET", "/", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.RemoteAddr = c.from
		if c.said != "" {
			r.Header.Set("X-Forwarded-For", c.said)
		}
		if got := s.addressOf(r); got != c.want {
			t.Errorf("%s for %q counts as %s, wanted %s", c.from, c.said, got, c.want)
		}
	}
}

// from dials from an address of this machine.
func from(address string) *net.Dialer {
	return &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
}

// player comes in from an address of this machine.
func player(t *testing.T, server, address, name string) *client {
	t.Helper()
	conn, _, err := websocket.Dial(context.Background(), "ws://"+server+"/ws/chase", &websocket.DialOptions{
		Subprotocols: []string{Protocol}, HTTPClient: &http.Client{Transport: &http.Transport{DialContext: from(address).DialContext}},
	})
	if err != nil {
		t.Skipf("there is one address alone here: %v", err)
	}
	t.Cleanup(func() { conn.CloseNow() })
	c := &client{T: t, Conn: conn, has: map[uint32]*wire.Scene{}}
	c.send(`{"type":"hello","role":"player","name":"` + name + `"}`)
	return c
}

// frame returns a frame of a client, RFC 6455, 5.2, masked by nothing.
func frame(first byte, payload int) []byte {
	b := []byte{first, 0x80 | byte(payload)}
	if payload > 125 {
		b = binary.BigEndian.AppendUint16([]byte{first, 0x80 | 126}, uint16(payload))
	}
	return append(b, make([]byte, 4+payload)...)
}

// What a client sends that is not counted as a message floods, too: it is cut off and its address
// shut out, without a wait for what it says to that, while a player from elsewhere plays on.
func TestFloodsOfFrames(t *testing.T) {
	for name, sent := range map[string][]byte{
		"empty pings":              frame(0x89, 0),
		"full pings":               frame(0x89, 125),
		"pongs that nobody wanted": frame(0x8a, 0),
		"empty parts of a message": frame(0x00, 0),
		"long messages":            frame(0x81, 60_000),
		"messages":                 frame(0x81, 40),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, address := listen(t, Options{Limits: Limits{Frames: 400, Messages: 50, Intake: 1 << 18}}, "", "")
			honest := player(t, address, "127.0.0.2", "Ann")
			honest.until("welcome")
			c, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			_, _ = io.WriteString(c, handshake)
			in := bufio.NewReader(c)
			if answer, err := http.ReadResponse(in, nil); err != nil || answer.StatusCode != http.StatusSwitchingProtocols {
				t.Fatalf("%v, %v", answer, err)
			}
			hello := `{"type":"hello","role":"watcher","name":"flood"}`
			_, _ = c.Write(append(frame(0x81, 0)[:1], append([]byte{0x80 | byte(len(hello)), 0, 0, 0, 0}, hello...)...))
			if sent[0] == 0 {
				_, _ = c.Write(frame(0x01, 0)) // the message that the parts are of
			}
			go func() { _, _ = io.Copy(io.Discard, in) }() // so that the server can write
			n := 0
			_ = c.SetWriteDeadline(time.Now().Add(time.Minute)) // of an open connection
			for err = nil; err == nil && n < 1<<20; n++ {
				_, err = c.Write(sent)
			}
			if err == nil {
				t.Fatalf("%d frames went through", n)
			}
			// What is in buffers on the way is not the server's.
			if _, flooding := s.door.barred(time.Now()); flooding != 1 {
				t.Error("the address of the flood is not barred")
			}
			if _, answer, err := websocket.Dial(context.Background(), "ws://"+address+"/ws/chase", &websocket.DialOptions{Subprotocols: []string{Protocol}}); err == nil || answer.StatusCode != http.StatusTooManyRequests {
				t.Errorf("the address comes in again: %v, %v", answer, err)
			}
			honest.until("frame")
			other := player(t, address, "127.0.0.3", "Ben")
			other.until("welcome")
		})
	}
}

// One address has so many seats, also of connections that it has dropped, and none of its lost
// seats keeps somebody else out.
func TestSeatsByAddress(t *testing.T) {
	_, address := listen(t, Options{Limits: Limits{Seats: 5, Players: 8}}, "", "")
	for i := range 40 { // says hello, is seated and drops the connection
		c := player(t, address, "127.0.0.1", fmt.Sprint("flood ", i))
		c.until("welcome")
		c.CloseNow()
	}
	for i := range 6 {
		player(t, address, "127.0.0.2", fmt.Sprint("honest ", i)).until("welcome")
		if i == 4 {
			break
		}
	}
	if got := player(t, address, "127.0.0.2", "one more").fails(); !strings.Contains(got, "your address") {
		t.Errorf("a sixth player of an address that has five seats: %q", got)
	}
	player(t, address, "127.0.0.3", "another").until("welcome")
}

// A proxy that was named says whom a connection is of by the PROXY protocol, and nobody else does.
func TestTheProxyProtocol(t *testing.T) {
	for _, c := range []struct {
		proxies []netip.Prefix
		want    string
	}{{[]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, "192.0.2.9"}, {[]netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}, ""}} {
		s, address := listen(t, Options{Proxies: c.proxies}, "", "")
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		_, _ = io.WriteString(conn, "PROXY TCP4 192.0.2.9 127.0.0.1 5555 80\r\n"+handshake)
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if c.want == "" {
			if err == nil && answer.StatusCode == http.StatusSwitchingProtocols {
				t.Error("somebody else is believed")
			}
			continue
		}
		if err != nil || answer.StatusCode != http.StatusSwitchingProtocols {
			t.Fatalf("%v, %v", answer, err)
		}
		s.door.mu.Lock()
		if v := s.door.by[c.want]; v == nil || v.in != 1 {
			t.Errorf("nobody is in from %s", c.want)
		}
		s.door.mu.Unlock()
	}
}

// A meter counts frames however they come.
func TestFramesAreCounted(t *testing.T) {
	var all []byte
	for _, n := range []int{0, 1, 125, 126, 60_000, 3} {
		all = append(all, frame(0x82, n)...)
	}
	all = append(all, 0x82, 0x80|127, 0, 0, 0, 0, 0, 0, 0, 4, 1, 2, 3, 4, 9, 9, 9, 9)
	all = append(all, 0x8a, 0) // without a mask, which clients must not send
	for _, piece := range []int{1, 2, 3, 7, 1000, len(all)} {
		m := &meter{}
		n := 0
		for rest := all; len(rest) > 0; {
			k := min(piece, len(rest))
			n += m.frames(rest[:k])
			rest = rest[k:]
		}
		if n != 8 || m.has != 0 || m.payload != 0 {
			t.Errorf("in pieces of %d bytes: %d frames, %d bytes of a head and %d of a payload over", piece, n, m.has, m.payload)
		}
	}
}

// A room whose file is damaged is set aside, and the others go on.
func TestADamagedRoomIsSetAside(t *testing.T) {
	dir, log := t.TempDir(), ""
	o := Options{SaveDir: dir, Log: func(text string) { log += text + "\n" }}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"good", "bad"} {
		game, err := thicket.Start("chase.yaml", []byte(chase), thicket.Options{})
		if err == nil {
			err = s.Open(name, game)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(dir, "bad.room")
	if err := os.Truncate(bad, 100); err != nil {
		t.Fatal(err)
	}
	if s, err = New(o); err != nil {
		t.Fatal(err)
	}
	defer s.Close(context.Background())
	names, err := s.Restore(thicket.Options{})
	if err != nil || len(names) != 1 || names[0] != "good" {
		t.Errorf("%v, %v", names, err)
	}
	if info, err := os.Stat(bad + ".aside"); err != nil || info.Size() != 100 {
		t.Errorf("the damaged file: %v", err)
	}
	if !strings.Contains(log, bad) || !strings.Contains(log, ".aside") {
		t.Errorf("the log has %q", log)
	}
}

// Connections of an address that come one after the other are as few as its people need; those of others are let in.
func TestConnectionsOneAfterTheOther(t *testing.T) {
	t.Parallel()
	d := door{limits: Limits{PerAddress: 10}.orDefaults(), by: map[string]*visitor{}}
	now, in := time.Unix(1000, 0), 0
	for range 100 {
		if d.enter("10.0.0.1", now) == nil {
			in++
			d.leave("10.0.0.1", now)
		}
	}
	if in != 20 {
		t.Errorf("%d of 100 connections at once came in, wanted 20", in)
	}
	if refused := d.enter("10.0.0.1", now.Add(900*time.Millisecond)); refused == nil || refused.status != http.StatusTooManyRequests {
		t.Errorf("less than a second later: %v", refused)
	}
	if refused := d.enter("10.0.0.1", now.Add(2*time.Second)); refused != nil {
		t.Errorf("two seconds later: %v", refused)
	}
	if refused := d.enter("10.0.0.2", now); refused != nil {
		t.Errorf("another address: %v", refused)
	}
}

// A gate shuts out an address that opens connections without end, whatever it does with them, and
// forgets addresses that are gone.
func TestGatesShutOutWhoConnectsWithoutEnd(t *testing.T) {
	t.Parallel()
	g := newGate(nil, Limits{PerAddress: 10, Connections: 1000}.orDefaults(), nil)
	now, in := time.Unix(1000, 0), 0
	for range 1000 {
		if g.enter("10.0.0.1", false, now) {
			in++
			g.leave("10.0.0.1")
		}
	}
	if in != 40 {
		t.Errorf("%d of 1,000 connections at once came in, wanted 40", in)
	}
	if !g.enter("10.0.0.1", false, now.Add(150*time.Millisecond)) || g.enter("10.0.0.1", false, now.Add(151*time.Millisecond)) {
		t.Error("a tenth of a second later not one more came in")
	}
	if !g.enter("10.0.0.2", false, now) || !g.enter("10.0.0.1", true, now) {
		t.Error("another address, or a proxy, was shut out")
	}
	for i := range 10_000 {
		address := fmt.Sprint("address ", i)
		if now = now.Add(10 * time.Millisecond); g.enter(address, false, now) {
			g.leave(address)
		}
	}
	if len(g.by) > 2*minSweep {
		t.Errorf("%d addresses are remembered", len(g.by))
	}
}

// A gate closes the connections that wait of who is shut out, and lets in who waits behind them.
func TestGatesLetInWhoWaitsBehindAFlood(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	g := newGate(l, Limits{PerAddress: 1}.orDefaults(), func(string) bool { return false })
	dial := func(address string) net.Conn {
		c, err := from(address).Dial("tcp", l.Addr().String())
		if err != nil {
			t.Skipf("there is one address alone here: %v", err)
		}
		t.Cleanup(func() { c.Close() })
		return c
	}
	var flood []net.Conn
	for range 50 {
		flood = append(flood, dial("127.0.0.2"))
	}
	if _, err := io.WriteString(dial("127.0.0.3"), "hello"); err != nil {
		t.Fatal(err)
	}
	for in := 0; ; in++ {
		c, err := g.Accept()
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if hostOf(c.RemoteAddr().String()) != "127.0.0.3" {
			if in == spare {
				t.Fatal("too many connections of the flood came in")
			}
			continue
		}
		said := make([]byte, 5)
		if _, err := io.ReadFull(c, said); err != nil || string(said) != "hello" || in != spare {
			t.Errorf("%q, %v after %d of the flood", said, err, in)
		}
		_ = c.Close()
		break
	}
	for i, c := range flood[spare:] {
		_ = c.SetReadDeadline(time.Now().Add(time.Minute)) // of an open connection
		if _, err := c.Read(make([]byte, 1)); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("connection %d of the flood is open", i)
		}
	}
	if g.in != spare || g.by["127.0.0.3"].in != 0 {
		t.Errorf("%d are counted, and %d of who has left", g.in, g.by["127.0.0.3"].in)
	}
}
