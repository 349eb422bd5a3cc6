package script

import (
	glua "github.com/yuin/gopher-lua"
)

// WatchedFields is the entry of an object that holds its fields with setters, so
// that __newindex sees each assignment.
const WatchedFields = "_"

func Optional(have bool, v glua.LValue) glua.LValue {
	if have {
		return v
	}
	return glua.LNil
}
