package natsnode_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/thicket-sim/thicket/internal/study/natsnode"
)

func start(t *testing.T, o natsnode.Options) *natsnode.Node {
	t.Helper()
	n, err := natsnode.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Close)
	return n
}

func connected(t *testing.T, c *nats.Conn, err error) *nats.Conn {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// What one says the other hears, from inside the program and over the network.
func TestOneAsksAnother(t *testing.T) {
	n := start(t, natsnode.Options{})
	inside, err := n.Connect()
	connected(t, inside, err)
	outside, err := n.Address().Connect()
	connected(t, outside, err)
	if _, err := inside.Subscribe("ask", func(m *nats.Msg) { m.Respond(append([]byte("heard "), m.Data...)) }); err != nil {
		t.Fatal(err)
	}
	if err := inside.Flush(); err != nil {
		t.Fatal(err)
	}
	reply, err := outside.Request("ask", []byte("me"), time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	if string(reply.Data) != "heard me" {
		t.Errorf("the answer is %q", reply.Data)
	}
}

// A server is of this machine alone, and of who knows its token.
func TestStrangersStayOutside(t *testing.T) {
	n := start(t, natsnode.Options{})
	at, err := url.Parse(n.Address().URL)
	if err != nil {
		t.Fatal(err)
	}
	if at.Hostname() != "127.0.0.1" {
		t.Errorf("it listens at %s", at.Host)
	}
	for _, token := range []string{"", "guessed"} {
		address := n.Address()
		address.Token = token
		c, err := address.Connect()
		if err == nil {
			c.Close()
			t.Errorf("token %q is let in", token)
		} else if !strings.Contains(err.Error(), "Authorization Violation") {
			t.Errorf("token %q: %v", token, err)
		}
	}
	if other := start(t, natsnode.Options{}); other.Address().Token == n.Address().Token {
		t.Error("two servers have one token")
	}
}

// A folder keeps streams from one server to the next; without one there are none.
func TestAFolderKeepsStreams(t *testing.T) {
	folder := t.TempDir()
	for life := range 2 {
		n, err := natsnode.Start(natsnode.Options{Folder: folder, SyncAlways: true})
		if err != nil {
			t.Fatal(err)
		}
		c, err := n.Connect()
		connected(t, c, err)
		js, err := c.JetStream()
		if err != nil {
			t.Fatal(err)
		}
		if life == 0 {
			if _, err := js.AddStream(&nats.StreamConfig{Name: "KEPT", Subjects: []string{"kept"}}); err != nil {
				t.Fatal(err)
			}
			if _, err := js.Publish("kept", []byte("this")); err != nil {
				t.Fatal(err)
			}
		} else if m, err := js.GetMsg("KEPT", 1); err != nil {
			t.Error(err)
		} else if string(m.Data) != "this" {
			t.Errorf("kept %q", m.Data)
		}
		n.Close()
	}
	c, err := start(t, natsnode.Options{}).Connect()
	connected(t, c, err)
	js, err := c.JetStream(nats.MaxWait(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.AccountInfo(); err == nil {
		t.Error("without a folder there are streams")
	}
}

func TestAServerThatCannotStartSaysWhy(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := natsnode.Start(natsnode.Options{Folder: file}); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("a file as folder: %v", err)
	}
}

// Whose server is gone is told so, and who closes a connection is not.
func TestALostConnectionIsTold(t *testing.T) {
	n, err := natsnode.Start(natsnode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	lost := make(chan error, 2)
	address := n.Address()
	address.Lost = func(err error) { lost <- err }
	closed, err := address.Connect()
	connected(t, closed, err).Close()
	c, err := address.Connect()
	connected(t, c, err)
	n.Close()
	if err := <-lost; err == nil {
		t.Error("lost without a reason")
	}
	if len(lost) > 0 {
		t.Errorf("who closed a connection was told, too: %v", <-lost)
	}
	if _, err := address.Connect(); err == nil || !strings.Contains(err.Error(), address.URL) {
		t.Errorf("the server is closed, and connecting says %v", err)
	}
}

// A server that goes down while it is connected to, and comes back, is waited for.
func TestAServerThatHangsUpIsTriedAgain(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	back := make(chan *server.Server, 1)
	go func() {
		defer close(back)
		c, err := l.Accept()
		if err != nil {
			return
		}
		_ = c.(*net.TCPConn).SetLinger(0) // the other side is reset
		c.Close()
		l.Close()
		if s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, NoSigs: true}); err == nil {
			s.Start()
			back <- s
		}
	}()
	address := natsnode.Address{URL: "nats://" + l.Addr().String(), Reconnect: -1}
	c, err := address.Connect()
	if s := <-back; s != nil {
		defer s.Shutdown()
	}
	connected(t, c, err)
}

// A message is as long as the server was told that it may be.
func TestMessagesHaveALimit(t *testing.T) {
	c, err := start(t, natsnode.Options{MaxPayload: 4 << 20}).Connect()
	connected(t, c, err)
	if err := c.Publish("long", make([]byte, 4<<20)); err != nil {
		t.Error(err)
	}
	if err := c.Publish("long", make([]byte, 4<<20+1)); err == nil {
		t.Error("a longer one is sent")
	}
}

// A server elsewhere is connected to with its certificate, and with no other's.
func TestCertificates(t *testing.T) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	signed, err := x509.CreateCertificate(rand.Reader, about, about, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	roots := filepath.Join(t.TempDir(), "roots.pem")
	if err := os.WriteFile(roots, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed}), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true,
		TLSConfig: &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{signed}, PrivateKey: key}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	defer s.WaitForShutdown()
	defer s.Shutdown()
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server is not there")
	}
	c, err := natsnode.Address{URL: s.ClientURL(), Roots: roots}.Connect()
	connected(t, c, err)
	if _, err := (natsnode.Address{URL: s.ClientURL()}).Connect(); err == nil {
		t.Error("a server is trusted that nobody vouches for")
	}
	for what, address := range map[string]natsnode.Address{
		"credentials": {URL: s.ClientURL(), Roots: roots, Credentials: "nobody.creds"},
		"key":         {URL: s.ClientURL(), Roots: roots, Certificate: roots, Key: "nobody.key"},
	} {
		if _, err := address.Connect(); err == nil || !strings.Contains(err.Error(), "nobody") {
			t.Errorf("%s in no file: %v", what, err)
		}
	}
}
