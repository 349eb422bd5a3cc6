// Command gen writes the assembly of package kernel: kernel_amd64.s and the
// declarations of its functions, stub_amd64.go, in the folder above. It stands in
// a module of its own, so that what it needs is nothing that Thicket needs.
package main

import (
	"log"
	"os"
	"path/filepath"

	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
)

//go:generate go run .

func main() {
	files, err := generate()
	if err != nil {
		log.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join("..", name), text, 0o666); err != nil {
			log.Fatal(err)
		}
	}
}

// generate makes the files by name.
func generate() (map[string][]byte, error) {
	a := newAssembler()
	a.steer()
	a.nearest()
	a.advance()
	a.bounds()
	a.outside()
	file, err := a.Result()
	if err != nil {
		return nil, err
	}
	if err := pass.Compile.Execute(file); err != nil {
		return nil, err
	}
	config := printer.Config{Name: "the module in the folder gen, with avo", Pkg: "kernel"}
	text, err := printer.NewGoAsm(config).Print(file)
	if err != nil {
		return nil, err
	}
	stubs, err := printer.NewStubs(config).Print(file)
	if err != nil {
		return nil, err
	}
	return map[string][]byte{"kernel_amd64.s": text, "stub_amd64.go": stubs}, nil
}
