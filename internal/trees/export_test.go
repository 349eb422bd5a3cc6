package trees

// Forget returns a function that takes back what has been registered since.
func Forget() func() {
	before := registered.Load()
	return func() { registered.Store(before) }
}
