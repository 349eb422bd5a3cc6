package btcpp

import (
	"encoding/json"
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
)

// listJSON writes a list as JSON, as leaves of a game see it.
func listJSON(v board.Value) string {
	b := []byte{'['}
	for i, e := range v.List() {
		if i > 0 {
			b = append(b, ',')
		}
		b = toHost(e).AppendJSON(b)
	}
	return string(append(b, ']'))
}

// listOfJSON reads a list that a leaf of a game writes: all its elements are of one kind.
func listOfJSON(text string) (board.Value, error) {
	var elements []any
	if err := json.Unmarshal([]byte(text), &elements); err != nil {
		return board.Value{}, fmt.Errorf("found %.40s, wanted a list", text)
	}
	list := make([]board.Value, len(elements))
	kind := board.Doubles
	for i, e := range elements {
		var of board.Type
		switch e := e.(type) {
		case float64:
			of, list[i] = board.Doubles, board.RealOf(e)
		case bool:
			of, list[i] = board.Bools, board.WholeOf(board.Bool, int64(host.BoolValue(e).Number()))
		case string:
			of, list[i] = board.Strings, board.TextOf(e)
		default:
			return board.Value{}, fmt.Errorf("element %d of a list is %v, wanted a number, a truth value or a text", i+1, e)
		}
		if i > 0 && of != kind {
			return board.Value{}, fmt.Errorf("element %d of a list is of another kind than those before it", i+1)
		}
		kind = of
	}
	return board.ListOf(kind, list), nil
}
