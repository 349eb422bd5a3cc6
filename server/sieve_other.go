//go:build !linux

package server

import (
	"net"
	"net/netip"
)

func dropper(net.Listener) func(shut []netip.Prefix) { return nil }
