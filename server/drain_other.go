//go:build !linux

package server

import "net"

// drain leaves those that wait to Accept.
func (g *gate) drain() (c net.Conn, host string) { return nil, "" }
