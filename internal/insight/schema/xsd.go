package schema

import (
	"encoding/xml"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/optable"
	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// XML says how files of a dialect of XML write what its rows say.
type XML struct {
	// Entries: in place of a value stands the name of an entry in braces.
	Entries bool
	// AnyCase: upper and lower case make no difference in words and truth values, nor do spaces between
	// the words that a word is made of.
	AnyCase bool
	// Conditions: conditions and functions are nodes, too.
	Conditions bool
	// Texts: an element may have a text, which is a parameter of its row, rules stand among parts, and
	// what a game offers is named in them.
	Texts bool
}

// elementText is the name of the parameter that is the text of an element.
const elementText = "#text"

// XMLOf returns how the files of a dialect are written; false for one that has no schema of XML.
func XMLOf(dialect string) (x XML, ok bool) {
	switch dialect {
	case "mbt":
		return XML{AnyCase: true}, true
	case "btcpp":
		return XML{Entries: true, Conditions: true}, true
	case "dragengine":
		return XML{Texts: true}, true
	}
	return x, false
}

// XSD returns an XML Schema of the files of a dialect: own are its rows, and offered those of what a
// game offers to its trees. A node of another name is an error by it.
func (x XML) XSD(own, offered []words.Word) []byte {
	w := xsd{XML: x, all: slices.Clone(own)}
	w.all = slices.DeleteFunc(w.all, func(row words.Word) bool {
		isNamed := x.Texts && row.Role.IsNode() && len(row.In) > 0
		return isNamed || row.Vocabulary != "" && words.Find(offered, row.Name, false) != nil
	})
	seen := map[string]bool{}
	for i := range w.all {
		seen[w.all[i].Name] = seen[w.all[i].Name] || w.all[i].Role.IsNode()
	}
	// A name as it is offered comes before one that is only spelled so.
	for _, spelled := range []func(string) string{strings.Clone, optable.CamelCase} {
		for i := range offered {
			for _, row := range x.nodesOf(&offered[i]) {
				if row.Name = spelled(row.Name); !seen[row.Name] {
					seen[row.Name] = true
					w.all = append(w.all, row)
				}
			}
		}
	}
	if x.Texts {
		w.offer(offered)
	}
	words.Sort(w.all)
	return w.schema()
}

// nodesOf returns the nodes that something is which a game offers.
func (x XML) nodesOf(w *words.Word) []words.Word {
	isNode := w.Role.IsNode() && w.Role != words.Condition
	switch {
	case x.Texts:
		return nil
	case isNode, x.Conditions && w.Role == words.Condition:
		row := *w
		if x.Entries { // others have nowhere to write to
			row.Params = slices.Concat(w.Params, w.Outputs)
			for i := range w.Outputs {
				to := &row.Params[len(w.Params)+i]
				to.Required, to.Writes = false, true
			}
		}
		return []words.Word{row}
	case !x.Conditions || w.Role != words.Function:
		return nil
	}
	writes := *w
	writes.Role = words.Action
	writes.Params = append(slices.Clip(w.Params), words.Param{Name: "into", Doc: "the entry for its value", Required: true, Writes: true, Value: w.Value})
	return append(w.Conditions(), writes)
}

// xsd writes a schema.
type xsd struct {
	XML
	strings.Builder
	all []words.Word
}

func (w *xsd) line(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

func (w *xsd) schema() []byte {
	w.line(`<?xml version="1.0" encoding="UTF-8"?>`)
	w.line(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">`)
	for i := range w.all {
		if row := &w.all[i]; row.Role == words.Part && row.In == nil {
			w.line(`<xs:element name=%s type=%s/>`, quoted(row.Name), quoted(typeName(row)))
		}
	}
	w.line(`<xs:group name="node"><xs:choice>`)
	for i := range w.all {
		if row := &w.all[i]; row.Role.IsNode() {
			w.line(`<xs:element name=%s type=%s/>`, quoted(row.Name), quoted(typeName(row)))
		}
	}
	w.line(`</xs:choice></xs:group>`)
	w.settings()
	w.values()
	for i := range w.all {
		if row := &w.all[i]; row.Role.IsNode() || row.Role == words.Part {
			w.complexType(row)
		}
	}
	w.line(`</xs:schema>`)
	return []byte(w.String())
}

// typeName names the type of an element: parts of one name differ by what they stand in.
func typeName(row *words.Word) string {
	if row.Role != words.Part {
		return "node." + row.Name
	}
	if row.In == nil {
		return "file." + row.Name
	}
	return "part." + row.In[0] + "." + row.Name
}

// settings writes the attributes that all nodes take.
func (w *xsd) settings() {
	w.line(`<xs:attributeGroup name="settings">`)
	for i := range w.all {
		if row := &w.all[i]; row.Role == words.Setting && row.In == nil {
			w.attribute(&words.Param{Name: row.Name, Doc: row.Doc, Value: row.Value})
		}
	}
	w.line(`</xs:attributeGroup>`)
}

// values writes the types of values.
func (w *xsd) values() {
	truths := `[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|[+\-]?[0-9]+`
	switch {
	case w.Texts:
		truths = `true|false`
	case !w.AnyCase:
		truths = `true|TRUE|True|false|FALSE|False|0|1`
	}
	w.line(`<xs:simpleType name="truth"><xs:restriction base="xs:string"><xs:pattern value=%s/></xs:restriction></xs:simpleType>`, quoted(truths))
	w.line(`<xs:simpleType name="entry"><xs:restriction base="xs:string"><xs:pattern value=%s/></xs:restriction></xs:simpleType>`, quoted(` *\{.+\} *|=`))
	w.line(`<xs:simpleType name="number"><xs:restriction base="xs:double"/></xs:simpleType>`)
	w.line(`<xs:simpleType name="selection"><xs:restriction base="xs:string"><xs:pattern value="[^=]+=.*"/></xs:restriction></xs:simpleType>`)
}

// complexType writes what stands in an element.
func (w *xsd) complexType(row *words.Word) {
	text := slices.IndexFunc(row.Params, func(p words.Param) bool { return p.Name == elementText })
	if text >= 0 {
		types, inner := w.typesOf(&row.Params[text].Value)
		w.line(`<xs:simpleType name=%s><xs:union memberTypes=%s>%s</xs:union></xs:simpleType>`, quoted("text."+typeName(row)), quoted(strings.Join(types, " ")), inner)
	}
	mixed := ""
	if row.Text {
		mixed = ` mixed="true"`
	}
	w.line(`<xs:complexType name=%s%s>`, quoted(typeName(row)), mixed)
	says := row.Doc
	if row.Truth != "" {
		says += " Answers: " + row.Truth + "."
	}
	w.document(says)
	switch {
	case text >= 0:
		w.line(`<xs:simpleContent><xs:extension base=%s>`, quoted("text."+typeName(row)))
		w.attributes(row)
		w.line(`</xs:extension></xs:simpleContent>`)
		w.line(`</xs:complexType>`)
		return
	case row.Role == words.Part && row.Open && row.Most == words.Any: // nobody reads what is there
		w.line(`<xs:sequence><xs:any minOccurs="0" maxOccurs="unbounded" processContents="skip"/></xs:sequence>`)
	case len(row.Parts) > 0:
		w.parts(row)
	case len(row.Elements) > 0:
		w.elements(row)
	case row.Most == words.Any, w.Texts && row.Most > 0: // the root of a subtree may have several rules
		w.line(`<xs:group ref="node" minOccurs="%d" maxOccurs="unbounded"/>`, row.Least)
	case row.Most > 0:
		w.line(`<xs:group ref="node" minOccurs="%d" maxOccurs="%d"/>`, row.Least, row.Most)
	}
	w.attributes(row)
	w.line(`</xs:complexType>`)
}

// attributes writes those of an element.
func (w *xsd) attributes(row *words.Word) {
	for i := range row.Params {
		if row.Params[i].Name != elementText {
			w.attribute(&row.Params[i])
		}
	}
	for i := range w.all {
		if s := &w.all[i]; s.Role == words.Setting && slices.Contains(s.In, row.Name) && row.Role.IsNode() {
			w.attribute(&words.Param{Name: s.Name, Doc: s.Doc, Value: s.Value})
		}
	}
	if row.Role.IsNode() && !w.hasSetting(row) {
		w.line(`<xs:attributeGroup ref="settings"/>`)
	}
	if row.Open {
		w.line(`<xs:anyAttribute processContents="skip"/>`)
	}
}

// hasSetting reports whether a parameter of a node has the name of what all nodes take.
func (w *xsd) hasSetting(row *words.Word) bool {
	return slices.ContainsFunc(row.Params, func(p words.Param) bool {
		return slices.ContainsFunc(words.Find(w.all, p.Name, false), func(s words.Word) bool { return s.Role == words.Setting && s.In == nil })
	})
}

// parts writes the parts of an element: in any order, those that can be there once at most once.
func (w *xsd) parts(row *words.Word) {
	var parts []*words.Word
	once := true
	for _, part := range row.Parts {
		i := slices.IndexFunc(w.all, func(p words.Word) bool {
			return p.Role == words.Part && p.Name == strings.TrimSuffix(part, "+") && slices.Contains(p.In, row.Name)
		})
		parts = append(parts, &w.all[i])
		once = once && w.all[i].Once
	}
	if once {
		w.line(`<xs:all>`)
	} else {
		least := 0
		if strings.HasSuffix(strings.Join(row.Parts, ""), "+") && len(row.Parts) == 1 {
			least = 1
		}
		w.line(`<xs:choice minOccurs="%d" maxOccurs="unbounded">`, least)
	}
	if w.Texts && row.Most != 0 {
		w.line(`<xs:group ref="node"/>`)
	}
	for i, part := range parts {
		least := ` minOccurs="0"`
		if !once || strings.HasSuffix(row.Parts[i], "+") {
			least = ""
		}
		w.line(`<xs:element name=%s type=%s%s/>`, quoted(part.Name), quoted(typeName(part)), least)
	}
	if once {
		w.line(`</xs:all>`)
	} else {
		w.line(`</xs:choice>`)
	}
}

func (w *xsd) attribute(p *words.Param) {
	use := ""
	if p.Required {
		use = ` use="required"`
	}
	w.line(`<xs:attribute name=%s%s>`, quoted(p.Name), use)
	text := p.Doc
	if p.Unit != "" {
		text += " (" + p.Unit + ")"
	}
	if p.Default != "" {
		text += ", by default " + strings.Trim(p.Default, `"`)
	}
	w.document(text)
	types, inner := w.typesOf(&p.Value)
	if w.Entries {
		types = append(types, "entry")
	}
	w.line(`<xs:simpleType><xs:union memberTypes=%s>%s</xs:union></xs:simpleType>`, quoted(strings.Join(types, " ")), inner)
	w.line(`</xs:attribute>`)
}

// typesOf returns the types by name whose values something takes, and others as they are written.
func (w *xsd) typesOf(v *words.Value) (types []string, inner string) {
	if len(v.Words) > 0 && v.Kind != host.Bool {
		inner = w.enumeration(v.Words)
	}
	isNumber := v.Kind == host.Int || v.Kind == host.Number
	switch {
	case isNumber && (v.Least != 0 || v.Most != 0):
		inner += bounded(v)
	case v.Kind == host.Int:
		types = append(types, "xs:integer")
	case v.Kind == host.Number:
		types = append(types, "number")
	case v.Kind == host.Bool:
		types = append(types, "truth")
	case v.Kind == host.Where:
		types = append(types, "selection")
	case len(v.Words) == 0 || v.Names != "" || v.Kind == host.Any:
		types = append(types, "xs:string")
	}
	return types, inner
}

// bounded writes the type of a number in a range.
func bounded(v *words.Value) string {
	base, number := "xs:double", func(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }
	if v.Kind == host.Int {
		base, number = "xs:integer", func(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
	}
	text := `<xs:simpleType><xs:restriction base="` + base + `">`
	if !math.IsInf(v.Least, 0) {
		text += `<xs:minInclusive value="` + number(v.Least) + `"/>`
	}
	if !math.IsInf(v.Most, 0) {
		text += `<xs:maxInclusive value="` + number(v.Most) + `"/>`
	}
	return text + `</xs:restriction></xs:simpleType>`
}

// enumeration writes the type of one of some words.
func (w *xsd) enumeration(all []string) string {
	text := `<xs:simpleType><xs:restriction base="xs:string">`
	for _, word := range all {
		text += `<xs:enumeration value=` + quoted(word) + `/>`
	}
	text += `</xs:restriction></xs:simpleType>`
	if !w.AnyCase {
		return text
	}
	var patterns []string
	for _, word := range all {
		var p strings.Builder
		for i, r := range word {
			if i > 0 && unicode.IsUpper(r) {
				p.WriteString(" *")
			}
			if lower, upper := strings.ToLower(string(r)), strings.ToUpper(string(r)); lower != upper {
				p.WriteString("[" + upper + lower + "]")
			} else {
				p.WriteString(regexp.QuoteMeta(string(r)))
			}
		}
		patterns = append(patterns, p.String())
	}
	return text + `<xs:simpleType><xs:restriction base="xs:string"><xs:pattern value=` + quoted(strings.Join(patterns, "|")) + `/></xs:restriction></xs:simpleType>`
}

func (w *xsd) document(text string) {
	if text != "" {
		w.line(`<xs:annotation><xs:documentation>%s</xs:documentation></xs:annotation>`, escaped(text))
	}
}

func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a strings.Builder takes all
	return b.String()
}

func quoted(text string) string { return `"` + escaped(text) + `"` }
