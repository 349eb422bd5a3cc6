package server

import (
	"net"
	"net/netip"
	"os"
	"syscall"
)

// drain closes the connections that wait of who is shut out, and returns the first that is let in, with its
// host, or nil. Who connects without end costs a third less so than where each is polled and set up first.
func (g *gate) drain() (c net.Conn, host string) {
	l, ok := g.Listener.(*net.TCPListener)
	if !ok {
		return nil, ""
	}
	raw, err := l.SyscallConn()
	if err != nil {
		return nil, ""
	}
	came := -1
	err = raw.Control(func(listener uintptr) {
		for {
			fd, from, err := syscall.Accept4(int(listener), syscall.SOCK_NONBLOCK|syscall.SOCK_CLOEXEC)
			if err != nil {
				return // nobody waits; of all else Accept tells
			}
			if host = hostIn(from); g.admit(host) {
				came = fd
				return
			}
			_ = syscall.Close(fd) // it is nobody's loss
		}
	})
	if err != nil || came < 0 {
		return nil, ""
	}
	f := os.NewFile(uintptr(came), host)
	defer f.Close() // of which the connection has a copy
	if c, err = net.FileConn(f); err != nil {
		g.leave(origin(host))
		return nil, ""
	}
	return c, host
}

// hostIn returns the address in what the system says a connection is from.
func hostIn(from syscall.Sockaddr) string {
	switch a := from.(type) {
	case *syscall.SockaddrInet4:
		return netip.AddrFrom4(a.Addr).String()
	case *syscall.SockaddrInet6:
		return netip.AddrFrom16(a.Addr).Unmap().String()
	}
	return ""
}
