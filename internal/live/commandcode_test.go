package live

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
	"github.com/thicket-sim/thicket/internal/ground/state"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// filled gives every field of a command some value.
func filled(v reflect.Value) {
	switch {
	case v.Type() == valueType:
		v.Set(reflect.ValueOf(host.OpaqueValue(`[1]`)))
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		filled(v.Elem())
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		filled(v.Index(0))
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if said(v.Type().Field(i)) {
				filled(v.Field(i))
			}
		}
	case v.Kind() == reflect.String:
		v.SetString("some\x00 text")
	case v.Kind() == reflect.Bool:
		v.SetBool(true)
	case v.CanInt():
		v.SetInt(-7)
	case v.CanUint():
		v.SetUint(7)
	case v.CanFloat():
		v.SetFloat(-0.625)
	default:
		panic(v.Type())
	}
}

func encoded(c session.Command) []byte {
	var e state.Encoder
	encodeCommand(&e, c)
	b, err := e.Bytes()
	if err != nil {
		panic(err)
	}
	return b
}

// Every field of every command reads back, the zero command too.
func TestCommandsReadBack(t *testing.T) {
	for _, kind := range commands {
		full, zero := reflect.New(kind.typ), reflect.New(kind.typ)
		filled(full.Elem())
		for _, c := range []session.Command{full.Interface().(session.Command), zero.Interface().(session.Command)} {
			d := state.NewDecoder(encoded(c))
			got := decodeCommand(d)
			if err := d.Close(); err != nil || !reflect.DeepEqual(got, c) {
				t.Errorf("%+v becomes %+v, %v", c, got, err)
			}
		}
	}
}

// FuzzChunk takes bytes as what stands in a chunk of a recording. What reads as a command
// reads as the same command when it is written again, and nothing is larger than it can be.
func FuzzChunk(f *testing.F) {
	for _, kind := range commands {
		full := reflect.New(kind.typ)
		filled(full.Elem())
		f.Add(append(append([]byte{entryCommand}, encoded(full.Interface().(session.Command))...), 0))
	}
	var e state.Encoder
	e.Uint8(entryFiles)
	scenes.EncodeFound(&e, []sourcefile.Found{{Name: "/a/b", Real: "/c", Read: true, Text: []byte("text")}, {Name: "/d", Gone: true}})
	r := &Recorder{detail: systems.Detail{}}
	r.chunk = e
	r.chunk.Uint8(entryDigest)
	r.chunk.Uint64(4)
	r.chunk.Uint64(5)
	r.chunk.Uint8(entryTick)
	r.chunk.Uint64(1)
	r.chunk.Uint64(2)
	r.chunk.Uvarint(1)
	r.chunk.Uint32(3)
	r.chunk.Uvarint(1)
	r.chunk.Uint32(9)
	for range 4 {
		r.chunk.Uint16(6)
	}
	r.chunk.Uvarint(0)
	all, _ := r.chunk.Bytes()
	f.Add(all)
	f.Fuzz(func(t *testing.T, src []byte) {
		rec := &Recording{Parts: []string{"position"}}
		d := state.NewDecoder(src)
		for n := 0; !d.Done(); n++ {
			e := rec.entry(d)
			if d.Err() != nil {
				return
			}
			if n > len(src) {
				t.Fatalf("%d entries in %d bytes", n, len(src))
			}
			switch {
			case e.Detail != nil:
				if len(e.Detail.Bodies) > systems.MaxDetailed || len(e.Detail.Parts) != 1 || 4*len(e.Detail.Buckets) > len(src) {
					t.Fatalf("%d bytes give %+v", len(src), e.Detail)
				}
			case e.Command != nil:
				once := encoded(e.Command)
				if again := encoded(decodeCommand(state.NewDecoder(once))); !bytes.Equal(once, again) {
					t.Fatalf("%+v is written as %q and then as %q", e.Command, once, again)
				}
			}
			size := 0
			for _, found := range e.Found {
				size += len(found.Name) + len(found.Real) + len(found.Text) + len(found.Err)
			}
			if size > len(src) {
				t.Fatalf("%d bytes give files of %d", len(src), size)
			}
		}
	})
}
