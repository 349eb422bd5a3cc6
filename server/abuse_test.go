//go:build !js

package server

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	mathrand "math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/internal/ground/wire"
)

// listen has a server listen on a port of its own.
func listen(t *testing.T, o Options, cert, key string) (s *Server, address string) {
	t.Helper()
	o.Token = secret
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	game, err := thicket.Start("chase.yaml", []byte(chase), thicket.Options{})
	if err == nil {
		err = s.Open("chase", game)
	}
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	over := make(chan error, 1)
	go func() { over <- s.Serve(l, cert, key) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := s.Close(ctx); err != nil {
			t.Errorf("connections are left: %v", err)
		}
		if err := <-over; err != nil {
			t.Error(err)
		}
	})
	return s, l.Addr().String()
}

// ended reads until the other end closes, and fails where it does not.
func ended(t *testing.T, c net.Conn) string {
	t.Helper()
	if err := c.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(c)
	if e, ok := err.(net.Error); ok && e.Timeout() {
		t.Fatal("the connection is still there")
	}
	return string(text)
}

// One address has so many connections, also such as say nothing, and others get in.
func TestAFloodOfConnections(t *testing.T) {
	_, address := listen(t, Options{Limits: Limits{PerAddress: 10, Connections: 100}}, "", "")
	var all []net.Conn
	defer func() {
		for _, c := range all {
			c.Close()
		}
	}()
	shut := 0
	for range 200 {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	for _, c := range all[spare*10:] {
		if ended(t, c); true {
			shut++
		}
	}
	if shut != 200-spare*10 {
		t.Errorf("%d of 200 connections were shut out", shut)
	}
	// The others are still there: nobody has waited for the time that a request may take.
	_ = all[0].SetReadDeadline(time.Now().Add(50 * time.Millisecond)) // of an open connection
	if _, err := all[0].Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("one of those that were let in has ended, too: %v", err)
	}
	from := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}}
	other := &http.Client{Transport: &http.Transport{DialContext: from.DialContext}}
	answer, err := other.Get("http://" + address + "/healthz")
	if err != nil {
		t.Skipf("there is one address alone here: %v", err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		t.Errorf("another address gets %d", answer.StatusCode)
	}
	other.CloseIdleConnections()
	for _, c := range all {
		c.Close()
	}
	for range 6000 { // whoever has gone makes room
		if answer, err := http.Get("http://" + address + "/healthz"); err == nil {
			answer.Body.Close()
			http.DefaultClient.CloseIdleConnections()
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("the address is still shut out after its connections have ended")
}

// handshake asks for the WebSocket of the room.
const handshake = "GET /ws/chase HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
	"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Protocol: " + Protocol + "\r\n\r\n"

// attempts counts what became of connections.
type attempts struct{ refused, shut, let, failed atomic.Int64 }

// attempt opens a connection, asks for the room or for nothing, and closes it.
func (a *attempts) attempt(address string, asks bool) {
	c, err := net.Dial("tcp", address)
	if err != nil {
		a.failed.Add(1)
		return
	}
	defer c.Close()
	_ = c.(*net.TCPConn).SetLinger(0) // so that no port is kept for it
	if !asks {
		return
	}
	_ = c.SetDeadline(time.Now().Add(10 * time.Second)) // of an open connection
	_, _ = io.WriteString(c, handshake)                 // it may be shut already
	switch line, err := bufio.NewReader(c).ReadString('\n'); {
	case err != nil:
		a.shut.Add(1)
	case strings.Contains(line, " 429 "):
		a.refused.Add(1)
	default:
		a.let.Add(1)
	}
}

// heap returns how many bytes are in use.
func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // what the first one finalised
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// Ten thousand connections of an address that has all that it may, two hundred at once: none gets
// in, the first ones are told why and the others shut out at the door, nothing of them is left, and a
// player who was there goes on.
func TestTenThousandConnections(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const all, atOnce = 10_000, 200
	s, address := listen(t, Options{Limits: Limits{PerAddress: 20}}, "", "")
	from := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}}
	conn, _, err := websocket.Dial(context.Background(), "ws://"+address+"/ws/chase", &websocket.DialOptions{
		Subprotocols: []string{Protocol}, HTTPClient: &http.Client{Transport: &http.Transport{DialContext: from.DialContext}},
	})
	if err != nil {
		t.Skipf("there is one address alone here: %v", err)
	}
	defer conn.CloseNow()
	player := &client{T: t, Conn: conn, has: map[uint32]*wire.Scene{}}
	player.send(`{"type":"hello","role":"player","name":"Ann"}`)
	you := uint32(player.until("welcome")["you"].(float64))
	player.until("frame")
	for range 20 {
		c := dial(t, "http://"+address, `{"type":"hello","role":"watcher","name":"w"}`)
		c.until("frame") // all that serves it runs by then, and is counted below
		go func() {
			for err := error(nil); err == nil; {
				_, _, err = c.Read(context.Background())
			}
		}()
	}
	for s.door.inside() < 21 {
		player.until("frame")
	}
	goroutines, bytes, began, tick := runtime.NumGoroutine(), heap(), time.Now(), player.now.Tick
	var a attempts
	var flood sync.WaitGroup
	for worker := range atOnce {
		flood.Go(func() {
			for i := worker; i < all; i += atOnce {
				a.attempt(address, i%4 > 0)
			}
		})
	}
	over := make(chan struct{})
	go func() {
		flood.Wait()
		close(over)
	}()
	for waiting := true; waiting; {
		player.until("frame")
		select {
		case <-over:
			waiting = false
		default:
		}
	}
	took := time.Since(began)
	if n := a.refused.Load(); n < 20 || a.shut.Load() < all/2 || a.let.Load()+a.failed.Load() > 0 {
		t.Errorf("%d were told that they are too many, %d shut out, %d let in, %d failed", n, a.shut.Load(), a.let.Load(), a.failed.Load())
	}
	played := float64(player.now.Tick-tick) / chaseRate / took.Seconds()
	t.Logf("%v: %d told, %d shut out; the game went at %.2f of its speed", took, a.refused.Load(), a.shut.Load(), played)
	if played < 0.1 {
		t.Errorf("meanwhile the game went at %.2f of its speed", played)
	}
	player.send(`{"type":"ping","n":7}`)
	player.until("pong")
	if len(player.now.Bodies) < 1 || !slices.ContainsFunc(player.now.Bodies, func(b wire.Body) bool { return b.ID == you }) {
		t.Error("the player does not see itself any more")
	}
	for range 6000 {
		if runtime.NumGoroutine() <= goroutines+2 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > goroutines+2 {
		t.Errorf("%d goroutines, and %d before", n, goroutines)
	}
	if now := heap(); now > bytes+4<<20 {
		t.Errorf("%d bytes are in use, and %d before", now, bytes)
	}
	if n := s.door.inside(); n != 21 {
		t.Errorf("%d connections are counted, wanted 21", n)
	}
}

// Headers that come drop by drop end their connection, and so do a hello that does not come
// and bodies and headers that are too long.
func TestSlowAndLongRequests(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for seconds")
	}
	_, address := listen(t, Options{}, "", "")
	for name, c := range map[string]struct{ text, want string }{
		"half a header": {"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: ", ""},
		"nothing":       {"", ""},
		"a long header": {"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: " + strings.Repeat("x", 2*maxHeader) + "\r\n\r\n", "431 Request Header Fields Too Large"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conn, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			if _, err := io.WriteString(conn, c.text); err != nil {
				t.Fatal(err)
			}
			if got := ended(t, conn); !strings.Contains(got, c.want) {
				t.Errorf("answered %q, wanted %q", got, c.want)
			}
		})
	}
	t.Run("no hello", func(t *testing.T) {
		t.Parallel()
		conn, _, err := websocket.Dial(context.Background(), "ws://"+address+"/ws/chase", &websocket.DialOptions{Subprotocols: []string{Protocol}})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if _, _, err := conn.Read(ctx); err == nil || ctx.Err() != nil {
			t.Errorf("a client that says nothing got %v", err)
		}
	})
}

