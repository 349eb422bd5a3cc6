package thicket_test

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// fusing is an instruction that multiplies and adds with one rounding, and the line that
// it is made of, in a listing of arm64.
var fusing = regexp.MustCompile(`^\s+(\S+\.go):(\d+)\s.*\sFN?M(?:ADD|SUB)[SD] `)

// TestNoProductIsFused looks at what the compiler makes for arm64 of all that a digest
// depends on: a product that is fused with a sum has other bits there than on amd64. Write
// float64(x*y) + z.
func TestNoProductIsFused(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the module for another processor")
	}
	list := exec.Command("go", "list", "-deps", "-export", "-f", "{{if .Export}}{{.ImportPath}} {{.Export}} {{.Dir}}{{end}}", "./session")
	list.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	var said bytes.Buffer
	list.Stderr = &said
	out, err := list.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, said.Bytes())
	}
	looked := 0
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		f := strings.Fields(line)
		if len(f) != 3 || !strings.HasPrefix(f[0], module) {
			continue
		}
		looked++
		listing, err := exec.Command("go", "tool", "objdump", f[1]).Output()
		if err != nil {
			t.Fatalf("%s: %v", f[0], err)
		}
		function, seen := "", map[string]bool{}
		lines := bufio.NewScanner(bytes.NewReader(listing))
		for lines.Scan() {
			if text, ok := strings.CutPrefix(lines.Text(), "TEXT "); ok {
				function = text
				continue
			}
			m := fusing.FindStringSubmatch(lines.Text())
			if m == nil {
				continue
			}
			at := m[1] + ":" + m[2]
			if meant := f[0] == module+"internal/libm" && m[1] == "pair.go"; !meant && !seen[at] {
				seen[at] = true
				t.Errorf("%s, in %s: a product is fused with a sum", at, function)
			}
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
	}
	if looked < 20 {
		t.Errorf("looked at %d packages of the module, wanted all below session", looked)
	}
}
