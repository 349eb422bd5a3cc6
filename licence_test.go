package thicket_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var updateLicences = flag.Bool("licences", false, "write the tables of docs/licences.md anew")

const licencePage, licencesBegin = "docs/licences.md", "<!-- licences:begin -->\n"

// licenceWords lists the phrases by which texts of licences are known by, the first that
// fits.
var licenceWords = []struct{ text, name string }{
	{"Copyright (c) 2019 Klaus Post", "BSD-3-Clause, parts Apache-2.0 and MIT"},
	{"UNLICENSE or the BSD", "Unlicense or BSD-3-Clause"},
	{"two different licenses: MIT and Apache", "MIT and Apache-2.0"},
	{"Freetype-Go software is subject to your choice", "FTL or GPL-2.0"},
	{"Creative Commons Attribution 4.0", "CC-BY-4.0"},
	{"Mozilla Public License Version 2.0", "MPL-2.0"},
	{"Apache License Version 2.0", "Apache-2.0"},
	{"Permission to use, copy, modify, and distribute this software", "ISC"},
	{"Permission is hereby granted, free of charge", "MIT"},
	{"Neither the name", "BSD-3-Clause"},
	{"names of its contributors may be used to endorse", "BSD-3-Clause"},
	{"Redistribution and use in source and binary forms", "BSD-2-Clause"},
}

// TestLicencesArePinned holds docs/licences.md to go.mod, to the licences in the modules, and to
// the packages of web that are built into the pages of the server.
func TestLicencesArePinned(t *testing.T) {
	made := licencesBegin + "| module | licence |\n| --- | --- |\n" + licenceRows(moduleLicences(t)) +
		"\nBuilt into the pages of the server:\n\n| package | licence |\n| --- | --- |\n" + licenceRows(packageLicences(t))
	head, old, ok := strings.Cut(read(t, licencePage), licencesBegin)
	if !ok {
		t.Fatalf("%s has no line %q", licencePage, licencesBegin)
	}
	if old = licencesBegin + old; old == made {
		return
	}
	if !*updateLicences {
		t.Fatalf("%s is not what go.mod and web/package-lock.json say; go test . -run Licences -licences writes it anew:\n%s", licencePage, made)
	}
	if err := os.WriteFile(licencePage, []byte(head+made), 0o666); err != nil {
		t.Fatal(err)
	}
}

func licenceRows(of map[string]string) string {
	var rows strings.Builder
	for _, name := range slices.Sorted(maps.Keys(of)) {
		fmt.Fprintf(&rows, "| `%s` | %s |\n", name, of[name])
	}
	return rows.String()
}

// moduleLicences reads the licence of each module that go.mod requires.
func moduleLicences(t *testing.T) map[string]string {
	t.Helper()
	args := []string{"list", "-m", "-json"}
	for line := range strings.Lines(read(t, "go.mod")) {
		if words := strings.Fields(line); strings.HasPrefix(line, "\t") && len(words) > 1 {
			args = append(args, words[0])
		}
	}
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		t.Fatalf("go %s: %v", strings.Join(args, " "), err)
	}
	of := map[string]string{}
	for list := json.NewDecoder(strings.NewReader(string(out))); ; {
		var m struct{ Path, Dir string }
		if err := list.Decode(&m); errors.Is(err, io.EOF) {
			return of
		} else if err != nil {
			t.Fatal(err)
		}
		if m.Dir == "" {
			t.Skipf("%s is not in the module cache", m.Path)
		}
		if of[m.Path] = licenceIn(m.Dir); of[m.Path] == "" {
			t.Errorf("%s: no file of a licence that is known", m.Dir)
		}
	}
}

// licenceIn gives the licence that a folder has, or nothing.
func licenceIn(dir string) string {
	files, _ := filepath.Glob(filepath.Join(dir, "LICEN*")) // the pattern is a good one
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		text := strings.Join(strings.Fields(string(src)), " ")
		for _, l := range licenceWords {
			if strings.Contains(text, l.text) {
				return l.name
			}
		}
	}
	return ""
}

// packageLicences lists the packages of npm that are more than tools.
func packageLicences(t *testing.T) map[string]string {
	t.Helper()
	var lock struct {
		Packages map[string]struct {
			License string
			Dev     bool
		}
	}
	if err := json.Unmarshal([]byte(read(t, "web/package-lock.json")), &lock); err != nil {
		t.Fatal(err)
	}
	of := map[string]string{}
	for path, p := range lock.Packages {
		if name, ok := strings.CutPrefix(path, "node_modules/"); ok && !p.Dev {
			of[name] = p.License
		}
	}
	if len(of) == 0 {
		t.Fatal("no packages of web, wanted some")
	}
	return of
}
