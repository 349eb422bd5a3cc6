package pattern

// Window returns the part of a text between two positions, both included, counted from 1 or
// back from -1.
func Window(text string, i, j int) string {
	if i < 0 {
		i = len(text) + i + 1
	}
	if j < 0 {
		j = len(text) + j + 1
	}
	i, j = max(i, 1), min(j, len(text))
	if i > j {
		return ""
	}
	return text[i-1 : j]
}

// Start converts a position as string functions take it, counted from 1 or back from -1, to an
// index from 0 on. It may be past the end.
func Start(i, length int) int {
	if i < 0 {
		i = max(length+i+1, 1)
	}
	return max(i-1, 0)
}
