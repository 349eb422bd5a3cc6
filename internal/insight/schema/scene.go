package schema

import (
	"bytes"
	"encoding/json"
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// object is one of JSON. Its keys are written in the order of the alphabet.
type object map[string]any

// known is the definition in the schema of scenes that calls refer to: what is known of names.
const known = `"known": {}`

// Scene returns the schema of scenes with what trees of scenes can call: editors then offer the names
// of actions and conditions, with their arguments. Names that it does not know stay right, since a
// game may have its own.
func Scene(scenes []byte, sections []words.Section) []byte {
	var names []string
	var rules []object
	add := func(w *words.Word) {
		names = append(names, w.Name)
		rules = append(rules, object{
			"if":   object{"properties": object{"name": object{"const": w.Name}}, "required": []string{"name"}},
			"then": call(w),
		})
	}
	for _, s := range sections {
		if s.Dialect != "" {
			continue
		}
		for i := range s.Words {
			w := &s.Words[i]
			if w.Role == words.Action || w.Role == words.Condition || w.Value.Kind == host.Any {
				add(w)
			}
			for _, c := range w.Conditions() {
				add(&c)
			}
		}
	}
	of := object{"properties": object{"name": object{"anyOf": []object{{"enum": names}, {"type": "string"}}}}, "allOf": rules}
	text, err := json.MarshalIndent(of, "    ", "  ")
	if err != nil {
		panic(err) // it is made of texts and finite numbers
	}
	return bytes.Replace(scenes, []byte(known), append([]byte(`"known": `), text...), 1)
}

// call describes the arguments of a name.
func call(w *words.Word) object {
	args, required := object{}, []string{}
	for i := range w.Params {
		p := &w.Params[i]
		args[p.Name] = argument(p)
		if p.Required {
			required = append(required, p.Name)
		}
	}
	of := object{"type": "object", "properties": args, "required": required, "description": w.Doc}
	if !w.Open {
		of["additionalProperties"] = false
	}
	to := object{"properties": object{"name": object{"description": w.Doc}, "args": of}}
	if len(required) > 0 {
		to["required"] = []string{"args"}
	}
	return to
}

// argument describes what one parameter takes.
func argument(p *words.Param) object {
	of := object{}
	if text := p.Doc; text != "" {
		if p.Unit != "" {
			text += " (" + p.Unit + ")"
		}
		of["description"] = text
	}
	switch p.Kind {
	case host.Bool:
		of["type"] = "boolean"
	case host.Int:
		of["type"] = "integer"
	case host.Number:
		of["type"] = "number"
	case host.String:
		of["type"] = "string"
	case host.Where:
		of["$ref"] = "#/$defs/where"
	}
	if d := &p.Domain; d.Least != 0 || d.Most != 0 {
		if !math.IsInf(d.Least, 0) {
			of["minimum"] = d.Least
		}
		if !math.IsInf(d.Most, 0) {
			of["maximum"] = d.Most
		}
	}
	switch {
	case p.Words == nil:
	case p.Names == "":
		of["enum"] = p.Words
	default:
		of["anyOf"] = []object{{"enum": p.Words}, {"type": []string{"string", "integer"}}}
	}
	return of
}
