package machine

// span is the range of a piece of source, in bytes.
type span struct{ from, to int32 }

func (s span) where() span { return s }

// expr is an expression.
type expr interface{ where() span }

type (
	constExpr struct {
		span
		kind   Kind
		number float64
		text   string
		truth  bool
	}
	restExpr struct{ span } // ...
	funcExpr struct {
		span
		*scopeOf
		params  []*local
		rest    bool
		method  bool
		body    []stmt
		name    string
		arg     *local // of a function with ...; nil where nobody asks for it
		hasRest bool   // it uses ...
	}
	nameExpr struct {
		span
		name  string
		local *local // nil for a global
	}
	indexExpr struct {
		span
		of  expr
		key expr
	}
	callExpr struct {
		span
		fn     expr
		method string
		at     int32 // where the method stands
		args   []expr
	}
	binaryExpr struct {
		span
		op   tokenKind
		a, b expr
	}
	unaryExpr struct {
		span
		op tokenKind
		a  expr
	}
	joinExpr struct {
		span
		parts []expr
	}
	parenExpr struct {
		span
		in expr
	}
	tableExpr struct {
		span
		items []tableItem
	}
)

type tableItem struct {
	key   expr // nil for one of the list
	value expr
}

// stmt is a statement.
type stmt interface{ where() span }

type (
	localStmt struct {
		span
		names []*local
		exprs []expr
	}
	assignStmt struct {
		span
		targets []expr
		exprs   []expr
	}
	callStmt struct {
		span
		call *callExpr
	}
	doStmt struct {
		span
		body []stmt
	}
	whileStmt struct {
		span
		cond expr
		body []stmt
	}
	repeatStmt struct {
		span
		body []stmt
		cond expr
	}
	ifStmt struct {
		span
		conds  []expr
		bodies [][]stmt // one more than conditions where there is an else
	}
	countStmt struct { // for i = a, b, c
		span
		name         *local
		begin, limit expr
		step         expr // nil for 1
		body         []stmt
	}
	eachStmt struct { // for k, v in ...
		span
		names []*local
		exprs []expr
		body  []stmt
	}
	localFuncStmt struct {
		span
		name *local
		fn   *funcExpr
	}
	returnStmt struct {
		span
		exprs []expr
	}
	breakStmt struct{ span }
)

// local is a local variable.
type local struct {
	name     string
	of       *scopeOf
	captured bool // a function within its own uses it
	reg      int  // see generator
}

// scopeOf is what the parser knows of a function.
type scopeOf struct {
	outer  *scopeOf
	active int // locals
	loops  int
	rest   bool // it has ...
	fn     *funcExpr
	ups    []upvalue
	upOf   map[*local]int
}

// upvalue is a variable of a function around, which the function keeps.
type upvalue struct {
	local *local
	outer int // its place among those of the function around; negative if that has it itself
}

// up returns the place of a variable among those that a function keeps.
func (s *scopeOf) up(l *local) int {
	if i, ok := s.upOf[l]; ok {
		return i
	}
	u := upvalue{l, -1}
	if l.of != s.outer {
		u.outer = s.outer.up(l)
	}
	if s.upOf == nil {
		s.upOf = map[*local]int{}
	}
	s.upOf[l] = len(s.ups)
	s.ups = append(s.ups, u)
	return len(s.ups) - 1
}
