package server

import (
	"encoding/binary"
	"net"
	"net/netip"

	"golang.org/x/sys/unix"
)

// dropper returns what has the system drop what comes over a listener from some networks, or nil: for
// other listeners than of TCP, and for Multipath TCP, whose packets a filter does not see.
func dropper(l net.Listener) func(shut []netip.Prefix) {
	of, ok := l.(*net.TCPListener)
	if !ok {
		return nil
	}
	raw, err := of.SyscallConn()
	if err != nil {
		return nil
	}
	plain := false
	err = raw.Control(func(fd uintptr) {
		protocol, err := unix.GetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_PROTOCOL)
		plain = err == nil && protocol == unix.IPPROTO_TCP
	})
	if err != nil || !plain {
		return nil
	}
	return func(shut []netip.Prefix) {
		program := filterOf(shut)
		// What the system does not take, such as of a listener that has closed, costs no more than what came before.
		_ = raw.Control(func(fd uintptr) {
			_ = unix.SetsockoptSockFprog(int(fd), unix.SOL_SOCKET, unix.SO_ATTACH_FILTER, &unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]})
		})
	}
}

// Where things are in a packet: from here on offsets count from its IP header. A packet that a filter
// returns 0 of is dropped.
const (
	ipHeader = 0xfff00000 // SKF_NET_OFF
	source4  = ipHeader + 12
	source6  = ipHeader + 8
	keepAll  = 0xffffffff
)

// filterOf returns a program of the Berkeley packet filter that drops what comes from some networks: IPv4
// addresses, and networks of 64 bits of IPv6.
func filterOf(shut []netip.Prefix) []unix.SockFilter {
	const (
		loadByte = unix.BPF_LD | unix.BPF_B | unix.BPF_ABS
		load     = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
		equal    = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
		answer   = unix.BPF_RET | unix.BPF_K
	)
	var of4, of6 []unix.SockFilter
	of4 = append(of4, unix.SockFilter{Code: load, K: source4})
	for _, from := range shut {
		if a := from.Addr(); a.Is4() {
			b := a.As4()
			of4 = append(of4,
				unix.SockFilter{Code: equal, Jf: 1, K: binary.BigEndian.Uint32(b[:])},
				unix.SockFilter{Code: answer, K: 0})
			continue
		}
		b := from.Addr().As16()
		of6 = append(of6,
			unix.SockFilter{Code: load, K: source6},
			unix.SockFilter{Code: equal, Jf: 3, K: binary.BigEndian.Uint32(b[:])},
			unix.SockFilter{Code: load, K: source6 + 4},
			unix.SockFilter{Code: equal, Jf: 1, K: binary.BigEndian.Uint32(b[4:])},
			unix.SockFilter{Code: answer, K: 0})
	}
	of4 = append(of4, unix.SockFilter{Code: answer, K: keepAll})
	of6 = append(of6, unix.SockFilter{Code: answer, K: keepAll})
	program := []unix.SockFilter{
		{Code: loadByte, K: ipHeader}, // the version is in its upper half
		{Code: unix.BPF_ALU | unix.BPF_RSH | unix.BPF_K, K: 4},
		{Code: equal, Jf: 1, K: 4},
		{Code: unix.BPF_JMP | unix.BPF_JA, K: uint32(len(of6))},
	}
	return append(append(program, of6...), of4...)
}
