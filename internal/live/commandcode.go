package live

import (
	"fmt"
	"math"
	"reflect"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/ground/state"
	"github.com/thicket-sim/thicket/session"
)

var (
	valueType = reflect.TypeFor[host.Value]()
	replyType = reflect.TypeFor[session.Reply]()
)

// encodeCommand writes the name of a command, and those of its fields that are not zero by
// their names: one that is added later is missing in older recordings, and zero there.
func encodeCommand(e *state.Encoder, c session.Command) {
	e.String(CommandName(c))
	encodeField(e, reflect.ValueOf(c).Elem())
}

// said reports whether a field belongs to what a command says, and not to what came of it.
func said(f reflect.StructField) bool {
	return f.Type != replyType
}

func encodeField(e *state.Encoder, v reflect.Value) {
	if v.Type() == valueType {
		encodeValue(e, v.Interface().(host.Value))
		return
	}
	switch v.Kind() {
	case reflect.String:
		e.String(v.String())
	case reflect.Bool:
		e.Bool(v.Bool())
	case reflect.Int, reflect.Int64:
		e.Uint64(uint64(v.Int()))
	case reflect.Uint32:
		e.Uvarint(v.Uint())
	case reflect.Float32, reflect.Float64:
		e.Uint64(math.Float64bits(v.Float()))
	case reflect.Pointer:
		encodeField(e, v.Elem())
	case reflect.Slice:
		e.Uvarint(uint64(v.Len()))
		for i := range v.Len() {
			encodeField(e, v.Index(i))
		}
	case reflect.Struct:
		var fields []int
		for i := range v.NumField() {
			if said(v.Type().Field(i)) && !v.Field(i).IsZero() {
				fields = append(fields, i)
			}
		}
		e.Uvarint(uint64(len(fields)))
		for _, i := range fields {
			e.String(v.Type().Field(i).Name)
			encodeField(e, v.Field(i))
		}
	default:
		panic(fmt.Sprintf("session: a command with a field of type %v", v.Type()))
	}
}

func encodeValue(e *state.Encoder, v host.Value) {
	e.Uint8(uint8(v.Kind()))
	switch v.Kind() {
	case host.Bool, host.Int, host.Number:
		e.Uint64(math.Float64bits(v.Number()))
	case host.String:
		e.String(v.Text())
	case host.Opaque:
		e.Blob(v.AppendJSON(nil))
	}
}

// decodeCommand reads what encodeCommand wrote.
func decodeCommand(d *state.Decoder) session.Command {
	name := d.String()
	kind := commandNamed(name)
	if kind == nil {
		d.Fail("the unknown command %q", name)
		return nil
	}
	v := reflect.New(kind.typ)
	decodeField(d, v.Elem())
	return v.Interface().(session.Command)
}

func decodeField(d *state.Decoder, v reflect.Value) {
	if v.Type() == valueType {
		v.Set(reflect.ValueOf(decodeValue(d)))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(d.String())
	case reflect.Bool:
		v.SetBool(d.Bool())
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(d.Uint64()))
	case reflect.Uint32:
		n := d.Uvarint()
		if n > math.MaxUint32 {
			d.Fail("%d, wanted an id", n)
		}
		v.SetUint(n & math.MaxUint32)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(math.Float64frombits(d.Uint64()))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		decodeField(d, v.Elem())
	case reflect.Slice:
		for range d.Length(1) {
			one := reflect.New(v.Type().Elem()).Elem()
			if decodeField(d, one); d.Err() != nil {
				return
			}
			v.Set(reflect.Append(v, one))
		}
	case reflect.Struct:
		for range d.Length(1) {
			name := d.String()
			f, ok := v.Type().FieldByName(name)
			if d.Err() == nil && (!ok || len(f.Index) > 1 || !said(f)) {
				d.Fail("a %v with the unknown field %q", v.Type(), name)
			}
			if d.Err() != nil {
				return
			}
			decodeField(d, v.FieldByIndex(f.Index))
		}
	}
}

func decodeValue(d *state.Decoder) host.Value {
	number := func() float64 { return math.Float64frombits(d.Uint64()) }
	switch kind := host.Kind(d.Uint8()); kind {
	case host.Null:
	case host.Bool:
		return host.BoolValue(number() == 1)
	case host.Int:
		return host.IntValue(int64(number()))
	case host.Number:
		return host.NumberValue(number())
	case host.String:
		return host.StringValue(d.String())
	case host.Opaque:
		return host.OpaqueValue(d.String())
	default:
		d.Fail("a value of the unknown kind %d", kind)
	}
	return host.NullValue
}
