package session_test

import (
	"bytes"
	"testing"

	"github.com/thicket-sim/thicket/scenes"
	"github.com/thicket-sim/thicket/session"
)

// What saving and restoring a crowd costs, with and without the file around it.
func BenchmarkSave(b *testing.B) {
	for _, bots := range []int{10_000, 1_000_000} {
		scene, err := scenes.Load("crowd", scenes.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if err := scene.Scale(bots); err != nil {
			b.Fatal(err)
		}
		s, err := session.New(scene, session.Options{Workers: 1, OnNotice: func(string) {}})
		if err != nil {
			b.Fatal(err)
		}
		for range 20 {
			s.Step()
		}
		var file bytes.Buffer
		if err := s.Save(&file); err != nil {
			b.Fatal(err)
		}
		name := map[bool]string{false: "10000", true: "1000000"}[bots > 10_000]
		b.Run("save/"+name, func(b *testing.B) {
			for b.Loop() {
				file.Reset()
				if err := s.Save(&file); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(file.Len())/float64(bots), "B/bot")
		})
		b.Run("restore/"+name, func(b *testing.B) {
			for b.Loop() {
				other, err := session.Restore(bytes.NewReader(file.Bytes()), session.Options{Workers: 1, OnNotice: func(string) {}})
				if err != nil {
					b.Fatal(err)
				}
				other.Close()
			}
		})
		b.Run("fork/"+name, func(b *testing.B) {
			for b.Loop() {
				other, err := s.Fork()
				if err != nil {
					b.Fatal(err)
				}
				other.Close()
			}
		})
		s.Close()
	}
}
