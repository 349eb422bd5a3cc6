package actionlist

import (
	"fmt"
	"io"
	"strings"

	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// pageHead begins docs/arena.md.
const pageHead = `# The arena

What bots can do and ask beyond steering, in trees of every dialect. The keys of
a scene for it are in [the scene format](scene.md): ` + "`obstacles`, `places`, `weapons`,\n`items`, `goods`, `match`, `day`" + ` and those of a bot class from ` + "`health`" + ` on.

This page is printed by ` + "`thicket actions --markdown`" + `.

In a WAGE tree an action is a node ` + "`kind: action`" + `, a condition a node
` + "`kind: condition`" + `. A function that gives a number is a condition too, by two
other names: ` + "`NAME_below` and `NAME_at_least`" + `, with one more parameter, ` + "`limit`" + `.

` + "```yaml" + `
kind: selector
children:
  - kind: sequence
    children:
      - { kind: condition, name: health_below, args: { limit: 0.3 } }
      - { kind: action, name: flee, args: { who: enemy } }
  - { kind: action, name: fight, args: { who: enemy } }
  - { kind: action, name: roam }
` + "```" + `

All bots decide on the world as it was when the tick began. What they want to do
to others happens at the end of the tick, by ascending id, and each deed is
looked at once more then: of two who take one item, the lower id gets it. Blows
fall at the same time: two can kill each other. A bot can do four deeds in a tick
beside moving. The dead do nothing: every action of theirs fails.

An action that runs on moves on in the next tick only if the tree comes to it
again. A bot that neither moves nor stands by an action goes on along its
heading, as ` + "`wander`" + ` does.

`

// WritePage prints the page of the arena.
func WritePage(w io.Writer, sections []words.Section) error {
	var b strings.Builder
	b.WriteString(pageHead)
	for _, s := range sections {
		if s.Title == "Steering" {
			continue // docs/scene.md describes these
		}
		fmt.Fprintf(&b, "## %s\n\n", s.Title)
		if s.Doc != "" {
			fmt.Fprintf(&b, "%s\n\n", s.Doc)
		}
		for i := range s.Words {
			writeEntry(&b, &s.Words[i])
		}
	}
	b.WriteString("## Events\n\nWhat the arena sends to the trees of those whom it concerns. A run counts them.\n\n| event | meaning |\n| --- | --- |\n")
	for _, e := range arena.Events() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", e.Name, e.Doc)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeEntry(b *strings.Builder, e *words.Word) {
	fmt.Fprintf(b, "### `%s`\n\n", e.Name)
	kind := strings.ToUpper(string(e.Role[:1])) + string(e.Role[1:])
	if e.Role == words.Function {
		kind += " that gives " + e.Result()
		if of := domain(&e.Value); of != "" {
			kind += ", " + of
		}
	}
	fmt.Fprintf(b, "%s. %s\n\n", kind, e.Doc)
	if len(e.Params) > 0 {
		b.WriteString("| parameter | type | unit | default | meaning |\n| --- | --- | --- | --- | --- |\n")
		for _, p := range e.Params {
			def := "required"
			switch {
			case p.Required:
			case p.Default == "" || p.Default == `""` || p.Default == "null":
				def = ""
			default:
				def = "`" + strings.Trim(p.Default, `"`) + "`"
			}
			doc := p.Doc
			if len(p.Words) > 0 && !strings.Contains(doc, "`") {
				doc += ": `" + strings.Join(p.Words, "`, `") + "`"
			}
			fmt.Fprintf(b, "| `%s` | %s | %s | %s | %s |\n", p.Name, p.Type(), p.Unit, def, doc)
		}
		b.WriteString("\n")
	}
	if e.Example != "" {
		fmt.Fprintf(b, "    %s\n\n", e.Example)
	}
}
