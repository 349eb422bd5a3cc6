package dragengine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// The limits of one tree, its subtrees counted in.
var (
	maxDepth  = limit.New("dragengine.depth", 200, 1000, "rules", "rules within each other, each subtree counting as one", limit.Refused)
	maxFiles  = limit.New("dragengine.files", 1000, 1<<30, "files", "files of one tree, its subtrees counted in", limit.Refused)
	maxParams = limit.New("dragengine.params", 1000, 1<<30, "parameters", "parameters of one rule", limit.Refused)
	maxParts  = limit.New("dragengine.parts", 300_000, 1<<30, "parts", "rules, conditions and parameters of one tree", limit.Refused)
	maxID     = limit.New("dragengine.id", 1000, 1<<30, "bytes", "an id with its prefixes", limit.Refused)
)

// maxRules is below what a tree can address.
const maxRules = 65_000

func init() {
	limit.Fixed(maxRules, "a tree numbers its rules in 16 bits", "dragengine.rules", "rules", "rules of one tree, its subtrees counted in", limit.Refused)
	limit.Fixed(MaxLimit, "the limit of a bot is kept in 16 bits; the key stepLimit of a scene sets it, 100 without", "dragengine.step", "rules", "rules that run in one step of a bot", "the step ends, which is a fault")
}

var (
	listTags = []string{"sequence", "choice", "action", "success", "failure", "running", "yield", "subtree"}
	partTags = []string{"parameter", "condition", "conditionMode"}
)

const (
	subTreeTag = "subTree" // another spelling of subtree
	rootTag    = "behaviorTree"
)

// IsWord reports whether a name is that of a rule or a part of one, in every tree.
func IsWord(name string) bool {
	return slices.Contains(listTags, name) || slices.Contains(partTags, name)
}

// decoder turns files into rules. It reports every fault to the list and leaves
// out what is faulty.
type decoder struct {
	limits limit.Values
	files  *sourcefile.Files
	reg    *host.Registry
	list   *syntax.List
	ids    map[string]syntax.Pos
	docs   map[string]*document
	open   []string // the files around the one that is being decoded, and itself
	rules  int
	parts  int  // parameters, conditions and modes
	full   bool // a limit of the whole was met, and nothing more is read
	done   []markup.Done
}

// document is a file that was read. A file that is included twice is decoded
// twice, with other ids.
type document struct {
	root   *markup.Element // nil: it does not load
	faulty bool            // its rules have errors, which were reported
}

// scope lists what ids depend on.
type scope struct {
	prefix string // of ids
	parent string // of ids that begin with a period
	depth  int
}

// Decode reads a file and the subtrees that it names, and returns the rule of the
// file; nil when it has none or when errors were added to the list.
func Decode(file string, src []byte, reg *host.Registry, files *sourcefile.Files, l *syntax.List) Rule {
	before := len(l.Errors)
	rule, done := decode(file, src, reg, files, l)
	if done(); len(l.Errors) > before {
		return nil
	}
	return rule
}

// decode is Decode, but tells errors of syntax when all others have been told.
func decode(file string, src []byte, reg *host.Registry, files *sourcefile.Files, l *syntax.List) (Rule, markup.Done) {
	limits := *host.LimitsOf(reg)
	root, done := markup.XML(file, src, markup.LimitsOf(limits), l)
	if root == nil {
		return nil, done
	}
	before := len(l.Errors)
	d := &decoder{
		limits: limits, reg: reg, files: files, list: l, ids: map[string]syntax.Pos{}, docs: map[string]*document{}, open: []string{file},
		done: []markup.Done{done},
	}
	done = func() (faulty bool) {
		for _, done := range slices.Backward(d.done) {
			faulty = done() || faulty
		}
		return faulty
	}
	rules := d.tree(root, scope{})
	if len(rules) > 1 {
		first := rules[0].head()
		e := l.Errorf(rules[1].head().At, "a second rule in the main file, wanted one")
		e.Hint = "put both into a sequence or a choice; only the file of a subtree may hold several"
		e.Notes = []syntax.Note{{Pos: first.At.Start, Msg: "the first is here"}}
	}
	if len(l.Errors) > before || len(rules) == 0 {
		return nil, done
	}
	return rules[0], done
}

// tree reads the rules of a file.
func (d *decoder) tree(root *markup.Element, s scope) []Rule {
	if root.Name != rootTag {
		e := d.list.Errorf(root.Span, "root element <%s>, wanted <%s>", clip(root.Name), rootTag)
		root.Misnamed(e, rootTag)
		return nil
	}
	return d.children(root, nil, s)
}

