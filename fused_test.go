package thicket_test

import (
	"bufio"
	"bytes"
	"flag"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/longtest"
)

var everyProcessor = flag.Bool("every-processor", false, "look at what is compiled for each processor on which products are fused")

// fusers are the processors for which the compiler fuses, arm64, which takes most products, first.
var fusers = [][]string{{"GOARCH=arm64"}, {"GOARCH=amd64", "GOAMD64=v3"}, {"GOARCH=riscv64"}, {"GOARCH=s390x"}, {"GOARCH=ppc64le"}, {"GOARCH=loong64"}}

// fusing is an instruction that multiplies and adds with one rounding, and the line that
// it is made of, in a listing of the compiler.
var fusing = regexp.MustCompile(`\((\S+\.go:\d+)\)\tV?FN?M(?:ADD|SUB)\S*\s`)

// TestNoProductIsFused looks at what the compiler makes of every package of the module that
// a session is made of, which is all that a digest depends on: ecs, components, systems,
// behavior, scenes and what is internal to them. A product that is fused with a sum has
// other bits than on a processor that does not fuse. Write float64(x*y) + z: a conversion
// is what the language promises to round, whereas a variable in between is not. What is
// generic or inlined is looked at where it is used. internal/ground/libm fuses on purpose, by
// math.FMA, which gives the same bits on all processors; that it is seen shows that the
// listing is read rightly.
func TestNoProductIsFused(t *testing.T) {
	if !longtest.On {
		t.Skip("compiles the module for other processors")
	}
	processors := fusers
	if !*everyProcessor {
		processors = fusers[:1]
	}
	for _, p := range processors {
		t.Run(strings.Join(p, " "), func(t *testing.T) { lookForFused(t, p) })
	}
}

func lookForFused(t *testing.T, processor []string) {
	env := slices.Concat(os.Environ(), []string{"GOOS=linux", "CGO_ENABLED=0"}, processor)
	looked := fusedIn(t, env)
	var unseen []string
	for _, p := range []string{
		"internal/ecs", "internal/systems", "internal/arena", "internal/arena/core", "internal/systems/herd", "internal/systems/nav", "internal/trees", "behavior/run",
		"internal/dialect/btcpp", "internal/dialect/btcpp/board", "internal/dialect/btcpp/script", "internal/dialect/dst", "internal/dialect/lua", "internal/dialect/mbt", "internal/ground/libm", "internal/scenes", "internal/live",
	} {
		if !looked[p] {
			unseen = append(unseen, p)
		}
	}
	if len(unseen) == 0 {
		return
	}
	// The go command tells again what it told of a package that it has built before, unless its cache
	// was cleaned of old files: the listing may be gone while the package is still there.
	looked = fusedIn(t, append(env, "GOCACHE="+t.TempDir()))
	for _, p := range unseen {
		if !looked[p] {
			t.Errorf("did not look at %s", p)
		}
	}
}

// fusedIn tells each product that is fused in what the environment builds, and returns the packages
// whose listings were there, by their places in the module.
func fusedIn(t *testing.T, env []string) (looked map[string]bool) {
	build := exec.Command("go", "build", "-gcflags="+module+"...=-S", "./internal/live")
	build.Env = env
	listing, err := build.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := build.Start(); err != nil {
		t.Fatal(err)
	}
	looked = map[string]bool{}
	function, told, meant := "", map[string]bool{}, 0
	lines := bufio.NewScanner(listing)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		line := lines.Bytes()
		switch {
		case bytes.HasPrefix(line, []byte("# "+module)):
			looked[string(line[len("# "+module):])] = true
		case len(line) > 0 && line[0] != '\t':
			function = string(line)
		case bytes.Contains(line, []byte("MADD")) || bytes.Contains(line, []byte("MSUB")):
			m := fusing.FindSubmatch(line)
			if m == nil {
				continue
			}
			if at := string(m[1]); strings.Contains(at, "internal/ground/libm/pair.go:") {
				meant++
			} else if !told[at] {
				told[at] = true
				t.Errorf("%s, in %.200s: a product is fused with a sum", at, function)
			}
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if err := build.Wait(); err != nil {
		t.Fatalf("%v: %s", err, function)
	}
	if meant == 0 && looked["internal/ground/libm"] {
		t.Error("the products that internal/ground/libm fuses were not seen")
	}
	return looked
}
