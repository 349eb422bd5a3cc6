package host

// Answers is a set of what a node or an action may answer.
type Answers uint8

// The answers; MayOther are all numbers but those of the three.
const (
	MayFail Answers = 1 << iota
	MaySucceed
	MayRun
	MayOther
	MayAll = MayFail | MaySucceed | MayRun | MayOther
)

// AnswerOf returns the set of one answer.
func AnswerOf(s Status) Answers { return 1 << min(s, Running+1) }

// MayAnswer returns what the action may answer to a bot that lives, as far as that is known.
func MayAnswer(a *Action) Answers {
	if a.Answers == 0 {
		return MayAll
	}
	return a.Answers
}
