package natsnode

import (
	"crypto/rand"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// startTime says how long a server may take to be there: it reads the streams of its folder.
const startTime = time.Minute

// Options holds the settings of a server.
type Options struct {
	Folder     string // where JetStream keeps its streams; without one there is no JetStream
	SyncAlways bool   // what JetStream confirms is on the disk, whatever becomes of the machine
	MaxPayload int    // the longest message, in bytes; 0 is the server's default of 1 MiB
	MaxPending int64  // how many bytes may wait for one reader, who is thrown out beyond that; 0: 64 MiB
}

// Node is a server inside this program.
type Node struct {
	server  *server.Server
	address Address
}

// Start starts a server, which is there when Start returns.
func Start(o Options) (*Node, error) {
	what, token := "NATS server", rand.Text()
	if o.Folder != "" {
		what += " in " + o.Folder
	}
	s, err := server.NewServer(&server.Options{
		Host:                   "127.0.0.1",
		Port:                   server.RANDOM_PORT,
		Authorization:          token,
		NoSigs:                 true,
		DisableJetStreamBanner: true,
		JetStream:              o.Folder != "",
		StoreDir:               o.Folder,
		SyncAlways:             o.SyncAlways,
		MaxPayload:             int32(o.MaxPayload),
		MaxPending:             o.MaxPending,
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	failed := &failure{told: make(chan struct{})}
	s.SetLogger(failed, false, false)
	ready := make(chan bool, 1)
	go func() {
		s.Start()
		ready <- s.ReadyForConnections(startTime)
	}()
	select {
	case ok := <-ready:
		if ok {
			return &Node{s, Address{URL: s.ClientURL(), Token: token}}, nil
		}
		err = fmt.Errorf("%s: not there after %v", what, startTime)
	case <-failed.told:
		err = fmt.Errorf("%s: %w", what, failed.err)
	}
	s.Shutdown()
	s.WaitForShutdown()
	return nil, err
}

// Address returns the address to which another process connects.
func (n *Node) Address() Address { return n.address }

// Connect connects to the server from inside this program, past the network.
func (n *Node) Connect() (*nats.Conn, error) {
	return n.address.connect(nats.InProcessServer(n.server))
}

// Close ends the server, and returns when nothing of it runs any more. Its connections are
// closed; what JetStream confirmed is in the folder.
func (n *Node) Close() {
	n.server.Shutdown()
	n.server.WaitForShutdown()
}

// failure is the log of a server: it keeps why the server could not start, and nothing else.
type failure struct {
	once sync.Once
	told chan struct{}
	err  error
}

var _ server.Logger = (*failure)(nil)

func (f *failure) Fatalf(format string, v ...any) {
	f.once.Do(func() {
		f.err = fmt.Errorf(format, v...)
		close(f.told)
	})
}

func (f *failure) Noticef(string, ...any) {}
func (f *failure) Warnf(string, ...any)   {}
func (f *failure) Errorf(string, ...any)  {}
func (f *failure) Debugf(string, ...any)  {}
func (f *failure) Tracef(string, ...any)  {}
