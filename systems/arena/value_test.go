package arena_test

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
)

func text(s string) host.Value         { return host.StringValue(s) }
func id(body components.ID) host.Value { return host.IntValue(int64(body)) }
func num(f float64) host.Value         { return host.NumberValue(f) }

// values are arguments of a function: numbers, texts and ids.
func values(args []any) (all []host.Value) {
	for _, a := range args {
		switch a := a.(type) {
		case host.Value:
			all = append(all, a)
		case string:
			all = append(all, text(a))
		case float64:
			all = append(all, num(a))
		case int:
			all = append(all, num(float64(a)))
		}
	}
	return all
}
