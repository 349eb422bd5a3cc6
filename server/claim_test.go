package server

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A folder is one server's until that has ended, by whatever name and for whichever purpose.
func TestAFolderIsOneServersAlone(t *testing.T) {
	dir, ctx := t.TempDir(), context.Background()
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Skip(err)
	}
	first, err := New(Options{SaveDir: dir, RecordDir: link})
	if err != nil {
		t.Fatalf("a server that saves to the folder that it records in: %v", err)
	}
	free := t.TempDir()
	for _, o := range []Options{{SaveDir: dir}, {RecordDir: dir}, {SaveDir: free, RecordDir: link}} {
		second, err := New(o)
		if err == nil {
			second.Close(ctx)
			t.Errorf("%+v was taken by two servers", o)
			continue
		}
		if text := err.Error(); !strings.Contains(text, o.RecordDir+o.SaveDir) && !strings.Contains(text, link) || !strings.Contains(text, fmt.Sprintf("(process %d)", os.Getpid())) {
			t.Errorf("told %q, wanted the folder and the process", text)
		}
	}
	for _, o := range []Options{{SaveDir: free}, {SaveDir: dir}} {
		if o.SaveDir == dir {
			if err := first.Close(ctx); err != nil {
				t.Fatal(err)
			}
		}
		s, err := New(o)
		if err != nil {
			t.Errorf("a folder that nobody has: %v", err)
			continue
		}
		s.Close(ctx)
	}
}
