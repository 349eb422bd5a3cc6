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
	if v.Own() == board.Poses {
		for i, p := range v.Poses() {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(b, listJSON(board.ListOf(board.Doubles, []board.Value{board.RealOf(p.X), board.RealOf(p.Y), board.RealOf(p.Angle)}))...)
		}
		return string(append(b, ']'))
	}
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
		case []any:
			return posesOfJSON(elements)
		default:
			return board.Value{}, fmt.Errorf("element %d of a list is %v, wanted a number, a truth value, a text or a pose", i+1, e)
		}
		if i > 0 && of != kind {
			return board.Value{}, fmt.Errorf("element %d of a list is of another kind than those before it", i+1)
		}
		kind = of
	}
	return board.ListOf(kind, list), nil
}

// posesOfJSON reads poses that a leaf of a game writes: [X, Y] or [X, Y, ANGLE].
func posesOfJSON(elements []any) (board.Value, error) {
	all := make([]board.Pose, len(elements))
	for i, e := range elements {
		numbers, _ := e.([]any)
		if len(numbers) != 2 && len(numbers) != 3 {
			return board.Value{}, fmt.Errorf("element %d of a list is %v, wanted a pose, [X, Y] or [X, Y, ANGLE]", i+1, e)
		}
		for j, to := range []*float64{&all[i].X, &all[i].Y, &all[i].Angle}[:len(numbers)] {
			f, ok := numbers[j].(float64)
			if !ok {
				return board.Value{}, fmt.Errorf("element %d of a list is %v, wanted a pose, [X, Y] or [X, Y, ANGLE]", i+1, e)
			}
			*to = f
		}
	}
	return board.PosesOf(all), nil
}