// children reads what stands in a list, or at the top of a file where the list
// is nil: rules, and the parts of the list itself.
func (d *decoder) children(e *markup.Element, in *Head, s scope) []Rule {
	d.stray(e)
	var rules []Rule
	for _, c := range e.Children {
		switch {
		case d.full:
			return nil
		case in != nil && d.part(c, in):
		case isRule(c.Name):
			if r := d.rule(c, s); r != nil {
				rules = append(rules, r)
			}
		case in != nil:
			d.unknownTag(c, e.Name, slices.Concat(listTags, partTags))
		default:
			d.unknownTag(c, e.Name, listTags)
		}
	}
	return rules
}

func isRule(tag string) bool { return tag == subTreeTag || slices.Contains(listTags, tag) }

func (d *decoder) unknownTag(e *markup.Element, in string, wanted []string) {
	f := d.list.Errorf(e.Span, "unknown tag <%s> in <%s>, wanted %s", clip(e.Name), clip(in), markup.Or(wanted))
	e.Misnamed(f, wanted...)
	switch {
	case in == rootTag && slices.Contains(modularTags, e.Name):
		f.Fix, f.Hint = nil, "a Modular Behavior Tree has it, in <BehaviorTree> with a capital letter"
	case isRule(e.Name):
		f.Fix, f.Hint = nil, fmt.Sprintf("<%s> holds no rules; put both into a sequence or a choice", in)
	}
}

// modularTags lists the tags at the top of Modular Behavior Trees, whose root element
// differs from that of these trees by a letter.
var modularTags = []string{"Root", "Variables", "SignalVariables", "Timestamps"}

// stray reports text at a position where none is read.
func (d *decoder) stray(e *markup.Element) {
	for i := range e.Texts {
		if t := &e.Texts[i]; strings.TrimSpace(t.Value) != "" {
			d.list.Noticef(spanOf(t), "text in <%s> is ignored", clip(e.Name))
			return
		}
	}
}

// rule reads one rule.
func (d *decoder) rule(e *markup.Element, s scope) Rule {
	if d.rules++; d.rules > maxRules {
		d.stop(e, "more than %d rules in a tree with its subtrees", maxRules)
		return nil
	}
	if s.depth++; s.depth > maxDepth.In(d.limits) {
		d.list.Errorf(e.Span, "rules and subtrees nested deeper than %d levels", maxDepth.In(d.limits))
		return nil
	}
	h := Head{At: e.Span, name: e.Name}
	switch e.Name {
	case "sequence":
		return &Sequence{List: d.ruleList(e, h, s)}
	case "choice":
		return &Choice{List: d.ruleList(e, h, s)}
	case "subtree", subTreeTag:
		return d.subtree(e, h, s)
	case "action":
		return d.action(e, h, s)
	}
	d.attrs(e, "id")
	d.id(e, &h, s)
	d.body(e, &h)
	switch e.Name {
	case "success":
		return &Success{h}
	case "failure":
		if len(h.Conditions) > 0 {
			d.list.Noticef(h.Conditions[0].At, "a failure rule fails whatever its conditions say")
		}
		return &Failure{h}
	case "running":
		return &Running{h}
	}
	return &Yield{h}
}

func (d *decoder) stop(e *markup.Element, format string, args ...any) {
	if !d.full {
		d.full = true
		d.list.Errorf(e.Span, format, args...)
	}
}

func (d *decoder) ruleList(e *markup.Element, h Head, s scope) List {
	d.attrs(e, "id", "loop", "doNotFail")
	if d.id(e, &h, s); h.HasID {
		s.parent = h.ID
	}
	l := List{Loop: d.flag(e, "loop"), DoNotFail: d.flag(e, "doNotFail")}
	l.Rules = d.children(e, &h, s)
	l.Head = h
	return l
}

func (d *decoder) action(e *markup.Element, h Head, s scope) Rule {
	d.attrs(e, "id", "name", "doNotFail")
	d.id(e, &h, s)
	a := &Action{NameAt: e.Span, DoNotFail: d.flag(e, "doNotFail")}
	if name := d.name(e); name != nil {
		a.Name, a.NameAt, h.name = name.Value, name.ValueSpan, name.Value
	}
	d.body(e, &h)
	a.Head = h
	return a
}

