package main

import (
	"slices"
	"testing"
	"testing/fstest"
)

func TestFind(t *testing.T) {
	text := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	packages, tests, err := find(fstest.MapFS{
		"b/x_test.go": text(`package b
			import "example.com/internal/ground/longtest"
			var many = map[bool]int{true: 9}[longtest.On]
			func deep() int { return many }
			func TestDeep(t *testing.T) { play(deep()) }
			func TestShort(t *testing.T) { play(1) }`),
		"b/y_test.go":          text("package b_test\nimport \"example.com/internal/ground/longtest\"\nfunc TestItself(t *testing.T) { if !longtest.On { t.Skip() } }"),
		"b/z.go":               text("package b\nfunc TestNone() { longtest.On() }"),
		"a/x_test.go":          text("package a\nfunc TestShort(t *testing.T) { longtest := 1 }"),
		"testdata/c/x_test.go": text("package c\nfunc TestData(t *testing.T) { longtest.On() }"),
		"main_test.go":         text("package main\nimport _ \"example.com/internal/ground/longtest/draws\"\nfunc TestMain(m *testing.M) { rapid.Check(m, f) }\nfunc TestLong(t *testing.T) { rapid.Check(t, f) }"),
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"./.", "./b"}; !slices.Equal(packages, want) {
		t.Errorf("packages %q, wanted %q", packages, want)
	}
	if want := []string{"TestDeep", "TestItself", "TestLong"}; !slices.Equal(tests, want) {
		t.Errorf("tests %q, wanted %q", tests, want)
	}
	if _, _, err := find(fstest.MapFS{"x_test.go": text("package x\nfunc {")}); err == nil {
		t.Error("a file that is no Go is read without an error")
	}
}
