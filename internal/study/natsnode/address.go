package natsnode

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"
)

// Address says where a server is, and what it wants of who connects. The empty fields are
// what it does not ask for.
type Address struct {
	URL         string // nats://host:port, or tls://host:port; several with commas between them
	Token       string
	Credentials string // a file with a user's token and key, as nsc writes it
	Roots       string // a PEM file with who signed the server's certificate
	Certificate string // PEM files of the certificate that is shown to the server, and of its key
	Key         string
	Reconnect   int // how often a lost connection is tried again; the connection ends after that

	// Notice is told when the connection is lost, and when it is there again. It may be nil.
	Notice func(string)
	// Lost is told when the connection has ended for good and nobody closed it. It may be nil.
	Lost func(error)
}

// String returns the URL without its passwords.
func (a Address) String() string {
	all := strings.Split(a.URL, ",")
	for i, one := range all {
		if u, err := url.Parse(strings.TrimSpace(one)); err == nil {
			all[i] = u.Redacted()
		}
	}
	return strings.Join(all, ",")
}

// greets says how long a server is waited for that hung up on somebody new, as one does that
// is killed just then. One that was never there is not waited for.
const greets = 10 * time.Second

// Connect connects to a server.
func (a Address) Connect() (*nats.Conn, error) { return a.connect() }

func (a Address) connect(more ...nats.Option) (*nats.Conn, error) {
	options := append(more, nats.Token(a.Token), nats.MaxReconnects(a.Reconnect))
	if a.Reconnect == 0 {
		options = append(options, nats.NoReconnect())
	}
	if a.Credentials != "" {
		options = append(options, nats.UserCredentials(a.Credentials))
	}
	if a.Roots != "" {
		options = append(options, nats.RootCAs(a.Roots))
	}
	if a.Certificate != "" || a.Key != "" {
		options = append(options, nats.ClientCert(a.Certificate, a.Key))
	}
	if a.Notice != nil {
		options = append(options,
			nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
				if err != nil {
					a.Notice("the connection to NATS at " + a.String() + " is lost: it is tried again")
				}
			}),
			nats.ReconnectHandler(func(*nats.Conn) { a.Notice("NATS at " + a.String() + " is there again") }))
	}
	if a.Lost != nil {
		options = append(options, nats.ClosedHandler(func(c *nats.Conn) {
			if err := c.LastError(); err != nil {
				a.Lost(err)
			}
		}))
	}
	c, err := nats.Connect(a.URL, options...)
	if hungUp := errors.Is(err, syscall.ECONNRESET) || errors.Is(err, io.EOF); hungUp && a.Reconnect != 0 {
		for end := time.Now().Add(greets); err != nil && time.Now().Before(end); {
			time.Sleep(greets / 100)
			c, err = nats.Connect(a.URL, options...)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("connect to NATS at %v: %w", a, err)
	}
	return c, nil
}
