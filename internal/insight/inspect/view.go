package inspect

var view func(source any) (view any)

// HangView is called by package mind when it is initialized, and by nobody else.
func HangView(of func(source any) (view any)) { view = of }

// ViewOf returns the *mind.View of a source, as package mind wants one.
func ViewOf(source any) any { return view(source) }