// name reads the attribute `name`, which must be there and may be empty.
func (d *decoder) name(e *markup.Element) *markup.Attr {
	name := e.Attr("name")
	if name == nil {
		f := d.list.Errorf(e.Span, "<%s> has no attribute %q", e.Name, "name")
		for _, a := range e.Attrs {
			if f.Hint == "" && a.Name != "id" && syntax.Closest(a.Name, []string{"name"}) != "" {
				f.Hint = fmt.Sprintf("write name where %s stands, at %v", clip(a.Name), a.NameSpan.Start)
			}
		}
		if text := strings.TrimSpace(textOf(e)); f.Hint == "" && e.Name == "action" && text != "" {
			f.Hint = fmt.Sprintf("write <action name='%s'/>", clip(text))
		}
	}
	return name
}

// flag reads an attribute that is on for the exact text true and for nothing
// else.
func (d *decoder) flag(e *markup.Element, name string) bool {
	a := e.Attr(name)
	if a == nil {
		return false
	}
	if a.Value != "true" && a.Value != "false" {
		d.list.Noticef(a.ValueSpan, "%s=%q is off: only the exact text true turns it on", name, clip(a.Value))
	}
	return a.Value == "true"
}

// attrs reports attributes that nothing reads.
func (d *decoder) attrs(e *markup.Element, known ...string) {
	for _, a := range e.Attrs {
		if !slices.Contains(known, a.Name) && !strings.HasPrefix(a.Name, "xmlns") {
			d.list.Noticef(a.NameSpan, "<%s> has no attribute %q, it is ignored", e.Name, clip(a.Name)).Suggest(a.Name, known)
		}
	}
}

// inText tells what to write where an attribute has what belongs into the text of an
// element.
func (d *decoder) inText(e *markup.Element, attr, format string) {
	a := e.Attr(attr)
	if a == nil || textOf(e) != "" {
		return
	}
	for _, n := range d.list.Notices {
		if n.Pos == a.NameSpan.Start {
			n.Hint = "write " + fmt.Sprintf(format, clip(a.Value))
		}
	}
}

// id reads the id of a rule and adds it to those of the tree.
func (d *decoder) id(e *markup.Element, h *Head, s scope) {
	a := e.Attr("id")
	switch {
	case a == nil:
		return
	case a.Value == "":
		d.list.Errorf(a.ValueSpan, "an empty id; leave it out for a rule without one")
		return
	case strings.HasPrefix(a.Value, "."):
		if h.ID = s.parent + a.Value; s.parent == "" {
			n := d.list.Noticef(a.ValueSpan, "the full id is %q: no list in this file that has an id stands around the rule, and the period stands for nothing", clip(a.Value))
			if s.prefix != "" {
				n.Hint = fmt.Sprintf("%q without the period is %q", clip(a.Value[1:]), clip(s.prefix+a.Value[1:]))
			}
		}
	default:
		h.ID = s.prefix + a.Value
	}
	h.HasID = true
	if len(h.ID) > maxID.In(d.limits) {
		d.list.Errorf(a.ValueSpan, "an id of %d bytes with its prefixes, wanted at most %d", len(h.ID), maxID.In(d.limits))
		return
	}
	if first, ok := d.ids[h.ID]; ok {
		f := d.list.Errorf(a.ValueSpan, "two rules have the id %q", clip(h.ID))
		if first != a.ValueSpan.Start {
			f.Notes = []syntax.Note{{Pos: first, Msg: "the first is here"}}
		} else {
			f.Hint = "the file stands twice in the tree: give its subtrees ids of their own, which are put before the ids of the file"
		}
		return
	}
	d.ids[h.ID] = a.ValueSpan.Start
}

// body reads the children of a rule that holds no rules.
func (d *decoder) body(e *markup.Element, h *Head) {
	d.stray(e)
	for _, c := range e.Children {
		switch {
		case d.full:
			return
		case !d.part(c, h):
			d.unknownTag(c, e.Name, partTags)
		}
	}
}

// part reads a parameter, a condition or a mode.
func (d *decoder) part(e *markup.Element, h *Head) bool {
	if d.parts++; d.parts > maxParts.In(d.limits) {
		d.stop(e, "more than %d parameters, conditions and modes in a tree with its subtrees", maxParts.In(d.limits))
		return true
	}
	switch e.Name {
	case "parameter":
		d.attrs(e, "name")
		if name := d.name(e); name != nil {
			d.inText(e, "value", fmt.Sprintf("<parameter name='%s'>%%s</parameter>", clip(name.Value)))
			d.parameter(e, h, host.TextParam{Name: name.Value, Value: textOf(e)}, name.ValueSpan)
		}
	case "condition":
		d.attrs(e)
		d.inText(e, "name", "<condition>%s</condition>")
		h.Conditions = append(h.Conditions, Condition{Name: textOf(e), At: textAt(e)})
	case "conditionMode":
		d.attrs(e)
		text := textOf(e)
		m := slices.Index(modeNames[:], text)
		if m < 0 {
			f := d.list.Errorf(textAt(e), "condition mode %q, wanted %s", clip(text), markup.Or(modeNames[:]))
			f.Suggest(text, modeNames[:])
		}
		if h.modes++; h.modes > 1 {
			d.list.Noticef(textAt(e), "a second conditionMode in one rule, the last one counts")
		}
		h.Mode = Mode(max(m, 0))
	default:
		return false
	}
	return true
}

