package mind

import "github.com/thicket-sim/thicket/behavior/host"

// society is which agents belong together, and the signals that trees send them, which come at
// the next Tick.
type society struct {
	group   func(body int32) string // nil: all are one
	names   []string                // of groups, by number
	numbers map[string]uint32
	groups  []uint32 // by body
	sent    []signal
}

// signal is an event on its way to a group.
type signal struct {
	From  host.BotID
	Group uint32
	To    uint8
	Event string
	Arg   host.Value
}

var _ host.Society = world{}

// number numbers a group.
func (s *society) number(name string) uint32 {
	n, ok := s.numbers[name]
	if !ok {
		n = uint32(len(s.names))
		if s.names = append(s.names, name); s.numbers == nil {
			s.numbers = map[string]uint32{}
		}
		s.numbers[name] = n
	}
	return n
}

// Group is [host.Society.Group].
func (w world) Group(body int32) uint32 { return w.c.groups[body] }

// Signal is [host.Society.Signal].
func (w world) Signal(from int32, to host.Audience, e host.Event) {
	c := w.c
	c.sent = append(c.sent, signal{c.ones[from].id, c.groups[from], uint8(to), host.SymbolsOf(c.reg).EventName(e.ID), e.Arg})
}

// deliver hands over the signals since the last Tick, in the order of sending and each in the order
// of adding. Those that are sent meanwhile wait.
func (c *core) deliver() {
	sent := c.sent
	c.sent = nil
	for i := range sent {
		s := &sent[i]
		for _, o := range c.order {
			self := o.id == s.From
			if o.gone || c.groups[o.body] != s.Group && !self {
				continue
			}
			if to := host.Audience(s.To); to == host.Sender && !self || to == host.GroupExceptSender && self {
				continue
			}
			_ = c.send(o, s.Event, s.Arg) // who cannot take it does not hear it
		}
	}
}
