//go:build !js

package playground

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// most is how many bytes the program has at most by brotli of the usual quality, in seconds. By the
// highest, which takes a minute, programs have 0.863 to 0.868 of that: at most 5,000,000.
const most = 5_760_000

// squeeze tells how long a file is by brotli.
const squeeze = `const z = require("zlib"), b = require("fs").readFileSync(process.argv[1]);
console.log(z.brotliCompressSync(b, { params: { [z.constants.BROTLI_PARAM_QUALITY]: +process.argv[2], [z.constants.BROTLI_PARAM_LGWIN]: 24, [z.constants.BROTLI_PARAM_SIZE_HINT]: b.length } }).length);`

func TestTheProgramIsSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program of the page, and compresses it for seconds")
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("there is no node, whose brotli it asks")
	}
	wasm, err := build(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "thicket.wasm")
	if err := os.WriteFile(file, wasm, 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "node", "-e", squeeze, file, strconv.Itoa(Usual)).Output()
	if err != nil {
		t.Fatal(err)
	}
	size, err := strconv.Atoi(strings.TrimSpace(string(out)))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("the program has %d bytes, %d by brotli", len(wasm), size)
	if size > most {
		t.Errorf("the program has %d bytes by brotli, wanted %d at most", size, most)
	}
}
