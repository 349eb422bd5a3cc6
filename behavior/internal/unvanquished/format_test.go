package unvanquished

import (
	"slices"
	"testing"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// texts are the pieces of a file, whatever lies between them.
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
	out, err := Format("f.bt", src)
	if err != nil {
		return nil
	}
	if before, after := texts(t, src), texts(t, out); !slices.Equal(before, after) {
		t.Fatalf("the pieces\n%q\nbecame\n%q", before, after)
	}
	again, err := Format("f.bt", out)
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
