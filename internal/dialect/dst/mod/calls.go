package mod

import (
	"strings"
	"sync"

	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/ground/lazy"
)

var (
	offered = lazy.Regexp(`env\.(\w+)(?:\(| =)`)
	fixed   = lazy.Regexp(`(?s)env = \{(.*?)\n    \}`)
	entry   = lazy.Regexp(`(\w+) = `)
	lists   = lazy.Regexp(`(?s)local (?:silent|giving) = \[\[(.*?)\]\]`)
)

// Calls are the names of the environment of a modmain.lua, each with whether it does something.
var Calls = sync.OnceValue(func() map[string]bool {
	text, err := script.Files.ReadFile("lib/mods.lua")
	if err != nil {
		panic(err) // it is embedded
	}
	all := map[string]bool{"PrefabFiles": true, "Assets": false, "ChooseTranslationTable": true, "folder_name": true, "locale": true}
	for _, m := range lists().FindAllSubmatch(text, -1) {
		for _, name := range strings.Fields(string(m[1])) {
			all[name] = false
		}
	}
	for _, m := range offered().FindAllSubmatch(text, -1) {
		all[string(m[1])] = true
	}
	for _, m := range fixed().FindAllSubmatch(text, -1) {
		for _, e := range entry().FindAllSubmatch(m[1], -1) {
			all[string(e[1])] = true
		}
	}
	return all
})
