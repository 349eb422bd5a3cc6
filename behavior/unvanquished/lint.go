package unvanquished

func lint(lib *library, f *File) {}