// parameter puts a parameter into the dictionary; the last one of a name counts.
func (d *decoder) parameter(e *markup.Element, h *Head, p host.TextParam, at syntax.Span) {
	w := written{at: at, textAt: textAt(e), fixed: fixedText(e)}
	if i := h.find(p.Name); i >= 0 {
		d.list.Noticef(at, "a second parameter %q in one rule, the last one counts", clip(p.Name)).Notes = []syntax.Note{{Pos: h.written[i].at.Start, Msg: "the first is here"}}
		h.Params[i].Value, h.written[i] = p.Value, w
		return
	}
	if len(h.Params) == maxParams.In(d.limits) {
		d.list.Errorf(e.Span, "more than %d parameters in one rule", maxParams.In(d.limits))
		return
	}
	h.Params, h.written = append(h.Params, p), append(h.written, w)
}

// subtree reads the file that a subtree names as a sequence of its rules.
func (d *decoder) subtree(e *markup.Element, h Head, s scope) Rule {
	d.attrs(e, "id", "loop", "doNotFail")
	if len(e.Children) > 0 {
		d.list.Noticef(e.Children[0].Span, "tags in <%s> are ignored, only the path is read", e.Name)
	}
	if d.id(e, &h, s); h.HasID {
		s.prefix = h.ID + "."
	}
	s.parent = ""
	q := &Sequence{File: textOf(e)}
	q.List = List{Head: h, Loop: d.flag(e, "loop"), DoNotFail: d.flag(e, "doNotFail")}
	q.Rules = d.include(q.File, textAt(e), s)
	return q
}

func (d *decoder) include(ref string, span syntax.Span, s scope) []Rule {
	at := span.Start
	name, err := d.files.FindBeside(at, ref)
	if err != nil {
		switch trimmed := strings.TrimSpace(ref); {
		case trimmed == "":
			err.Hint = "the text of a subtree is the path of its file"
		case trimmed != ref:
			err.Hint = "the space in front is part of the name: text after an attribute is not trimmed"
		}
		d.list.Errors = append(d.list.Errors, err)
		if use := standin.Action(d.reg, d.list, err, ref); use != nil {
			return []Rule{&Action{Head: Head{At: span}, Name: ref, NameAt: span, use: use}}
		}
		return nil
	}
	if i := slices.Index(d.open, name); i >= 0 {
		cycle := append(slices.Clone(d.open[i:]), name)
		d.list.Errorf(at, "a subtree within itself: %s", strings.Join(cycle, " > "))
		return nil
	}
	doc := d.document(name, at)
	if doc == nil || doc.root == nil || doc.faulty {
		return nil
	}
	before := len(d.list.Errors)
	d.open = append(d.open, name)
	rules := d.tree(doc.root, s)
	d.open = d.open[:len(d.open)-1]
	if len(d.list.Errors) > before {
		doc.faulty = true
		d.list.Errorf(at, "the subtree %q has errors", clip(name))
	}
	return rules
}

// document reads a file, once.
func (d *decoder) document(name string, at syntax.Pos) *document {
	if doc := d.docs[name]; doc != nil {
		return doc
	}
	if len(d.docs) == maxFiles.In(d.limits) {
		d.full = true
		d.list.Errorf(at, "more than %d files of subtrees", maxFiles.In(d.limits))
		return nil
	}
	doc := &document{}
	d.docs[name] = doc
	src, err := d.files.Read(at, name)
	if err != nil {
		d.list.Errors = append(d.list.Errors, err)
		return doc
	}
	var own syntax.List
	root, done := markup.XML(name, src, markup.LimitsOf(d.limits), &own)
	if done(); len(own.Errors) > 0 {
		root, done = markup.XML(name, src, markup.LimitsOf(d.limits), d.list)
		d.done = append(d.done, done)
		d.list.Errorf(at, "the subtree %q has errors", clip(name))
	}
	doc.root = root
	return doc
}

// clip cuts a name to what fits into an error.
func clip(s string) string {
	const limit = 60
	if r := []rune(s); len(r) > limit {
		return fmt.Sprintf("%s...", string(r[:limit]))
	}
	return s
}
