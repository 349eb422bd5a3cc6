package unvanquished

import (
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
)

// Print returns a tree in its normal form: four blanks a level, every operator in
// parentheses, symbols as numbers, and no parentheses where there are no
// parameters.
func (f *File) Print() string {
	var p printer
	if f.Select != nil {
		p.line("selectClass")
		p.block(f.Select)
	}
	p.node(f.Root)
	return p.String()
}

type printer struct {
	strings.Builder
	level int
}

func (p *printer) line(text string) {
	p.WriteString(strings.Repeat("    ", p.level))
	p.WriteString(text)
	p.WriteByte('\n')
}

func (p *printer) block(nodes ...Node) {
	p.line("{")
	p.level++
	for _, n := range nodes {
		p.node(n)
	}
	p.level--
	p.line("}")
}

func (p *printer) node(n Node) {
	switch n := n.(type) {
	case *Composite:
		p.line(n.Kind.String())
		p.block(n.Children...)
	case *Action:
		p.line("action " + n.Use.Name + written(n.Values))
	case *Condition:
		p.line("condition " + exprText(n.Expr))
		if n.Child != nil {
			p.block(n.Child)
		}
	case *Decorator:
		p.line("decorator " + n.Kind.String() + written(n.Values))
		p.block(n.Child)
	case *Include:
		p.line("behavior " + n.File.Name)
	case *Spawn:
		p.line("spawnAs " + strconv.Itoa(int(n.Choice)))
	}
}

// written returns the parameters in parentheses, or nothing.
func written(values []host.Value) string {
	if len(values) == 0 {
		return ""
	}
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = literal(v)
	}
	return "( " + strings.Join(texts, ", ") + " )"
}

// literal returns a value as C prints it, a float with 6 digits.
func literal(v host.Value) string {
	switch v.Kind() {
	case host.Int:
		return strconv.FormatInt(int64(v.Number()), 10)
	case host.Number:
		text := strconv.FormatFloat(v.Number(), 'g', 6, 64)
		return strings.ToLower(strings.TrimPrefix(text, "+")) // inf
	case host.String:
		return `"` + v.Text() + `"`
	}
	return v.String()
}

func exprText(e Expr) string {
	switch e := e.(type) {
	case *Not:
		return "!( " + exprText(e.X) + " )"
	case *Binary:
		return "( " + exprText(e.X) + " " + e.Op.String() + " " + exprText(e.Y) + " )"
	case *Literal:
		return literal(e.Value)
	case *Call:
		return e.Use.Name + written(e.Values)
	}
	return ""
}
