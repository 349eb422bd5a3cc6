package mind

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode"
	"unsafe"

	"github.com/thicket-sim/thicket/behavior/host"
)

// A field is a parameter in a struct of parameters.
type field struct {
	arg    int // of the parameters
	offset uintptr
	kind   reflect.Kind
	agent  bool // it is the agent that `where` selects
}

// parametersOf lists the parameters that a struct declares by its fields, and where each
// stands. Those that must be given come first.
func parametersOf(p, agent reflect.Type) (params []host.Param, fields []field, err error) {
	if p.Kind() != reflect.Struct {
		return nil, nil, fmt.Errorf("found parameters of the type %v, wanted a struct", p)
	}
	for _, optional := range []bool{false, true} {
		for i := range p.NumField() {
			f := p.Field(i)
			def, has := f.Tag.Lookup("default")
			if has = has || f.Type == agent; has != optional {
				continue
			}
			param := host.Param{Name: snake(f.Name), Doc: f.Tag.Get("doc"), Unit: f.Tag.Get("unit"), Optional: has}
			if f.Type == agent {
				param.Kind = host.Where
			} else if param.Kind, param.Default, err = parameterOf(f.Type.Kind(), def); err == nil && !f.IsExported() {
				err = fmt.Errorf("wanted an exported field")
			}
			if err != nil {
				return nil, nil, fmt.Errorf("parameter %v.%s: %w", p, f.Name, err)
			}
			fields = append(fields, field{len(params), f.Offset, f.Type.Kind(), f.Type == agent})
			params = append(params, param)
		}
	}
	return params, fields, nil
}

// parameterOf returns the kind of a parameter, and the value of its default.
func parameterOf(kind reflect.Kind, def string) (k host.Kind, v host.Value, err error) {
	switch kind {
	case reflect.Bool:
		b := false
		if def != "" {
			b, err = strconv.ParseBool(def)
		}
		return host.Bool, host.BoolValue(b), err
	case reflect.Int, reflect.Int32, reflect.Int64:
		n := int64(0)
		if def != "" {
			n, err = strconv.ParseInt(def, 10, 64)
		}
		return host.Int, host.IntValue(n), err
	case reflect.Float32, reflect.Float64:
		f := 0.0
		if def != "" {
			f, err = strconv.ParseFloat(def, 64)
		}
		return host.Number, host.NumberValue(f), err
	case reflect.String:
		return host.String, host.StringValue(def), nil
	}
	return k, v, fmt.Errorf("found a %v, wanted bool, int, int32, int64, float32, float64, string or the agent's type", kind)
}

// snake writes MaxRange as max_range.
func snake(name string) string {
	var b strings.Builder
	letters := []rune(name)
	for i, r := range letters {
		if unicode.IsUpper(r) {
			if i > 0 && (!unicode.IsUpper(letters[i-1]) || i+1 < len(letters) && unicode.IsLower(letters[i+1])) {
				b.WriteByte('_')
			}
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
	}
	return b.String()
}

// fill writes the arguments of a call into a struct of parameters.
func fill[A comparable](fields []field, to unsafe.Pointer, agents *agents[A], c *host.Call) {
	for i := range fields {
		f := &fields[i]
		at := unsafe.Add(to, f.offset)
		if f.agent {
			if body := c.World.Nearest(c.Body, c.Facet); body >= 0 {
				*(*A)(at) = agents.list[body]
			}
			continue
		}
		v := c.Args[f.arg]
		switch f.kind {
		case reflect.Bool:
			*(*bool)(at) = v.Bool()
		case reflect.Int:
			*(*int)(at) = int(v.Number())
		case reflect.Int32:
			*(*int32)(at) = int32(v.Number())
		case reflect.Int64:
			*(*int64)(at) = int64(v.Number())
		case reflect.Float32:
			*(*float32)(at) = float32(v.Number())
		case reflect.Float64:
			*(*float64)(at) = v.Number()
		case reflect.String:
			*(*string)(at) = v.Text()
		}
	}
}

// A word is a number or a truth value in a struct that is memory.
type word struct {
	offset uintptr
	bits   int
}

// wordsOf lists the words of a type that host.NewRecord takes, in order.
func wordsOf(t reflect.Type, at uintptr, list []word) []word {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			list = wordsOf(f.Type, at+f.Offset, list)
		}
		return list
	case reflect.Array:
		for i := range t.Len() {
			list = wordsOf(t.Elem(), at+uintptr(i)*t.Elem().Size(), list)
		}
		return list
	case reflect.Bool:
		return append(list, word{at, 1})
	}
	return append(list, word{at, 8 * int(t.Size())})
}

// load reads a struct from memory.
func load(words []word, to unsafe.Pointer, m host.Memory) {
	off := 0
	for _, w := range words {
		at := unsafe.Add(to, w.offset)
		switch w.bits {
		case 1:
			*(*bool)(at) = m.Load(off, 1) != 0
		case 8:
			*(*uint8)(at) = uint8(m.Load(off, 8))
		case 16:
			*(*uint16)(at) = uint16(m.Load(off, 16))
		case 32:
			*(*uint32)(at) = m.Load(off, 32)
		case 64:
			*(*int64)(at) = m.LoadInt(off)
		}
		off += w.bits
	}
}

// store writes a struct into memory.
func store(words []word, from unsafe.Pointer, m host.Memory) {
	off := 0
	for _, w := range words {
		at := unsafe.Add(from, w.offset)
		switch w.bits {
		case 1:
			bit := uint32(0)
			if *(*bool)(at) {
				bit = 1
			}
			m.Store(off, 1, bit)
		case 8:
			m.Store(off, 8, uint32(*(*uint8)(at)))
		case 16:
			m.Store(off, 16, uint32(*(*uint16)(at)))
		case 32:
			m.Store(off, 32, *(*uint32)(at))
		case 64:
			m.StoreInt(off, *(*int64)(at))
		}
		off += w.bits
	}
}
