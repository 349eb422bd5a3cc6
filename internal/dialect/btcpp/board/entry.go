package board

import (
	"errors"
	"fmt"
)

// Entry is a named place of a blackboard.
type Entry struct {
	Value
	Declared Type
	Sequence uint64 // how often it was written
}

// put sets the value, and counts that it was written.
func (en *Entry) put(v Value) {
	en.Value = v
	en.Sequence++
}

// Assign puts the value of a script into an entry, as := and = do.
func (en *Entry) Assign(e Enums, v Value) error {
	switch {
	case v.IsEmpty():
		return errors.New("found an entry without a value, wanted a number or a text")
	case en.IsEmpty() && en.Declared == Free:
		en.put(v)
		return nil
	case v.IsText() && !en.IsText():
		return en.assignText(e, v)
	case en.IsEmpty(), v.IsText():
		en.put(v)
		return nil
	case en.IsText():
		return fmt.Errorf("found %s, wanted a text, which the entry holds", v.Describe())
	}
	return en.assignNumber(v)
}

// assignText puts a text into an entry that holds none, by the conversion of its type.
func (en *Entry) assignText(e Enums, v Value) error {
	switch {
	case en.Declared.Converts():
		converted, err := e.Parse(en.Declared, v.text)
		if err == nil {
			en.put(converted)
		}
		return err
	case en.IsEmpty() || en.Declared == Any:
		return fmt.Errorf("found %s, wanted a value of the entry's type, %s, which no text can be converted to", v.Describe(), en.Declared)
	}
	f, ok := e.Number(v.text)
	if !ok {
		return fmt.Errorf("found %s, wanted a number, which the entry holds", v.Describe())
	}
	en.put(RealOf(f))
	return nil
}

// assignNumber puts a number into an entry that holds one: it stays whole or real, and keeps the
// type that it was made as.
func (en *Entry) assignNumber(v Value) error {
	switch {
	case en.IsReal():
		f, err := v.Float()
		if err == nil {
			en.put(RealOf(f))
		}
		return err
	case !en.IsWhole():
		return fmt.Errorf("found %s, wanted %s, which the entry holds", v.Describe(), en.Value.Describe())
	}
	n, ok := v.Whole(), true
	if v.IsReal() {
		n, ok = wholeOf(v.Real())
	}
	if !ok {
		return fmt.Errorf("found %s, wanted a whole number, which the entry holds", v.Describe())
	}
	en.put(WholeOf(en.own, n))
	return nil
}

// Write puts the value of a port or of the host into an entry, as Blackboard::set does.
func (en *Entry) Write(e Enums, v Value) error {
	wrong := func() error {
		return fmt.Errorf("found %s, wanted %s, which the entry is declared as", v.Describe(), en.Declared)
	}
	switch {
	case !en.Declared.Fixed():
		en.Declared = v.own
	case v.own == en.Declared:
	case v.IsText():
		if !en.Declared.Converts() {
			return wrong()
		}
		converted, err := e.Parse(en.Declared, v.text)
		if err != nil {
			return err
		}
		v = converted
	case !en.Declared.takes(v):
		return wrong()
	}
	if !v.IsNumber() || !en.IsNumber() {
		en.put(v)
		return nil
	}
	return en.assignNumber(v)
}

// takes reports whether an entry of a type takes a number of another one: it must be the same
// there, and some pairs are refused whatever the number is.
func (t Type) takes(v Value) bool {
	switch t {
	case Int, Unsigned, Long, Double:
	default:
		return false
	}
	switch {
	case !v.IsNumber(), t == Int && v.own == Unsigned, t == Unsigned && v.own == Int,
		v.own == Bool && v.bits == 0 && (t == Int || t == Unsigned):
		return false
	}
	_, err := numberAs(t, v)
	return err == nil
}

// Copy puts a value into an entry as SetBlackboard does: a fixed type takes nothing but values that
// were made as it.
func (en *Entry) Copy(e Enums, v Value) error {
	if v.IsText() && en.Declared != String {
		converted, err := en.converted(e, v)
		if err != nil {
			return err
		}
		v = converted
	}
	if en.Declared.Fixed() && v.own != en.Declared {
		return fmt.Errorf("found %s of type %s, wanted %s, which the entry is declared as", v.Describe(), v.own, en.Declared)
	}
	en.put(v)
	return nil
}

// converted returns a text as a value of the entry's type; a type that is not fixed has no
// conversion, and nothing comes of it.
func (en *Entry) converted(e Enums, v Value) (Value, error) {
	switch {
	case en.Declared == Free:
		return Value{}, nil
	case !en.Declared.Converts():
		return v, fmt.Errorf("found %s, wanted %s, to which no text is converted here", v.Describe(), en.Declared)
	}
	return e.Parse(en.Declared, v.text)
}
