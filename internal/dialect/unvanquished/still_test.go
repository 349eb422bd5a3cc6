package unvanquished

import "testing"

// Values that are the same for a tick are asked for once, of those bots that come to a condition
// with them, and no more exactly than conditions need.
func TestStillValuesAreThoseOfEachBot(t *testing.T) {
	for _, src := range []string{
		"selector { condition g() == 0 && s( 1 ) < 1 { action A } condition s( 1 ) <= 1 { action B } condition s( 1 ) > 3 && s( 2 ) < 1 { action I } action A( 1 ) }",
		"selector { condition g() == 1 && ( s( 1 ) < 0.1 || s( 2 ) == 2 ) { action B } condition s( 1 ) == s( 2 ) { action I } condition s( 1 ) >= 16777217 { action A } condition s( 2 ) { action B } }",
		"selector { condition 1 < s( 1 ) { action A } condition s( 1 ) != 1 { action I } condition s( 0 ) > 2 { action B } }",
	} {
		alike(t, src, 40, func(*pen, int64) {})
	}
}
