package room

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
)

// spoken lists all messages of a server, and the answer of /api/state.
var spoken = []any{
	welcome{}, notice{}, done{}, refused{}, pong{}, said{}, events{}, standing{}, sheet{}, treeMessage{}, answers{}, charts{},
	tuned{}, marks{}, tableMessage{}, self{}, found{}, source{}, people{}, bye{}, items{}, bodies{}, legend{}, state{World: json.RawMessage("{}")},
}

// An empty list is told as [], so that a client can walk over it without a look.
func TestListsAreNeverNull(t *testing.T) {
	for _, m := range spoken {
		if text := string(encode(m)); strings.Contains(text, "null") {
			t.Errorf("%T with nothing in it is told as %s", m, text)
		}
		for _, o := range shapes(reflect.TypeOf(m), nil) {
			for _, f := range reflect.VisibleFields(o) {
				if f.Type.Kind() == reflect.Slice && f.Type != reflect.TypeFor[json.RawMessage]() && !strings.HasPrefix(f.Type.Name(), "list[") && !optional(f) {
					t.Errorf("%s.%s is a %s, wanted a list", o, f.Name, f.Type)
				}
			}
		}
	}
}

// docs/protocol.md has a row for each object, with its keys, and a question mark after those that may be absent.
func TestThePageHasEachKey(t *testing.T) {
	src, err := os.ReadFile("../../../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	done := map[reflect.Type]bool{}
	for _, m := range spoken {
		if _, ok := m.(state); ok {
			continue // of the API
		}
		for i, o := range shapes(reflect.TypeOf(m), nil) {
			if done[o] {
				continue
			}
			done[o] = true
			var keys []string
			for _, f := range reflect.VisibleFields(o) {
				key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
				if key == "type" {
					continue
				}
				if optional(f) {
					key += "?"
				}
				keys = append(keys, "`"+key+"`")
			}
			name := strings.TrimSuffix(o.Name(), "Message")
			if i > 0 {
				name = "*" + name + "*"
			} else {
				name = "`" + name + "`"
			}
			if row := fmt.Sprintf("| %s | %s |\n", name, strings.Join(keys, ", ")); !strings.Contains(string(src), row) {
				t.Errorf("the page has no row\n%s", row)
			}
		}
	}
}

// shapes appends a type of objects, and those in it, with no type twice.
func shapes(t reflect.Type, all []reflect.Type) []reflect.Type {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		return shapes(t.Elem(), all)
	case reflect.Struct:
		for _, have := range all {
			if have == t {
				return all
			}
		}
		all = append(all, t)
		for _, f := range reflect.VisibleFields(t) {
			if !f.Anonymous {
				all = shapes(f.Type, all)
			}
		}
	}
	return all
}

func optional(f reflect.StructField) bool {
	return strings.HasSuffix(f.Tag.Get("json"), ",omitempty")
}
