package server

import (
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics are the numbers of a server for Prometheus.
type metrics struct {
	server  *Server
	handler http.Handler

	refused  prometheus.Counter     // connections
	floods   prometheus.Counter     // connections that were cut
	received prometheus.Counter     // messages
	sent     *prometheus.CounterVec // messages, by kind
	bytes    *prometheus.CounterVec // likewise

	rooms, connections                      *prometheus.Desc
	barred                                  *prometheus.Desc // addresses, by why
	tick, bodies, guests, players, failures *prometheus.Desc // of a room
	unsaved, unrecorded                     *prometheus.Desc // likewise
}

var _ prometheus.Collector = (*metrics)(nil)

func newMetrics(s *Server) *metrics {
	counter := func(name, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Name: "thicket_" + name, Help: help})
	}
	byKind := func(name, help string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: "thicket_" + name, Help: help}, []string{"kind"})
	}
	desc := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc("thicket_"+name, help, labels, nil)
	}
	m := &metrics{
		server:      s,
		refused:     counter("connections_refused_total", "Connections that were not let in."),
		floods:      counter("connections_flooded_total", "Connections that were cut because they sent too much."),
		received:    counter("messages_received_total", "Messages of clients."),
		sent:        byKind("messages_sent_total", "Messages to clients: frames and texts."),
		bytes:       byKind("sent_bytes_total", "Bytes of messages to clients."),
		rooms:       desc("rooms", "Rooms."),
		connections: desc("connections", "Connections of clients."),
		barred:      desc("addresses_barred", "Addresses that are shut out for a minute: for wrong tokens and codes, or for what they sent.", "why"),
		unsaved:     desc("room_unsaved", "1 while a room cannot be saved.", "room"),
		unrecorded:  desc("room_unrecorded", "1 where a room cannot be recorded any more.", "room"),
		tick:        desc("room_tick", "The tick that the game of a room has come to.", "room"),
		bodies:      desc("room_bodies", "Bots and players in a room.", "room"),
		guests:      desc("room_guests", "Clients in a room.", "room"),
		players:     desc("room_players", "Players in a room, those included whose connection was lost a moment ago.", "room"),
		failures:    desc("room_failures_total", "How often the game of a room panicked.", "room"),
	}
	reg := prometheus.NewRegistry()
	reg.MustRegister(m, m.refused, m.floods, m.received, m.sent, m.bytes, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.handler = promhttp.HandlerFor(reg, promhttp.HandlerOpts{})
	return m
}

// Describe lists what Collect tells.
func (m *metrics) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{m.rooms, m.connections, m.barred, m.tick, m.bodies, m.guests, m.players, m.failures, m.unsaved, m.unrecorded} {
		to <- d
	}
}

// Collect tells how the server and its rooms stand.
func (m *metrics) Collect(to chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, v int, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(v), labels...)
	}
	rooms := m.server.all()
	gauge(m.rooms, len(rooms))
	gauge(m.connections, m.server.door.inside())
	guessing, flooding := m.server.door.barred(time.Now())
	gauge(m.barred, guessing, "guesses")
	gauge(m.barred, flooding, "flood")
	for name, r := range rooms {
		f := r.Figures()
		gauge(m.tick, int(f.Tick), name)
		gauge(m.bodies, f.Bodies, name)
		gauge(m.guests, f.Guests, name)
		gauge(m.players, f.Players, name)
		gauge(m.unsaved, one(f.Unsaved), name)
		gauge(m.unrecorded, one(f.Unrecorded), name)
		to <- prometheus.MustNewConstMetric(m.failures, prometheus.CounterValue, float64(f.Failures), name)
	}
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// wrote counts a message to a client.
func (m *metrics) wrote(text bool, size int) {
	kind := "frame"
	if text {
		kind = "text"
	}
	m.sent.WithLabelValues(kind).Inc()
	m.bytes.WithLabelValues(kind).Add(float64(size))
}
