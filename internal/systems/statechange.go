package systems

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
)

// stateChanges are the changes of state that actions asked for in a tick, from any
// worker.
type stateChanges struct {
	mu   sync.Mutex `save:"-"`
	list []stateChange
}

// stateChange is one change. The value has no number yet: a running tick only reads
// the numbers, and new ones are given in the order of bots.
type stateChange struct {
	bot   host.BotID
	key   host.Key
	value host.Value
}

var (
	_ host.StateSetter = leafWorld{}
	_ host.StateSetter = onlooker{}
)

// SetState is [host.StateSetter.SetState].
func (v leafWorld) SetState(body int32, key string, value host.Value) error {
	k, err := v.g.checkState(body, key, value)
	if err != nil {
		return err
	}
	v.g.changes.mu.Lock()
	v.g.changes.list = append(v.g.changes.list, stateChange{v.ID(body), k, value})
	v.g.changes.mu.Unlock()
	return nil
}

// SetState gives a bot or player another value of a state key, at once. It
// refuses a key that the game does not have, and a value of another type than the
// body has there; null fits every key.
func (cm *commons) SetState(id components.ID, key string, value host.Value) error {
	body, err := cm.bodyOf(id)
	if err != nil {
		return err
	}
	k, err := cm.checkState(body, key, value)
	if err != nil {
		return err
	}
	cm.setState(body, []StateValue{{Key: k, Value: host.SymbolsOf(cm.Setup.Registry).Passing(value)}})
	return nil
}

// Write is SetState for what trees write at the end of a tick: a key that the game does
// not have yet is new, and any value fits. It fails for a new key past MaxKeys, and for a
// body that is not there. The failure is a fault of the game, too.
func (g *Game) Write(id components.ID, key string, value host.Value) error {
	names := g.Setup.Registry
	k, known := host.SymbolsOf(names).FindKey(key)
	if known && g.has(id, k, value) {
		return nil
	}
	if !known && len(host.SymbolsOf(names).KeyNames()) >= g.limits.keys {
		err := fmt.Errorf("state key %q: there were %d keys before it, wanted one of them", key, len(host.SymbolsOf(names).KeyNames()))
		g.Faults.add(host.Fault{Bot: id, Tick: g.World.Clock().Tick, Text: err.Error()})
		return err
	}
	return g.Restate(id, StateValue{Key: names.Key(key), Value: host.SymbolsOf(names).Passing(value)})
}

// has reports whether a body has a value at a state key. Many trees write the same tick after tick,
// and to compare it costs less than to find its number.
func (g *Game) has(id components.ID, k host.Key, value host.Value) bool {
	body := g.World.Slot(id)
	if body < 0 {
		return false
	}
	have := host.Sym(g.World.StateColumn(int(k))[body])
	return have != host.Missing && value == host.SymbolsOf(g.Setup.Registry).Value(have)
}

// StateOf returns the value of a state key of a body, or host.Missing.
func (g *Game) StateOf(body int32, k host.Key) host.Sym {
	if int(k) >= len(g.columns.state) { // a key so new that nobody has it
		return host.Missing
	}
	return host.Sym(g.columns.state[k][body])
}

// WithState adds a value to the state of a Player who is to join. It refuses what
// SetState would refuse for a player with that state and the scene's
// playerJoinStates. The player joins before the next tick.
func (cm *commons) WithState(state []StateValue, key string, value host.Value) ([]StateValue, error) {
	k, err := cm.FindKey(key)
	if err != nil {
		return nil, err
	}
	have := host.Missing
	for _, v := range slices.Concat(cm.Setup.PlayerState, state) {
		if v.Key == k {
			have = v.Value
		}
	}
	if err := cm.checkKind(key, have, value); err != nil {
		return nil, err
	}
	return append(state, StateValue{Key: k, Value: host.SymbolsOf(cm.Setup.Registry).Passing(value)}), nil
}

// checkState finds a state key that a body may be given a value for.
func (cm *commons) checkState(body int32, key string, value host.Value) (host.Key, error) {
	k, err := cm.FindKey(key)
	if err != nil || int(k) >= len(cm.columns.state) { // a key so new that nobody has it
		return k, err
	}
	return k, cm.checkKind(key, host.Sym(cm.columns.state[k][body]), value)
}

// FindKey returns the number of a state key that somebody has named.
func (cm *commons) FindKey(key string) (host.Key, error) {
	names := cm.Setup.Registry
	k, ok := host.SymbolsOf(names).FindKey(key)
	if !ok {
		return 0, unknown("state key", key, host.SymbolsOf(names).KeyNames(), func(k *string) string { return *k })
	}
	return k, nil
}

// checkKind refuses a value of another type than a body has at a key.
func (cm *commons) checkKind(key string, have host.Sym, value host.Value) error {
	if have == host.Missing {
		return nil
	}
	if want := host.SymbolsOf(cm.Setup.Registry).Value(have).Kind(); !fits(want, value.Kind()) {
		return fmt.Errorf("state key %q: wanted %v, found %v", key, want, value)
	}
	return nil
}

// fits reports whether a value of a kind may follow one of another. All numbers
// are of one kind here.
func fits(have, next host.Kind) bool {
	number := func(k host.Kind) bool { return k == host.Int || k == host.Number }
	return have == next || have == host.Null || next == host.Null || number(have) && number(next)
}

// applyState makes the changes of state at the end of a tick, by ascending bot
// id and those of a bot in the order in which it asked. Bots that are gone are
// left out.
func (g *Game) applyState() {
	list := g.changes.list
	if len(list) == 0 {
		return
	}
	slices.SortStableFunc(list, func(a, b stateChange) int { return cmp.Compare(a.bot, b.bot) })
	for _, c := range list {
		if body := g.World.Slot(c.bot); body >= 0 {
			g.setState(body, []StateValue{{Key: c.key, Value: host.SymbolsOf(g.Setup.Registry).Passing(c.value)}})
		}
	}
	clear(list)
	g.changes.list = list[:0]
}
