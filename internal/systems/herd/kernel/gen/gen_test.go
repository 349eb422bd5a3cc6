package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestFilesAreGenerated holds the files beside this folder to what is written
// here; `go generate` writes them.
func TestFilesAreGenerated(t *testing.T) {
	files, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what this module writes: run go generate", name)
		}
	}
}

// TestInstructions holds what makes the assembly as good as the loops in Go: no
// product that is not rounded before it is added, nothing that a processor with
// AVX2 may lack, and upper halves of registers cleared before Go goes on.
func TestInstructions(t *testing.T) {
	files, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	text := files["kernel_amd64.s"]
	if fused := regexp.MustCompile(`VFN?M(ADD|SUB)\w*`).Find(text); fused != nil {
		t.Errorf("the assembly has %s, which does not round the product", fused)
	}
	if wide := regexp.MustCompile(`\b([XYZ](1[6-9]|2\d|3[01])|Z\d+|K[0-7])\b`).Find(text); wide != nil {
		t.Errorf("the assembly has %s, a register of AVX-512", wide)
	}
	for _, needs := range regexp.MustCompile(`// Requires: (.*)`).FindAllSubmatch(text, -1) {
		for _, set := range bytes.Split(needs[1], []byte(", ")) {
			if s := string(set); s != "AVX" && s != "AVX2" {
				t.Errorf("the assembly needs %s, wanted no more than AVX2", s)
			}
		}
	}
	functions := regexp.MustCompile(`(?m)^TEXT `).FindAllIndex(text, -1)
	returns := regexp.MustCompile(`VZEROUPPER\s+RET`).FindAllIndex(text, -1)
	if all := bytes.Count(text, []byte("\tRET")); len(returns) != all || all != len(functions) || all == 0 {
		t.Errorf("%d functions return %d times, %d of them with the upper halves cleared", len(functions), all, len(returns))
	}
}
