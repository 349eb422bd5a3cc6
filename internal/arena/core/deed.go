package core

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
)

// Deed is something that a bot does to others or to the world at the end of the
// tick. All kinds share one small record, because every body has a column of
// them; each kind says below which fields it uses. Make a deed with the
// constructor of its kind.
type Deed struct {
	Kind uint8
	// Of is the number of the vocabulary whose kind it is, 0 for those of the
	// arena itself.
	Of   uint8
	text int8 // which of the bot's utterances belongs to it, from 1; 0 for none
	Arg  int32
	Who  components.ID
	X, Y float32
}

// Utterance is the text of a deed, and the value that goes with it.
type Utterance struct {
	Text  string
	Value host.Value
}

// texts are the utterances of a body in a tick.
type texts [maxTexts]Utterance

// The kinds of deeds, and the fields of each.
const (
	doStrike    uint8 = iota + 1 // Arg: the arm; Who: the victim
	doStrikeFor                  // Who: the victim; X: points
	doReload                     // Arg: the arm
	doDraw                       // Arg: the arm
	doMend                       // Who: the patient
	doRest                       // none
	doTake                       // Arg: the item
	doDrop                       // Arg: the kind of item, or -1 for any
	doDeliver                    // Arg: the kind of item, or -1 for all
	doEat                        // Arg: the item
	doBuy                        // Arg: the good
	doBecome                     // Arg: the class
	doSay                        // Arg: for how many ticks; the text is the line
	doSignal                     // Who, or else Arg: the audience and X: how far it is heard; the text is the event
	doState                      // the text is the key, with its value
	doLead                       // Who: the leader, 0 for none
	doSettle                     // Arg: the place
	doJump                       // X, Y: where, in metres
	doDie                        // none
	doPush                       // Who: the body; X, Y: by how many metres
	doHand                       // of a player; Arg: the verb, from 1, or 0 for what is at hand
)

// StrikeDeed strikes a body with an arm.
func StrikeDeed(arm int, who components.ID) Deed {
	return Deed{Kind: doStrike, Arg: int32(arm), Who: who}
}

// StrikeForDeed takes points of health from a body, whatever the bot is armed with.
func StrikeForDeed(who components.ID, points float32) Deed {
	return Deed{Kind: doStrikeFor, Who: who, X: points}
}

// ReloadDeed loads an arm.
func ReloadDeed(arm int) Deed { return Deed{Kind: doReload, Arg: int32(arm)} }

// DrawDeed takes an arm in hand.
func DrawDeed(arm int) Deed { return Deed{Kind: doDraw, Arg: int32(arm)} }

// MendDeed heals a body in reach of the hand, by what a tick gives.
func MendDeed(who components.ID) Deed { return Deed{Kind: doMend, Who: who} }

// RestDeed heals the bot itself, by what a tick gives.
func RestDeed() Deed { return Deed{Kind: doRest} }

// TakeDeed takes an item from the field.
func TakeDeed(item int32) Deed { return Deed{Kind: doTake, Arg: item} }

// DropDeed lays an item of a kind down, or of any kind for -1.
func DropDeed(kind int) Deed { return Deed{Kind: doDrop, Arg: int32(kind)} }

// DeliverDeed hands all items of a kind over, or all there are for -1.
func DeliverDeed(kind int) Deed { return Deed{Kind: doDeliver, Arg: int32(kind)} }

// EatDeed eats an item.
func EatDeed(item int32) Deed { return Deed{Kind: doEat, Arg: item} }

// BuyDeed buys a good.
func BuyDeed(good int) Deed { return Deed{Kind: doBuy, Arg: int32(good)} }

// BecomeDeed turns the bot into one of another class.
func BecomeDeed(class int) Deed { return Deed{Kind: doBecome, Arg: int32(class)} }

// SayDeed says a line, its text, for a number of ticks.
func SayDeed(ticks int64) Deed { return Deed{Kind: doSay, Arg: int32(ticks)} }

// SignalDeed sends an event, its text, to an audience no farther away than so
// many metres, or wherever it is for 0.
func SignalDeed(audience Audience, metres float32) Deed {
	return Deed{Kind: doSignal, Arg: int32(audience), X: metres}
}

// SignalToDeed sends an event, its text, to one body.
func SignalToDeed(who components.ID) Deed { return Deed{Kind: doSignal, Who: who} }

// StateDeed sets a key of the bot's state, its text, to the value with it.
func StateDeed() Deed { return Deed{Kind: doState} }

// LeadDeed makes a body the bot's leader; 0 gives the leader up.
func LeadDeed(leader components.ID) Deed { return Deed{Kind: doLead, Who: leader} }

// SettleDeed makes a place the bot's home.
func SettleDeed(place int32) Deed { return Deed{Kind: doSettle, Arg: place} }

// JumpDeed puts the bot at a point at once, in metres.
func JumpDeed(x, y float32) Deed { return Deed{Kind: doJump, X: x, Y: y} }

// DieDeed ends the bot's life.
func DieDeed() Deed { return Deed{Kind: doDie} }

// PushDeed moves another body by so many metres, as far as obstacles let it.
func PushDeed(who components.ID, x, y float32) Deed { return Deed{Kind: doPush, Who: who, X: x, Y: y} }

// Audience is to whom a signal goes.
type Audience int32

// The audiences of signals.
const (
	ToGroup     Audience = iota // all of the sender's group, with itself
	ToOthers                    // all of the sender's group but itself
	ToEverybody                 // all bodies, with itself
)

func (d *Deed) arm() int           { return int(d.Arg) }
func (d *Deed) item() int32        { return d.Arg }
func (d *Deed) kindOfItem() int16  { return int16(d.Arg) }
func (d *Deed) good() int          { return int(d.Arg) }
func (d *Deed) class() int16       { return int16(d.Arg) }
func (d *Deed) place() int32       { return d.Arg }
func (d *Deed) ticks() int64       { return int64(d.Arg) }
func (d *Deed) audience() Audience { return Audience(d.Arg) }

// damage returns the points of a strike.
func (d *Deed) damage() float32 { return d.X }

// hearing returns how far a signal is heard, in metres; 0: everywhere.
func (d *Deed) hearing() float32 { return d.X }

func (d *Deed) point() components.Position { return components.Position{X: d.X, Y: d.Y} }
