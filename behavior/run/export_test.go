package run

// MaxNesting is how deep events may be sent from within events.
const MaxNesting = maxNesting

// Carries reports whether bots keep anything at all in a migration.
func (m *Migration) Carries() bool { return m.carries }
