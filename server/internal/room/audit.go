package room

import "encoding/json"

// Deed is something that a game master did, or tried.
type Deed struct {
	Room    string          `json:"room"`
	Who     string          `json:"who,omitempty"` // the name that it gave; empty for a request of the API
	Address string          `json:"address"`
	What    string          `json:"what"`              // the type of the request
	Command json.RawMessage `json:"command,omitempty"` // of a do, or what else was asked for
	Error   string          `json:"error,omitempty"`   // why it changed nothing
}

// deeds are the requests that change a game, or who is in it.
var deeds = map[string]bool{"do": true, "speed": true, "kick": true, "seek": true, "live": true, "branch": true, "step": true}

// longest is how long the text of a request is that is noted, in bytes. Of a longer one, such as
// the text of a tree, the beginning is.
const longest = 4096

// audit tells what a game master did with a message.
func (g *Guest) audit(q *request, message []byte, err error) {
	tell := g.room.o.Audit
	if tell == nil || g.role != GameMaster || !deeds[q.Type] {
		return
	}
	d := Deed{Room: g.room.name, Who: g.name, Address: g.address, What: q.Type, Command: Excerpt(message)}
	if err != nil {
		d.Error = err.Error()
	}
	tell(d)
}

// Excerpt returns a text of JSON as it is, and the beginning of a long one as a string.
func Excerpt(src []byte) json.RawMessage {
	if len(src) <= longest && json.Valid(src) {
		return json.RawMessage(src)
	}
	text, err := json.Marshal(string(src[:min(len(src), longest)]))
	if err != nil {
		return nil
	}
	return text
}
