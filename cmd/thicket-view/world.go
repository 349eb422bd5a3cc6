package main

// world is the part of a snapshot that is given to the page.
type world struct {
	Tick int64   `json:"tick"`
	Time float64 `json:"time"`
	Bots []body  `json:"bots"`
}

type body struct {
	ID   uint32  `json:"id"`
	Name string  `json:"name"`
	X    float32 `json:"x"`
	Y    float32 `json:"y"`
}
