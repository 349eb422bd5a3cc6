package source

// Span is the range of a piece of source, in bytes.
type Span struct{ From, To int32 }

// Where is the span of a node.
func (s Span) Where() Span { return s }

// ConstKind is what kind of constant stands in a source.
type ConstKind uint8

// The kinds of constants.
const (
	NilConst ConstKind = iota
	BoolConst
	NumberConst
	TextConst
)

// Expr is an expression.
type Expr interface{ Where() Span }

// The expressions.
type (
	Const struct {
		Span
		Kind   ConstKind
		Number float64
		Text   string
		Truth  bool
	}
	Rest struct{ Span } // ...
	Func struct {
		Span
		*Scope
		Params   []*Variable
		Rest     bool
		Method   bool
		Body     []Stmt
		Name     string
		Arg      *Variable // of a function with ...; nil where nobody asks for it
		UsesRest bool      // it uses ...
	}
	Name struct {
		Span
		Name  string
		Local *Variable // nil for a global
	}
	Index struct {
		Span
		Of  Expr
		Key Expr
	}
	Call struct {
		Span
		Fn     Expr
		Method string
		At     int32 // where the method stands
		Args   []Expr
	}
	Binary struct {
		Span
		Op   Token
		A, B Expr
	}
	Unary struct {
		Span
		Op Token
		A  Expr
	}
	Join struct {
		Span
		Parts []Expr
	}
	Paren struct {
		Span
		In Expr
	}
	Table struct {
		Span
		Items []Item
	}
)

// Item is one of a table constructor.
type Item struct {
	Key   Expr // nil for one of the list
	Value Expr
}

// Stmt is a statement.
type Stmt interface{ Where() Span }

// The statements.
type (
	Local struct {
		Span
		Names []*Variable
		Exprs []Expr
	}
	Assign struct {
		Span
		Targets []Expr
		Exprs   []Expr
	}
	CallStmt struct {
		Span
		Call *Call
	}
	Do struct {
		Span
		Body []Stmt
	}
	While struct {
		Span
		Cond Expr
		Body []Stmt
	}
	Repeat struct {
		Span
		Body []Stmt
		Cond Expr
	}
	If struct {
		Span
		Conds  []Expr
		Bodies [][]Stmt // one more than conditions where there is an else
	}
	Count struct { // for i = a, b, c
		Span
		Name         *Variable
		Begin, Limit Expr
		Step         Expr // nil for 1
		Body         []Stmt
	}
	Each struct { // for k, v in ...
		Span
		Names []*Variable
		Exprs []Expr
		Body  []Stmt
	}
	LocalFunc struct {
		Span
		Name *Variable
		Fn   *Func
	}
	Return struct {
		Span
		Exprs []Expr
	}
	Break struct{ Span }
)

// Variable is a local variable.
type Variable struct {
	Name     string
	Of       *Scope
	Captured bool // a function within its own uses it
	Reg      int  // see generator
}

// Scope is what the parser knows of a function.
type Scope struct {
	Outer  *Scope
	Active int // locals
	Loops  int
	Rest   bool // it has ...
	Fn     *Func
	Ups    []Up
	upOf   map[*Variable]int
}

// Up is a variable of a function around, which the function keeps.
type Up struct {
	Local *Variable
	Outer int // its place among those of the function around; negative if that has it itself
}

// Up returns the place of a variable among those that a function keeps.
func (s *Scope) Up(l *Variable) int {
	if i, ok := s.upOf[l]; ok {
		return i
	}
	u := Up{l, -1}
	if l.Of != s.Outer {
		u.Outer = s.Outer.Up(l)
	}
	if s.upOf == nil {
		s.upOf = map[*Variable]int{}
	}
	s.upOf[l] = len(s.Ups)
	s.Ups = append(s.Ups, u)
	return len(s.Ups) - 1
}
