package dragengine

import "github.com/thicket-sim/thicket/behavior/host"

// Options say what a program does unless a bot is told otherwise. The zero
// value is what the engine's context does.
type Options struct {
	// Limit is the number of rules that may run in one step; 0 is [DefaultLimit].
	Limit int
	// OnRootFailed says what a tree does when its root has failed or its step has
	// run away.
	OnRootFailed RootPolicy
}

func (o *Options) limit() int {
	if o.Limit > 0 {
		return min(o.Limit, MaxLimit)
	}
	return DefaultLimit
}

// RootPolicy says what a tree does that has failed.
type RootPolicy int8

// Restart enters the root again with the next step, as after a success. Stop
// leaves the bot without a tree until it is told to jump or reset, and reports
// it: what the engine's own driver of bots does.
const (
	Restart RootPolicy = iota
	Stop
)

var policyNames = [...]string{"restart", "stop"}

// config holds the settings of a game in the overlay of the dialect.
type config struct {
	options Options
	tables  *Tables
	scripts *Scripts
}

func configOf(reg *host.Registry) config {
	cfg, _ := reg.Overlay(dialect).Config.(config)
	return cfg
}

// Configure sets the options of trees that are loaded after it.
func Configure(reg *host.Registry, o Options) {
	cfg := configOf(reg)
	cfg.options = o
	reg.Overlay(dialect).Config = cfg
}

// Extend sets the options that are not zero in o and keeps the others.
func Extend(reg *host.Registry, o Options) {
	set := configOf(reg).options
	if o.Limit != 0 {
		set.Limit = o.Limit
	}
	if o.OnRootFailed != Restart {
		set.OnRootFailed = o.OnRootFailed
	}
	Configure(reg, set)
}
