package unvanquished

import (
	"slices"
	"testing"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
)

// texts returns the pieces of a file, whatever lies between them.
func texts(t testing.TB, src []byte) (list []string) {
	t.Helper()
	var l syntax.List
	for _, it := range split(newReader("f.bt", src, nil), &l) {
		list = append(list, it.text)
	}
	if err := l.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// holdFormat checks what every layout promises: the same pieces, and nothing
// left to lay out.
func holdFormat(t testing.TB, src []byte) []byte {
	t.Helper()
	out, err := Format("f.bt", src, limit.Values{})
	if err != nil {
		return nil
	}
	if before, after := texts(t, src), texts(t, out); !slices.Equal(before, after) {
		t.Fatalf("the pieces\n%q\nbecame\n%q", before, after)
	}
	again, err := Format("f.bt", out, limit.Values{})
	if err != nil || string(again) != string(out) {
		t.Fatalf("laid out twice (%v)\n%s\nonce\n%s", err, again, out)
	}
	return out
}

const crooked = `// head
#define near 3.5 // m
#define far 9 /* m,
  too */ /* or so */ // !
#define busy( x ) ( x > 1 \
     && c1 )


selectClass { spawnAs   WP_HBUILD } selector{ // first
  condition busy(c0) ||!c1
     && c2 { action say("a"   "b" ,- 3) }

  /* two
     lines */ decorator
  return(STATUS_SUCCESS){behavior   action}
#ifdef X
	action heal()
#endif
	condition   ( aliveTime>1500 ) action moveTo ( E_SELF ) // tail
} enum { one = 1, two };`

const straight = `// head
#define near 3.5 // m
#define far 9 /* m,
  too */ /* or so */ // !
#define busy( x ) ( x > 1 \
     && c1 )

selectClass
{
	spawnAs WP_HBUILD
}
selector
{ // first
	condition busy( c0 ) || !c1
		&& c2
	{
		action say( "a"   "b", - 3 )
	}

	/* two
     lines */
	decorator return( STATUS_SUCCESS )
	{
		behavior action
	}
#ifdef X
	action heal()
#endif
	condition ( aliveTime > 1500 )
	action moveTo( E_SELF ) // tail
}
enum
{
	one = 1, two
};
`

// A line that goes on with an empty one does not go on with what comes next.
func TestFormatKeepsTheEndsOfDirectives(t *testing.T) {
	for _, src := range []string{"#\\\n\n{", "#define X a \\\n\n}", "#define X a \\ // c\n\n}", "#define X a \\\n// c\n}", "#define X a \\ /* c */\n\n\n\nselector { }", "#undef X \\"} {
		holdFormat(t, []byte(src))
	}
}

func TestFormat(t *testing.T) {
	if got := string(holdFormat(t, []byte(crooked))); got != straight {
		t.Errorf("got\n%s\nwant\n%s", got, straight)
	}
}

// A macro that stands for a node begins a line, as any node does: one of the file, and one that
// an included file may have. Others stay where they are.
func TestFormatPutsMacrosOnLinesOfTheirOwn(t *testing.T) {
	for src, want := range map[string]string{
		"#define RUN action flee\n#define SOON ( 5 )\nselector { action fight SOON RUN condition a < SOON RUN }\n": "#define RUN action flee\n#define SOON ( 5 )\n" +
			"selector\n{\n\taction fight SOON\n\tRUN\n\tcondition a < SOON\n\tRUN\n}\n",
		"#include \"bots/a.inc\"\nselector { action fight( 5 ) ASIDE { action roam } condition LATE && a ASIDE { HIDE( 3 ) } }\n": "#include \"bots/a.inc\"\n" +
			"selector\n{\n\taction fight( 5 )\n\tASIDE\n\t{\n\t\taction roam\n\t}\n\tcondition LATE && a\n\tASIDE\n\t{\n\t\tHIDE( 3 )\n\t}\n}\n",
		"selector { condition a and b { action roam } }\n": "selector\n{\n\tcondition a and b\n\t{\n\t\taction roam\n\t}\n}\n",
	} {
		if got := string(holdFormat(t, []byte(src))); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}
