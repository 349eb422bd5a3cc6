package server_test

import (
	"context"
	"fmt"
	"io"
	"net/http/httptest"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/server"
)

func Example() {
	s, err := server.New(server.Options{Token: "a long word that nobody guesses"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close(context.Background())
	tag, err := thicket.Open("tag", thicket.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := s.Open("tag", tag); err != nil {
		fmt.Println(err)
		return
	}
	web := httptest.NewServer(s) // or s.Serve with a listener of your own
	defer web.Close()
	answer, err := web.Client().Get(web.URL + "/api/rooms")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer answer.Body.Close()
	rooms, err := io.ReadAll(answer.Body)
	fmt.Print(string(rooms), err)
	// Output: {"rooms":["tag"],"games":[{"room":"tag","name":"Tag","players":0,"bots":50}],"code":false}
	// <nil>
}
