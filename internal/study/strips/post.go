package strips

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"github.com/nats-io/nats.go"

	"github.com/thicket-sim/thicket/internal/ground/state"
)

// kind says what a message is.
type kind uint8

const (
	orders  kind = iota // of the world, to all strips
	plans               // of the world, to one strip
	answers             // of a strip, to the world
	rounds              // of a strip, to the others
)

// world is the number of the sender that is no strip.
const world = 0xffff

// key says which message it is.
type key struct {
	kind   kind
	from   uint16
	number uint32
}

// Messages go in parts: a header (kind, sender, number, and whether another part follows), and
// so many bytes at most.
const (
	headerBytes = 8
	partBytes   = 512 << 10
)

// post says how one process sends and gets messages.
type post struct {
	conn *nats.Conn
	from uint16

	mu     sync.Mutex
	come   *sync.Cond
	parts  map[key][]byte // of which more follows
	whole  map[key][]byte
	failed error
}

func newPost(from uint16) *post {
	p := &post{from: from, parts: map[key][]byte{}, whole: map[key][]byte{}}
	p.come = sync.NewCond(&p.mu)
	return p
}

// The subjects that messages are sent to.
const (
	toAll   = "all"   // strips
	toWorld = "world" // who started them
)

func toStrip(n int) string { return fmt.Sprintf("strip.%d", n) }

// listen takes what comes to some subjects.
func (p *post) listen(subjects ...string) error {
	for _, subject := range subjects {
		sub, err := p.conn.Subscribe(subject, func(m *nats.Msg) { p.take(m.Data) })
		if err == nil {
			err = sub.SetPendingLimits(-1, -1) // senders wait for answers before they say more
		}
		if err != nil {
			return err
		}
	}
	return p.conn.Flush()
}

// take takes a part in.
func (p *post) take(b []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(b) < headerBytes {
		p.fail(fmt.Errorf("a message of %d bytes", len(b)))
		return
	}
	k := key{kind(b[0]), binary.LittleEndian.Uint16(b[2:]), binary.LittleEndian.Uint32(b[4:])}
	if k.from == p.from { // what is said to all comes back
		return
	}
	all, ok := p.parts[k]
	if !ok {
		all = make([]byte, 0, len(b)-headerBytes)
	}
	all = append(all, b[headerBytes:]...)
	if b[1] != 0 {
		p.parts[k] = all
		return
	}
	delete(p.parts, k)
	p.whole[k] = all
	p.come.Broadcast()
}

// fail ends all waiting; the first reason holds. The post is locked.
func (p *post) fail(err error) {
	if p.failed == nil {
		p.failed = err
		p.come.Broadcast()
	}
}

// end is fail for those who have not locked the post.
func (p *post) end(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fail(err)
}

// wait waits for a message.
func (p *post) wait(k key) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		if b, ok := p.whole[k]; ok {
			delete(p.whole, k)
			return b, nil
		}
		if p.failed != nil {
			return nil, p.failed
		}
		p.come.Wait()
	}
}

// send sends a message to a subject.
func (p *post) send(subject string, k kind, number uint32, message []byte) error {
	for more := true; more; {
		part := message[:min(len(message), partBytes)]
		message = message[len(part):]
		more = len(message) > 0
		b := make([]byte, headerBytes, headerBytes+len(part))
		b[0] = byte(k)
		if more {
			b[1] = 1
		}
		binary.LittleEndian.PutUint16(b[2:], p.from)
		binary.LittleEndian.PutUint32(b[4:], number)
		if err := p.conn.Publish(subject, append(b, part...)); err != nil {
			return err
		}
	}
	return nil
}

var errLost = errors.New("the connection to the world is lost")

func encode(v any) []byte {
	var e state.Encoder
	e.Value(v)
	b, _ := e.Bytes() // of plain values
	return b
}

func decode(b []byte, v any) error {
	d := state.NewDecoder(b)
	d.Value(v)
	return d.Close()
}
