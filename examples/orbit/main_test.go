package main

func Example() {
	main()
	// Output:
	// Planet 1 (84.4, 74.7) 0.0 litres
	// Planet 2 (11.2, 34.1) 0.0 litres
	// Sun 1    (52.3, 22.7) 12.0 litres
}
