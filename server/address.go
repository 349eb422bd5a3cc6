package server

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// ofSubscriber is how long the prefix of an IPv6 network is that one subscriber gets.
const ofSubscriber = 64

// origin returns what is counted as one address: an IPv4 address, and of an IPv6 address the
// network of its subscriber, who has all the others of it, too.
func origin(host string) string {
	a, err := netip.ParseAddr(host)
	if err != nil {
		return host // of a listener without addresses, such as a Unix socket
	}
	a = a.Unmap().WithZone("")
	if a.Is4() {
		return a.String()
	}
	network, err := a.Prefix(ofSubscriber)
	if err != nil {
		return host
	}
	return network.String()
}

// hostOf returns an address without the port.
func hostOf(address string) string {
	if host, _, err := net.SplitHostPort(address); err == nil {
		return host
	}
	return address
}

// trusted reports whether a host is a proxy that tells the truth about whom it speaks for.
func (s *Server) trusted(host string) bool {
	a, err := netip.ParseAddr(host)
	return err == nil && slices.ContainsFunc(s.o.Proxies, func(p netip.Prefix) bool { return p.Contains(a.Unmap().WithZone("")) })
}

// addressOf returns where a request comes from, as it is counted. What X-Forwarded-For says is
// believed as far as proxies have written it: from its end to the first address that is none.
func (s *Server) addressOf(r *http.Request) string {
	host := hostOf(r.RemoteAddr)
	said := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(said) - 1; i >= 0 && s.trusted(host); i-- {
		next := hostOf(strings.TrimSpace(said[i]))
		if _, err := netip.ParseAddr(next); err != nil {
			break
		}
		host = next
	}
	return origin(host)
}
