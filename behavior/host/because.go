package host

import "strings"

// Because notes a reason of the leaf's answer, for whoever looks at the bot: a window,
// `thicket run --inspect`, a program that reads `--json`. What names the compared value,
// or says in words why nothing was compared; whom, at most one body, is the body in question
// (-1: nobody). The methods of the Reason tell the numbers: Is makes "distance to Ann: 5.8 < 6 m"
// of "distance to" and Ann.
//
// A leaf may note several; all that it notes before it answers are shown with the answer. A
// [Func] tells its value by Has: what compares it, such as NAME_below or an expression,
// completes that with the bound.
//
// While nobody looks, Because is one comparison and returns nil, on which all methods of
// Reason do nothing. It changes nothing that bots do. Put texts that must be made first,
// such as by fmt.Sprintf, behind a check of [Call.Watched].
func (c *Call) Because(what string, whom ...int32) *Reason {
	if !c.Watched {
		return nil
	}
	return c.because(what, whom)
}

func (c *Call) because(what string, whom []int32) *Reason {
	to, ok := c.run.Orders.(Reasoner)
	if !ok {
		return nil
	}
	r := to.Reason(c.run.Node)
	if r == nil {
		return nil
	}
	*r = Reason{What: what}
	if len(whom) > 0 && whom[0] >= 0 {
		r.Whom = c.World.ID(whom[0])
	}
	return r
}

// Reasoner is implemented by the [Orders] of a bot that somebody watches: it keeps the reasons of
// each node until the node is visited again.
type Reasoner interface {
	// Reason is room for another reason of a node; nil where nobody wants it.
	Reason(node uint16) *Reason
	// Reasons returns the reasons that the node has noted in this visit.
	Reasons(node uint16) []Reason
}

// MarkOf returns how many reasons the call's node has noted in this visit, for [Compared]; 0
// while nobody looks.
func MarkOf(c *Call) int {
	if !c.Watched {
		return 0
	}
	if to, ok := c.run.Orders.(Reasoner); ok {
		return len(to.Reasons(c.run.Node))
	}
	return 0
}

// NotedSince returns the first reason that the call's node has noted since a mark and in which nothing
// is compared yet; nil for none, and while nobody looks.
func NotedSince(c *Call, mark int) *Reason {
	if !c.Watched {
		return nil
	}
	if to, ok := c.run.Orders.(Reasoner); ok {
		list := to.Reasons(c.run.Node)
		for i := min(mark, len(list)); i < len(list); i++ {
			if r := &list[i]; r.Relation == None {
				return r
			}
		}
	}
	return nil
}

// Compared notes how the value that a function gave stands to a bound: it completes what the
// function itself has noted of it since a mark, or else makes a reason with the name of the
// function. It returns nil while nobody looks.
func Compared(c *Call, mark int, name string, v Value, is Relation, bound Value) *Reason {
	if !c.Watched {
		return nil
	}
	r := NotedSince(c, mark)
	if r == nil {
		r = c.because(strings.ReplaceAll(name, "_", " "), nil)
	}
	return r.IsValue(v, is, bound)
}