// Slow bodies and idle connections end by the times of the server of the Go library, and it has them.
func TestSlowBodiesEnd(t *testing.T) {
	s, address := listen(t, Options{}, "", "")
	ask(t, "GET", "http://"+address+"/healthz", "", "") // it listens now
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, h := range s.listening {
		if h.ReadHeaderTimeout != headerTime || h.ReadTimeout != bodyTime || h.IdleTimeout != idleTime || h.MaxHeaderBytes != maxHeader {
			t.Errorf("the times are %v, %v and %v, and the longest header is %d", h.ReadHeaderTimeout, h.ReadTimeout, h.IdleTimeout, h.MaxHeaderBytes)
		}
	}
}

// Whatever comes over a socket: it ends that connection at most, nothing is left of it, and
// somebody else goes on as before.
func TestAbuseOfASocket(t *testing.T) {
	s, url := serve(t, Options{Limits: Limits{PerAddress: 1000, Failures: 1000}})
	other := dial(t, url, `{"type":"hello","role":"watcher","name":"w"}`)
	other.until("frame")
	before := runtime.NumGoroutine()
	hello := `{"type":"hello","role":"player","name":"x"}`
	random := mathrand.New(mathrand.NewPCG(1, 9))
	garbage := make([]byte, 3000)
	for i := range garbage {
		garbage[i] = byte(random.Uint32())
	}
	text, binary := websocket.MessageText, websocket.MessageBinary
	type message struct {
		kind websocket.MessageType
		data string
	}
	cases := map[string][]message{
		"random text":        {{text, hello}, {text, string(garbage)}},
		"random bytes":       {{text, hello}, {binary, string(garbage)}},
		"a random hello":     {{text, string(garbage)}},
		"a binary hello":     {{binary, hello}},
		"two hellos":         {{text, hello}, {text, hello}},
		"an early ack":       {{text, `{"type":"ack","frame":1}`}},
		"oversized":          {{text, hello}, {text, `{"type":"say","text":"` + strings.Repeat("x", 1<<17) + `"}`}},
		"an oversized hello": {{text, `{"type":"hello","role":"player","name":"` + strings.Repeat("x", 1<<17) + `"}`}},
		"deeply nested":      {{text, hello}, {text, `{"type":"do","n":1,"command":` + strings.Repeat("[", 30000) + strings.Repeat("]", 30000) + `}`}},
		"truncated":          {{text, hello}, {text, `{"type":"steer","x":1,`}},
		"no UTF-8":           {{text, hello}, {text, "{\"type\":\"say\",\"text\":\"\xff\xfe\"}"}},
		"numbers":            {{text, hello}, {text, `{"type":"steer","x":1e999,"y":-0}`}, {text, `{"type":"steer","x":1e308,"y":1e308}`}},
		"a master's":         {{text, hello}, {text, `{"type":"do","n":1,"command":{"do":"remove","class":"cat"}}`}, {text, `{"type":"speed","times":16}`}},
	}
	for name, messages := range cases {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		conn, _, err := websocket.Dial(ctx, url+"/ws/chase", &websocket.DialOptions{Subprotocols: []string{Protocol}})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, m := range messages {
			if conn.Write(ctx, m.kind, []byte(m.data)) != nil {
				break // the server has ended it
			}
		}
		conn.SetReadLimit(1 << 20)
		for range 5 {
			if _, _, err := conn.Read(ctx); err != nil {
				break
			}
		}
		conn.Close(websocket.StatusNormalClosure, "")
		cancel()
	}
	for range 30 {
		other.until("frame")
	}
	f := s.room("chase").Figures()
	if f.Failures != 0 || len(other.now.Bodies) < 4 {
		t.Errorf("%d panics, %d bodies", f.Failures, len(other.now.Bodies))
	}
	for range 6000 {
		if runtime.NumGoroutine() <= before+2 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, and %d before", runtime.NumGoroutine(), before)
}

// certificate writes one for 127.0.0.1 that signs itself.
func certificate(t *testing.T) (cert, key string, pool *x509.CertPool) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, about, about, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secretPart, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cert, key = filepath.Join(dir, "c.pem"), filepath.Join(dir, "k.pem")
	public := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	for file, text := range map[string][]byte{cert: public, key: pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secretPart})} {
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pool = x509.NewCertPool()
	pool.AppendCertsFromPEM(public)
	return cert, key, pool
}

func TestTLS(t *testing.T) {
	cert, key, pool := certificate(t)
	_, address := listen(t, Options{}, cert, key)
	web := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}}
	defer web.CloseIdleConnections()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, "wss://"+address+"/ws/chase", &websocket.DialOptions{Subprotocols: []string{Protocol}, HTTPClient: web})
	if err != nil {
		t.Fatal(err)
	}
	c := &client{T: t, Conn: conn}
	c.send(`{"type":"hello","role":"watcher","name":"w"}`)
	if w := c.until("welcome"); w["room"] != "chase" {
		t.Errorf("welcomed with %v", w)
	}
	conn.CloseNow()
	answer, err := http.Get("http://" + address + "/healthz")
	if err == nil {
		answer.Body.Close()
		if answer.StatusCode == http.StatusOK {
			t.Error(fmt.Sprint("without TLS the server answers ", answer.Status))
		}
	}
}
