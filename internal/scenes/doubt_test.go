package scenes_test

import "testing"

// What loads in a scene of the game and is hardly meant gets a notice, each at its
// place; what is right gets none.
func TestDoubtsAboutScenesOfTheGame(t *testing.T) {
	sceneDir(t, map[string]string{
		"odd.yaml": `
game: unvanquished
teams: [{ id: humans }, { id: aliens }, { id: others }]
settings: { g_bot_fov: wide, g_bot_chasetme: 4, g_maxMiners: -1, mine: text, timelimit: 5, g_bot_builder: "on" }
bots:
  - { id: a, name: A, teamId: humans, health: 5, skill: 4, weapons: [shotgun], behavior: { kind: wander } }
  - { id: human_naked, name: B, teamId: aliens, health: 5, behavior: { kind: wander } }
  - { id: c, name: C, teamId: others, health: 5, behavior: { kind: wander } }
  - { id: d, name: D, teamId: aliens, health: 5 }
`,
		"base.yaml": `
game: unvanquished
teams: [{ id: bugs }, { id: people }]
buildings:
  - { kind: overmind, at: [50, 50] }
  - { kind: overmind, at: [80, 50] }
  - { kind: acidtube, at: [50, 51] }
  - { kind: telenode, at: [120, 50] }
bots:
  - { id: a, name: A, teamId: bugs, count: 1, behavior: { kind: wander } }
  - { id: b, name: B, teamId: people, count: 1, behavior: { kind: wander } }
`,
		"plain.yaml": `
teams: [{ id: humans }, { id: aliens }, { id: others }]
settings: { g_bot_fov: wide }
bots: [{ id: a, name: A, teamId: humans, health: 5, behavior: { kind: wander } }]
`,
	})
	wantNotices(t, load(t, "odd.yaml"),
		`team "humans" plays the aliens: the first team is the aliens, the second the humans`,
		`team "aliens" plays the humans: the first team is the aliens, the second the humans`,
		`team "others" has no part in the game, which has two teams: its bots have no class, no weapon and no base`,
		`settings: g_bot_fov: "wide" is no number and no truth value, and counts as 0`,
		`settings: the game has no setting "g_bot_chasetme", and only trees can read it; did you mean "g_bot_chasetime"?`,
		`settings: g_maxMiners: -1 is below 0, which the game does not know`,
		`class "a": health, weapons: they do not count, as its bots begin as those of the game; a class of the scene with an id of the game's has its own`,
	)
	wantNotices(t, load(t, "base.yaml"),
		`team "bugs" begins without a spawn: who dies stays dead until one is built`,
		`a second overmind: a team of the game has one`,
		`acidtube stands in another building`,
	)
	wantNotices(t, load(t, "plain.yaml"))
}
