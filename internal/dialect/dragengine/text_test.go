package dragengine_test

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
)

// Texts are seen through parameters and through conditions of odd names.
func TestText(t *testing.T) {
	for _, c := range []struct{ xml, want string }{
		{`<parameter name='p'/>`, ""},
		{`<parameter name='p'></parameter>`, ""},
		{`<parameter name='p'>v</parameter>`, "v"},
		{`<parameter name='p'> v </parameter>`, " v"},
		{"<parameter name='p'>a\n\t b\r\nc</parameter>", "a b c"},
		{`<parameter name='p'> </parameter>`, ""},
		{`<parameter name='p'> <!-- --> v</parameter>`, " "},
		{`<parameter name='p'>v <!-- --> w</parameter>`, "v "},
		{`<parameter name='p'>v <!-- --></parameter>`, "v"},
		{`<parameter name='p'>v <b/></parameter>`, "v "},
		{`<parameter name='p'><b>u</b> v</parameter>`, " v"},
		{`<parameter name='p'><![CDATA[ a  b ]]></parameter>`, " a  b "},
		{`<parameter name='p'>v<![CDATA[w]]></parameter>`, "v"},
		{`<parameter name='p'>&lt;&#32;&#32;&amp;</parameter>`, "< &"},
		{`<parameter name='p'>1</parameter><parameter name='q'>2</parameter><parameter name='p'>3</parameter>`, "3"},
		{`<parameter name='p' xmlns:x='y'> v</parameter>`, " v"},
	} {
		g := newGame(t)
		got := "none"
		g.action(host.Action{Name: "read", Tick: func(c *host.Call) host.Status {
			got, _ = c.TextParam("p")
			return host.Success
		}})
		g.load(`<action id='r' name='read'>` + c.xml + `</action>`)
		if g.want(host.Success, ""); got != c.want {
			t.Errorf("%s: %q, want %q", c.xml, got, c.want)
		}
	}
	for _, c := range []struct{ xml, name string }{
		{`<condition> day </condition>`, "day"},
		{`<condition x=''> day </condition>`, " day"},
		{`<condition xmlns:x='y'> day </condition>`, "day"},
		{`<condition> <!-- --> day </condition>`, " "},
		{`<condition> <![CDATA[day]]></condition>`, " "},
		{`<condition><?p?> day</condition>`, " day"},
		{`<condition>day<?p?> x</condition>`, "day"},
	} {
		g := newGame(t)
		asked := false
		if c.name != "day" {
			g.condition(host.Func{Name: c.name, Result: host.Bool, Eval: func(*host.Call) host.Value { asked = true; return host.BoolValue(true) }})
		} else {
			g.holds["day"] = true
			asked = true
		}
		g.load(`<success id='r'>` + c.xml + `</success>`)
		if g.want(host.Success, ""); !asked {
			t.Errorf("%s does not name %q", c.xml, c.name)
		}
	}
}
