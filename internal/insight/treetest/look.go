package treetest

import "github.com/thicket-sim/thicket/behavior/syntax"

// Check finds what is wrong with a test file and with the scenes of its tests, and plays none. It
// returns how many tests there are. Some texts are read in the place of files. The error is a
// syntax.ErrorList.
func (r *Runner) Check(name string, text []byte, texts map[string][]byte) (tests int, err error) {
	f, err := Load(name, text, r.Bounds())
	if err != nil {
		return 0, err
	}
	f.Lenient = r.Lenient
	var l syntax.List
	var jobs []*job
	for _, t := range f.Tests {
		scene, err := t.loadWith(r.RegistryOf(t), nil, texts)
		if err == nil {
			jobs = append(jobs, &job{nowhere: f.nowhere(scene)})
			err = t.check(scene, r.Vocabulary, r.Scripts)
		}
		l.Add(err)
	}
	if len(jobs) == len(f.Tests) {
		l.Add(f.misplaced(jobs))
	}
	return len(f.Tests), l.Err()
}
