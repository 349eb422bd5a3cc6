package lua

import (
	"reflect"
	"strconv"
	"strings"
	"unsafe"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
)

// Comparison is one that a script made.
type Comparison struct {
	// What is the left side as it is written, and Versus the right side where that is no
	// literal; What is the whole line where more than one comparison of the kind stands there.
	What, Versus string
	Found, Bound host.Value
	Relation     host.Relation
}

// Witness calls f, and tells of each comparison that the owner's users' scripts make
// meanwhile. The scripts take as many instructions as they do without.
func (s *State) Witness(tell func(Comparison), f func()) { s.WitnessOf(nil, tell, f) }

// WitnessOf is Witness that tells of the numbers that the file of a function compares, too,
// where that is one of the owner's own.
func (s *State) WitnessOf(of glua.LValue, tell func(Comparison), f func()) {
	outer, file, L := s.witness, s.witnessed, s.L
	s.witness, s.witnessed = tell, ""
	if fn, ok := of.(*glua.LFunction); ok && !fn.IsG {
		s.witnessed = fn.Proto.SourceName
	}
	L.SetContext(&onlooker{s.meter, s, L})
	defer func() {
		if s.witness, s.witnessed = outer, file; outer == nil {
			L.SetContext(s.meter)
		}
	}()
	f()
}

// onlooker is the meter while somebody witnesses: it looks at each instruction before that
// is done.
type onlooker struct {
	*meter
	s *State
	L *glua.LState
}

// Done counts one instruction.
func (o *onlooker) Done() <-chan struct{} {
	o.look()
	return o.meter.Done()
}

// vmFrame is the frame of a function of gopher-lua as it lies in memory, and vmRegisters the
// values of all. TestWitness checks both.
type vmFrame struct {
	_     int // its number
	fn    *glua.LFunction
	_     *vmFrame // that called it
	pc    int      // of the next instruction
	_     int      // where it lies among the registers
	local int      // where the registers of the function begin
}

type vmRegisters struct{ array []glua.LValue }

var frameAt, registersAt = pointerAt("currentFrame"), pointerAt("reg")

// pointerAt is where a state of gopher-lua keeps a pointer.
func pointerAt(name string) uintptr {
	f, ok := reflect.TypeFor[glua.LState]().FieldByName(name)
	if !ok || f.Type.Kind() != reflect.Pointer {
		panic("gopher-lua has no " + name)
	}
	return f.Offset
}

// vmRelations are those of the instructions that compare.
var vmRelations = map[int]host.Relation{glua.OP_EQ: host.Equal, glua.OP_LT: host.Below, glua.OP_LE: host.AtMost}

// look tells of the instruction that comes next, if it compares.
func (o *onlooker) look() {
	state := unsafe.Pointer(o.L)
	frame := *(**vmFrame)(unsafe.Add(state, frameAt))
	proto := frame.fn.Proto
	pc := frame.pc - 1
	inst := proto.Code[pc]
	relation, ok := vmRelations[opcode(inst)]
	if !ok {
		return
	}
	registers := *(**vmRegisters)(unsafe.Add(state, registersAt))
	side := func(rk int) glua.LValue {
		const constant = 1 << 8
		if rk&constant != 0 {
			return proto.Constants[rk&^constant]
		}
		return registers.array[frame.local+rk]
	}
	a, b := side(int(inst&0x1ff)), side(int(inst>>9)&0x1ff)
	o.s.compared(proto.SourceName, proto.DbgSourcePositions[pc], a, b, relation)
}

// guarded tells of a comparison that a guard makes for the function that called it.
func (s *State) guarded(a, b glua.LValue, relation host.Relation) {
	if s.witness == nil {
		return
	}
	if frames := s.frames(1); len(frames) > 0 {
		f := frames[0]
		s.compared(f.chunk.Name, f.line+int(f.chunk.At.Line)-1, a, b, relation)
	}
}

