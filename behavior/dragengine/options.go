package dragengine

// Options are what a program does unless a bot is told otherwise. The zero
// value is what the engine's context does.
type Options struct {
	// Limit is how many rules may run in one step; 0 is [DefaultLimit].
	Limit int
	// OnRootFailed says what a tree does whose root has failed.
	OnRootFailed RootPolicy
}

func (o *Options) limit() int {
	if o.Limit > 0 {
		return min(o.Limit, MaxLimit)
	}
	return DefaultLimit
}

// RootPolicy says what a tree does whose root has failed.
type RootPolicy int8

// Restart enters the root again with the next step, as after a success. Stop
// leaves the bot without a tree until it is told to jump or reset, and reports
// it: what the engine's own driver of bots does.
const (
	Restart RootPolicy = iota
	Stop
)

var policyNames = [...]string{"restart", "stop"}
