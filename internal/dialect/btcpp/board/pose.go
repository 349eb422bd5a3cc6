package board

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Pose is a point of the field in metres, and the angle to face there in radians: 0 is to the right,
// and it grows against the clock, as the field is drawn.
type Pose struct{ X, Y, Angle float64 }

// poseNumbers is how many elements of a list a pose takes.
const poseNumbers = 3

// PosesOf returns a list of poses.
func PosesOf(all []Pose) Value {
	list := make([]Value, 0, poseNumbers*len(all))
	for _, p := range all {
		list = append(list, RealOf(p.X), RealOf(p.Y), RealOf(p.Angle))
	}
	return ListOf(Poses, list)
}

// PoseOf returns a list of one pose.
func PoseOf(p Pose) Value { return PosesOf([]Pose{p}) }

// PoseCount returns how many poses a list of them has; 0 for another value.
func (v Value) PoseCount() int {
	if v.own != Poses {
		return 0
	}
	return len(v.list) / poseNumbers
}

// Pose returns a pose of a list of poses, by its place from 0.
func (v Value) Pose(i int) Pose {
	of := v.list[poseNumbers*i:]
	return Pose{of[0].Real(), of[1].Real(), of[2].Real()}
}

// Poses returns all poses of a list of them.
func (v Value) Poses() []Pose {
	all := make([]Pose, v.PoseCount())
	for i := range all {
		all[i] = v.Pose(i)
	}
	return all
}

// WellMade reports whether a list has whole elements of its type.
func (v Value) WellMade() bool {
	of := v.own.element()
	if v.own == Poses {
		of = Double
	}
	for _, e := range v.list {
		if e.own != of {
			return false
		}
	}
	return v.own != Poses || len(v.list)%poseNumbers == 0
}

// appendPoses appends poses as texts have them: X;Y;ANGLE, with a bar between two.
func (v Value) appendPoses(b []byte) []byte {
	for i, n := range v.list {
		switch {
		case i > 0 && i%poseNumbers == 0:
			b = append(b, '|')
		case i > 0:
			b = append(b, ';')
		}
		b = strconv.AppendFloat(b, n.Real(), 'f', -1, 64)
	}
	return b
}

// parsePoses reads X;Y or X;Y;ANGLE, with a bar between two; nothing for none.
func parsePoses(text string) (Value, error) {
	if strings.TrimSpace(text) == "" {
		return ListOf(Poses, nil), nil
	}
	var all []Pose
	for part := range strings.SplitSeq(text, "|") {
		p, ok := parsePose(part)
		if !ok {
			return Value{}, fmt.Errorf("found %q, wanted poses as X;Y or X;Y;ANGLE, with | between two", cut(text))
		}
		if len(all) == mostElements {
			return Value{}, fmt.Errorf("a list has %d elements at most", mostElements)
		}
		all = append(all, p)
	}
	return PosesOf(all), nil
}

func parsePose(text string) (p Pose, ok bool) {
	numbers := strings.Split(text, ";")
	if len(numbers) != 2 && len(numbers) != poseNumbers {
		return p, false
	}
	for i, to := range []*float64{&p.X, &p.Y, &p.Angle}[:len(numbers)] {
		f, ok := WhollyReal(strings.TrimSpace(numbers[i]))
		if !ok || math.IsInf(f, 0) || math.IsNaN(f) {
			return p, false
		}
		*to = f
	}
	return p, true
}

func describePoses(n int) string {
	if n == 1 {
		return "a pose"
	}
	return fmt.Sprintf("%d poses", n)
}
