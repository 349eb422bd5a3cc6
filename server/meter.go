package server

import (
	"encoding/binary"
	"errors"
	"net"
	"os"
	"sync/atomic"
)

// meter counts what a client sends over a WebSocket, below the library: pings, pongs and parts
// of messages, which the library answers and joins by itself, are frames, too.
type meter struct {
	net.Conn
	// spend takes frames and bytes from what the client may send.
	spend func(frames, bytes int) error
	cut   atomic.Bool // nothing is read any more

	head    [14]byte // of the frame that has begun
	has     int      // bytes of it
	payload uint64   // bytes of the frame that are to come
}

// Read reads what the client sends. After an error of spend, and after stop, it reads nothing.
func (m *meter) Read(p []byte) (int, error) {
	if m.cut.Load() {
		return 0, os.ErrDeadlineExceeded
	}
	n, err := m.Conn.Read(p)
	if n > 0 {
		if spent := m.spend(m.frames(p[:n]), n); spent != nil {
			m.cut.Store(true)
			return 0, errors.Join(spent, err)
		}
	}
	return n, err
}

// stop ends reading, so that a close waits for no answer of the client.
func (m *meter) stop() {
	m.cut.Store(true)
	_ = m.SetReadDeadline(past) // of a connection that may have ended
}

// frames follows what came, and returns how many frames began in it.
func (m *meter) frames(came []byte) (n int) {
	for len(came) > 0 {
		if m.payload > 0 {
			skip := min(m.payload, uint64(len(came)))
			came, m.payload = came[skip:], m.payload-skip
			continue
		}
		if m.has == 0 {
			n++
		}
		m.head[m.has] = came[0]
		came = came[1:]
		if m.has++; m.has >= 2 && m.has == m.size() {
			m.payload, m.has = m.length(), 0
		}
	}
	return n
}

// Bits of the second byte of a frame, and lengths in it that say that longer ones follow
// (RFC 6455, 5.2).
const (
	isMasked  = 0x80
	lengthIn2 = 126
	lengthIn8 = 127
)

// size returns how long the head of the frame is, in bytes; two of it are known.
func (m *meter) size() int {
	size := 2
	switch m.head[1] &^ isMasked {
	case lengthIn2:
		size += 2
	case lengthIn8:
		size += 8
	}
	if m.head[1]&isMasked != 0 {
		size += 4
	}
	return size
}

// length returns how long the payload of the frame is, in bytes; its head is whole.
func (m *meter) length() uint64 {
	switch n := m.head[1] &^ isMasked; n {
	case lengthIn2:
		return uint64(binary.BigEndian.Uint16(m.head[2:]))
	case lengthIn8:
		return binary.BigEndian.Uint64(m.head[2:])
	default:
		return uint64(n)
	}
}
