package markup_test

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// A loader reads each map through an Object and reports all errors at once.
func Example() {
	src := []byte("id: hunter\nspeedMps: fast\nmincount: 3\n")
	doc, err := markup.Parse("bot.yaml", src, markup.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var l syntax.List
	o := doc.Object(&l, "a bot")
	id := o.RequiredStr("id")
	speed := o.NumberIn("speedMps", 2, 0, 100)
	o.Int("minCount", 1, 0, 1000)
	o.Done()
	fmt.Println(id, speed)
	fmt.Println(l.Err())
	// Output:
	// hunter 2
	// bot.yaml:2:11: speedMps: wanted a number from 0 to 100, found "fast"
	// bot.yaml:3:1: unknown key "mincount" in a bot; did you mean "minCount"?
}

func ExampleParse_syntaxError() {
	_, err := markup.Parse("tag.yaml", []byte("bots:\n    - id: a\n  - id: b\n"), markup.Limits{})
	fmt.Println(err)
	// Output:
	// tag.yaml:3:3: found "-", wanted a key; see that the indentation and quotes are right
}