// compared tells of a comparison on a line of a file: with its sides as they stand there.
func (s *State) compared(file string, line int, a, b glua.LValue, relation host.Relation) {
	chunk := s.chunks[file]
	if chunk == nil || s.isLibrary(chunk) && (file != s.witnessed || a.Type() != glua.LTNumber || b.Type() != glua.LTNumber) {
		return
	}
	lines := chunk.text()
	if line -= int(chunk.At.Line) - 1; line < 1 || line > len(lines) {
		return
	}
	c := Comparison{What: strings.TrimSpace(lines[line-1]), Found: Scalar(a), Bound: Scalar(b), Relation: relation}
	if left, op, right, ok := sidesOf(lines[line-1], relation, a, b); ok {
		c.What = left
		if !isLiteral(right) {
			c.Versus = right
		}
		switch op {
		case "~=":
			c.Relation = host.Differs
		case ">", ">=": // the instruction has its sides the other way round
			c.Found, c.Bound, c.Relation = c.Bound, c.Found, mirrored[relation]
		}
	}
	s.witness(c)
}

var mirrored = map[host.Relation]host.Relation{host.Below: host.Above, host.AtMost: host.AtLeast}

// Scalar is a value of a script as it is shown; a table or function is told by its type.
func Scalar(v glua.LValue) host.Value {
	switch v.(type) {
	case glua.LBool, glua.LNumber, glua.LString:
		return ToHost(v)
	case *glua.LNilType:
		return host.NullValue
	}
	return host.OpaqueValue(article(v.Type()))
}

func isLiteral(text string) bool {
	return text == "nil" || text == "true" || text == "false" || text != "" && strings.Contains("0123456789.-\"'", text[:1])
}

// sidesOf finds the one comparison of a kind on a line that can be of two values, with its
// sides; it is not ok where there is none, or more than one.
func sidesOf(line string, relation host.Relation, a, b glua.LValue) (left, op, right string, ok bool) {
	text := blankStrings(line)
	for i := 0; i < len(text); i++ {
		found := operatorAt(text, i)
		if found == "" {
			continue
		}
		kind := host.Equal
		switch found {
		case "<", ">":
			kind = host.Below
		case "<=", ">=":
			kind = host.AtMost
		}
		if kind == relation {
			end := i + len(found)
			from, to := reach(text, i, -1), reach(text, end, 1)
			l, r := strings.TrimSpace(line[from:i]), strings.TrimSpace(line[end:to])
			x, y := a, b
			if found[0] == '>' {
				x, y = b, a
			}
			if canBe(l, x) && canBe(r, y) {
				if ok {
					return "", "", "", false
				}
				left, op, right, ok = l, found, r, true
			}
		}
		i += len(found) - 1
	}
	return left, op, right, ok
}

// canBe reports whether a side of a comparison can have a value: a number that is written has
// only its own.
func canBe(text string, v glua.LValue) bool {
	n, err := strconv.ParseFloat(text, 64)
	return text != "" && (err != nil || v == glua.LNumber(n))
}

// operatorAt is the comparison that stands at a place of a line, empty for none.
func operatorAt(text string, i int) string {
	for _, op := range [...]string{"<=", ">=", "==", "~=", "<", ">"} {
		if strings.HasPrefix(text[i:], op) {
			return op
		}
	}
	return ""
}

// reach is where the operand ends that begins at a place and goes to the left or the right:
// at a bracket that it does not open, a comma, an assignment, or a word that joins.
func reach(text string, at, step int) int {
	depth := 0
	for i := at; ; i += step {
		c := i // of the character that is looked at
		if step < 0 {
			c = i - 1
		}
		if c < 0 || c >= len(text) {
			return i
		}
		opens, closes := "([{", ")]}"
		if step < 0 {
			opens, closes = closes, opens
		}
		switch ch := text[c]; {
		case strings.IndexByte(opens, ch) >= 0:
			depth++
		case strings.IndexByte(closes, ch) >= 0:
			if depth--; depth < 0 {
				return i
			}
		case depth > 0:
		case ch == ',' || ch == ';' || ch == '=':
			return i
		case ch == ' ' && joins(text, c, step):
			return i
		}
	}
}

// joins reports whether a word that ends an operand begins behind a blank, or ends before it.
func joins(text string, blank, step int) bool {
	rest := strings.Fields(text[blank:])
	if step < 0 {
		rest = strings.Fields(text[:blank])
	}
	if len(rest) == 0 {
		return false
	}
	word := rest[0]
	if step < 0 {
		word = rest[len(rest)-1]
	}
	switch strings.Trim(word, "(),;") {
	case "and", "or", "not", "return", "if", "elseif", "while", "until", "then", "do", "end", "else":
		return true
	}
	return false
}
