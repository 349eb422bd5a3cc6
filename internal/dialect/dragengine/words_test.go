package dragengine

import (
	"fmt"
	"html"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/dialect/words/wordstest"
	"github.com/thicket-sim/thicket/internal/ground/golden"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// sampler writes samples of rules from rows alone.
type sampler struct {
	full  bool              // all parameters, settings and parts are there
	given map[string]string // parameters and settings with texts of their own; a nil text leaves one out
	left  string            // a parameter that is left out
}

// text returns the text of a parameter, if it is there.
func (s *sampler) text(p *words.Param) (text string, ok bool) {
	if text, ok := s.given[p.Name]; ok {
		return html.EscapeString(text), true
	}
	return html.EscapeString(wordstest.Text(p)), (s.full || p.Required) && p.Name != s.left
}

// element writes an element with what is within it.
func (s *sampler) element(w *words.Word, within string) string {
	attrs, text := "", ""
	for i := range w.Params {
		p := &w.Params[i]
		if value, ok := s.text(p); ok && p.Name == elementText {
			text = value
		} else if ok {
			attrs += fmt.Sprintf(" %s='%s'", p.Name, value)
		}
	}
	for i := range Words() {
		set := &Words()[i]
		if given, isGiven := s.given[set.Name]; set.Role == words.Setting && slices.Contains(set.In, w.Name) && (s.full || isGiven) {
			if !isGiven {
				given = wordstest.Plain(&set.Value)
			}
			if !strings.Contains(text, " ") && text != "" {
				continue // behind an attribute a text has a space in front
			}
			attrs += fmt.Sprintf(" %s='%s'", set.Name, given)
		}
	}
	for _, part := range w.Parts {
		if s.full {
			within += (&sampler{full: true}).element(wordstest.PartOf(Words(), w, part), "")
		}
	}
	n := w.Least
	if s.full && w.Most != 0 {
		n = max(n, 1)
	}
	return "<" + w.Name + attrs + ">" + text + within + strings.Repeat("<success/>", n) + "</" + w.Name + ">"
}

// call writes what calls an action or a condition, with its parameters.
func (s *sampler) call(w *words.Word) string {
	of := wordstest.PartOf(Words(), &words.Word{Name: "sequence"}, "parameter")
	params := ""
	for i := range w.Params {
		if text, ok := s.text(&w.Params[i]); ok {
			params += (&sampler{given: map[string]string{of.Params[0].Name: w.Params[i].Name, of.Params[1].Name: text}}).element(of, "")
		}
	}
	in := words.Find(Words(), w.In[0], false)[0]
	name := sampler{given: map[string]string{in.Params[0].Name: w.Name}}
	if in.Role.IsNode() {
		return name.element(&in, params)
	}
	around := words.Find(Words(), in.In[0], false)[0]
	return new(sampler).element(&around, name.element(&in, "")+params)
}

// file writes a file with a word.
func (s *sampler) file(w *words.Word) string {
	text := ""
	switch {
	case w.Role == words.Setting:
		around := words.Find(Words(), w.In[0], false)[0]
		text = (&sampler{given: map[string]string{w.Name: wordstest.Plain(&w.Value)}}).element(&around, "")
	case w.Role == words.Part && len(w.In) == 0:
		return s.element(w, "")
	case w.Role == words.Part:
		around := words.Find(Words(), w.In[0], false)[0]
		text = new(sampler).element(&around, s.element(w, ""))
	case len(w.In) > 0:
		text = s.call(w)
	default:
		text = s.element(w, "")
	}
	return new(sampler).element(&words.Find(Words(), rootTag, false)[0], text)
}

// loadSample loads a file and returns what is told of it. The game has what samples name.
func loadSample(t *testing.T, src string) (p *run.Program, told syntax.ErrorList) {
	t.Helper()
	reg := &host.Registry{}
	if err := AddBehaviors(reg); err != nil {
		t.Fatal(err)
	}
	success := func(*host.Call) host.Status { return host.Success }
	for _, name := range sampledNames("action") {
		if err := reg.AddAction(host.Action{Name: name, Tick: success}); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range sampledNames("condition") {
		if err := reg.AddFunc(host.Func{Name: name, Result: host.Bool, Eval: func(*host.Call) host.Value { return host.BoolValue(true) }}); err != nil {
			t.Fatal(err)
		}
	}
	var l syntax.List
	p = Load("sample.debt", []byte(src), reg, sourcefile.Memory(map[string]string{"other.debt": "<behaviorTree><success/></behaviorTree>"}), &l)
	return p, append(l.Errors, l.Notices...)
}

// sampledNames lists the samples of names of things of a sort.
func sampledNames(what string) (all []string) {
	for _, w := range Words() {
		for _, p := range w.Params {
			if p.Names == what && !slices.Contains(all, p.Sample) {
				all = append(all, p.Sample)
			}
		}
	}
	return all
}

// Each row loads as it stands, with the least and with all, and nothing odd is told of it; what it says
// is refused is, and what must be there is missed.
func TestRowsLoad(t *testing.T) {
	wordstest.Rows(t, Words(), "../../../docs")
	for i := range Words() {
		w := &Words()[i]
		if w.Role == words.Event || slices.Contains(w.In, scriptCode) {
			continue // tried below
		}
		for _, s := range []*sampler{{}, {full: true}} {
			src := s.file(w)
			p, told := loadSample(t, src)
			if p == nil || !strings.Contains(src, w.Name) || len(told) > 0 && !isOdd(told, w, s.full) {
				t.Errorf("%s: %s: %v", w.Name, src, told)
			}
		}
		for j := range w.Params {
			p := &w.Params[j]
			for _, bad := range wordstest.Wrong(&p.Value) {
				if loaded, _ := loadSample(t, (&sampler{full: true, given: map[string]string{p.Name: bad}}).file(w)); loaded != nil {
					t.Errorf("%s: %s %s is taken", w.Name, p.Name, bad)
				}
			}
			if _, told := loadSample(t, (&sampler{left: p.Name}).file(w)); p.Required && len(told) == 0 {
				t.Errorf("%s: nothing is told where %s is missing", w.Name, p.Name)
			}
		}
		if w.Role == words.Setting && w.Value.Kind == host.Bool {
			around := words.Find(Words(), w.In[0], false)[0]
			src := (&sampler{given: map[string]string{w.Name: "yes"}}).file(&around)
			if _, told := loadSample(t, src); !strings.Contains(told.Error(), "is off") {
				t.Errorf("%s: %v", src, told)
			}
		}
	}
}

// isOdd reports whether all that is told of a sample is that it is bare: nothing reads its parameters,
// its conditions count for nothing, nothing has an id or runs on.
func isOdd(told syntax.ErrorList, w *words.Word, full bool) bool {
	for _, e := range told {
		stray := strings.Contains(e.Msg, "nothing reads the parameter") && (full && w.Role.IsNode() || w.Name == "parameter")
		bare := slices.ContainsFunc([]string{"fails whatever its conditions say", "the root has no id", "a loop in which nothing runs on"}, func(text string) bool {
			return strings.Contains(e.Msg, text)
		})
		if !stray && !bare {
			return false
		}
	}
	return true
}

// What rows of scripts say runs, in a tree with a flag, an entry and a rule of the samples' names.
func TestScriptRowsRun(t *testing.T) {
	for i := range Words() {
		w := &Words()[i]
		if !slices.Contains(w.In, scriptCode) {
			continue
		}
		for _, full := range []bool{false, true} {
			var args []string
			for j := range w.Params {
				p := &w.Params[j]
				switch {
				case !full && !p.Required:
				case p.Kind == host.String || p.Kind == host.Any:
					args = append(args, "'"+wordstest.Text(p)+"'")
				default:
					args = append(args, wordstest.Text(p))
				}
			}
			code := "sample = " + w.Name
			if strings.Contains(w.Name, ":") {
				code = "sample = " + w.Name + "(" + strings.Join(args, ", ") + ")"
			}
			src := "function actions.go(bot)\n" + code + "\nif sample == nil and " + fmt.Sprint(w.Value.Kind != host.Null && len(w.Params) == 0 || w.Role == words.Place) + " then error('nothing') end\nreturn true\nend"
			if told := runScript(t, src); told != "" {
				t.Errorf("%s: %s: %s", w.Name, code, told)
			}
		}
	}
}

// stage is a world of one bot, which knows where it is and has state.
type stage struct {
	host.World
	told string
}

func (w *stage) Fault(f host.Fault)                            { w.told += f.Text }
func (*stage) Decide(int32, *host.Action, host.Intent)         {}
func (*stage) Position(int32) (x, y float32)                   { return 1, 2 }
func (*stage) Heading(int32) (x, y float32)                    { return 1, 0 }
func (*stage) State(int32, host.Key) host.Sym                  { return host.Missing }
func (*stage) SetState(int32, string, host.Value) error        { return nil }
func (*stage) Part(any) any                                    { return nil }
func (*stage) Random(host.BotID, int64, uint16, uint32) uint64 { return 0 }

// runScript runs an action go of a script, and returns what is told.
func runScript(t *testing.T, src string) string {
	t.Helper()
	reg := &host.Registry{}
	if err := AddBehaviors(reg); err != nil {
		t.Fatal(err)
	}
	c, err := machine.Compile(syntax.Pos{File: "sample.lua", Line: 1, Col: 1}, src, lua.LimitsOf(limit.Values{}))
	if err != nil {
		t.Fatal(err)
	}
	var l syntax.List
	SetScripts(reg, []*machine.Chunk{c}, &l)
	n := wordstest.Sample
	p := Load("a.debt", []byte("<behaviorTree><sequence><action name='go'/><running id='"+n+"'/><action name='flags.set'><parameter name='flag'>"+n+
		"</parameter></action><action name='parameterTable.set'><parameter name='name'>"+n+"</parameter></action></sequence></behaviorTree>"), reg, sourcefile.Memory(nil), &l)
	if err := l.Err(); err != nil {
		t.Fatal(err)
	}
	w := &stage{}
	pool := run.NewPool(p, w)
	pool.Add(1, 0, run.Moment{DT: 0.1})
	x := pool.NewExec()
	pool.TickRange(&x, pool.Order(), run.Moment{DT: 0.1})
	return w.told
}

// The rows are what the loader knows: tags, ready-made actions and conditions, the tables and orders of
// scripts, and events.
func TestRowsAreTheTables(t *testing.T) {
	var want []string
	want = append(want, listTags...)
	want = append(want, subTreeTag)
	want = append(want, behaviorActionNames()...)
	want = append(want, behaviorConditionNames()...)
	want = append(append(append(want, rootTag), partTags...), "id", "loop", "doNotFail")
	want = append(want, scriptTables[:]...)
	for _, f := range botFields {
		want = append(want, "bot."+f.name)
	}
	for _, o := range orders {
		want = append(want, "bot:"+o.name)
	}
	want = append(append(want, commandEvents...), "jump:ID")
	var got []string
	for _, w := range Words() {
		got = append(got, w.Name)
	}
	if !slices.Equal(got, want) {
		t.Errorf("rows\n%v, wanted\n%v", got, want)
	}
	if tags := slices.Sorted(maps.Keys(ruleWords)); len(tags) != len(listTags)+1 {
		t.Errorf("rows of rules: %v", tags)
	}
	for op := opSequence; op < opNothing; op++ {
		if found := words.Find(Words(), op.String(), false); len(found) != 1 && op != opReady && op != opMissing || string(found[0].Role) != ops.Role(tree.Op(op)).String() {
			t.Errorf("%v: %+v", op, found)
		}
	}
	p, _ := loadSample(t, "<behaviorTree><success id='ID'/></behaviorTree>")
	for _, w := range Words() {
		if events := p.Semantics.(*semantics); w.Role == words.Event && (events.CheckEvent(w.Name) != nil || events.CheckEvent(w.Name+"x") == nil) {
			t.Errorf("event %s: %v, misspelt %v", w.Name, events.CheckEvent(w.Name), events.CheckEvent(w.Name+"x"))
		}
	}
}

// A kit reads what its row says: with none of it, nothing else is asked for.
func TestKitsReadTheirRows(t *testing.T) {
	for _, kits := range [][]kit{actionKits, conditionKits} {
		for i := range kits {
			k := &kits[i]
			h := &Head{}
			k.made()(&compiler{s: &semantics{entries: map[string]int{}, flags: map[string]int{}, timers: map[string]int{}}}, h)
			want := map[string]bool{}
			for _, p := range k.params {
				want[p.Name] = true
			}
			got := map[string]bool{}
			for _, name := range h.asked {
				got[name] = true
			}
			if !maps.Equal(got, want) {
				t.Errorf("%s reads %v, its row has %v", k.name, got, want)
			}
		}
	}
}

// What a scene offers ready-made has the parameters of its kind in listings, under any name.
func TestReadyMadeLeavesSayWhatTheyRead(t *testing.T) {
	reg := &host.Registry{}
	if err := AddBehaviors(reg); err != nil {
		t.Fatal(err)
	}
	for _, w := range words.Leaves(reg.Overlay(dialect)) {
		same := func(o words.Word) bool {
			return o.Role == w.Role && o.Name == w.Name && len(o.Params) > 0 && o.Params[0].Name == w.Params[0].Name && len(o.Params) == len(w.Params)
		}
		if len(w.Params) == 0 || !slices.ContainsFunc(Words(), same) {
			t.Errorf("%+v", w)
		}
	}
}

// The tables on the page are made from the rows.
func TestPage(t *testing.T) {
	const docs = "../../../docs/" + page
	golden.Table(t, docs, "rules", ruleTable())
	golden.Table(t, docs, "kits", kitTable())
	golden.Table(t, docs, "scripts", scriptTable())
}

// ruleTable is the table of rules.
func ruleTable() string {
	var b strings.Builder
	b.WriteString("| rule | attributes | what it does |\n| --- | --- | --- |\n")
	for _, w := range Words() {
		if !w.Role.IsNode() || len(w.In) > 0 {
			continue
		}
		var attrs []string
		for _, set := range Words() {
			if set.Role == words.Setting && slices.Contains(set.In, w.Name) {
				attrs = append(attrs, "`"+set.Name+"`")
			}
		}
		for _, p := range w.Params {
			if p.Name != elementText {
				attrs = append(attrs, "`"+p.Name+"` (required)")
			}
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", w.Name, strings.Join(attrs, ", "), w.Doc)
	}
	return b.String()
}

// kitTable is the table of what scenes may offer ready-made.
func kitTable() string {
	var b strings.Builder
	b.WriteString("| kind | parameters of the rule | what it does |\n| --- | --- | --- |\n")
	for _, w := range Words() {
		if !w.Role.IsNode() || len(w.In) == 0 {
			continue
		}
		var params []string
		for _, p := range w.Params {
			params = append(params, "`"+p.Name+"`: "+strings.TrimSpace(p.Doc+map[bool]string{true: ", " + p.Unit}[p.Unit != ""]))
		}
		fmt.Fprintf(&b, "| %s `%s` | %s | %s |\n", w.Role, w.Name, strings.Join(params, "; "), w.Doc)
	}
	return b.String()
}

// scriptTable is the table of what scripts have of a bot.
func scriptTable() string {
	var b strings.Builder
	b.WriteString("| of the bot | meaning |\n| --- | --- |\n")
	for _, w := range Words() {
		if w.Role != words.Function || !slices.Contains(w.In, scriptCode) {
			continue
		}
		var params []string
		for _, p := range w.Params {
			params = append(params, p.Name)
		}
		form := w.Name
		if strings.Contains(form, ":") {
			form += "(" + strings.Join(params, ", ") + ")"
		}
		doc := w.Doc
		if w.Value.Unit != "" {
			doc = strings.TrimSuffix(doc, ".") + ", in " + w.Value.Unit + "."
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", form, doc)
	}
	return b.String()
}
