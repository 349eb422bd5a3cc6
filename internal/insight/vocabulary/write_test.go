package vocabulary_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"github.com/thicket-sim/thicket/internal/insight/vocabulary"
)

// filled returns a value of which no field is empty, lists with two items.
func filled(of reflect.Type, depth int) reflect.Value {
	v := reflect.New(of).Elem()
	switch of.Kind() {
	case reflect.String:
		v.SetString("a \"text\" <é>\n\u2028")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		v.SetInt(7)
	case reflect.Float64:
		v.SetFloat(-1e30)
	case reflect.Pointer:
		v.Set(reflect.New(of.Elem()))
		v.Elem().Set(filled(of.Elem(), depth))
	case reflect.Slice:
		if depth > 0 {
			v.Set(reflect.Append(v, filled(of.Elem(), depth-1), filled(of.Elem(), depth-1)))
		}
	case reflect.Struct:
		for i := range of.NumField() {
			v.Field(i).Set(filled(of.Field(i).Type, depth))
		}
	}
	return v
}

// Write writes what package json would.
func TestWriteLeavesNothingOut(t *testing.T) {
	t.Parallel()
	f := filled(reflect.TypeFor[vocabulary.File](), 6).Interface().(vocabulary.File)
	f.Version = vocabulary.Version
	f.Sections[0].Entries = append(f.Sections[0].Entries, vocabulary.Entry{Name: "bare", Params: []vocabulary.Parameter{}})
	var want, got bytes.Buffer
	e := json.NewEncoder(&want)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(f); err != nil {
		t.Fatal(err)
	}
	if err := f.Write(&got); err != nil {
		t.Fatal(err)
	}
	if got.String() != want.String() {
		g, w := bytes.Split(got.Bytes(), []byte("\n")), bytes.Split(want.Bytes(), []byte("\n"))
		for i := range min(len(g), len(w)) {
			if !bytes.Equal(g[i], w[i]) {
				t.Fatalf("line %d is %s, want %s", i+1, g[i], w[i])
			}
		}
		t.Fatalf("%d lines, want %d", len(g), len(w))
	}
}
