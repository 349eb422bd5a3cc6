package stage_test

// lives are ten kinds of the game's life, each with its prefab, its brain and its state graph in testdata/life.
var lives = []*life{
	{ // a herd with a mood: it keeps together, sleeps by night, and strikes in its season only
		name: "shag",
		sights: [][]sight{
			{spread(noon, 1, 28, "shag"), spread(midnight, 1, 28, "shag"), spread(nextNoon, 1, 45, "shag")},
			moved(afternoon, "shag", 0.5, 10), moved(midnight, "shag", 0, 0.01),
		},
		told:  []string{"day: struck by shag"},
		never: []string{"night: struck", "dusk: struck"},
	},
	{ // a nest that sends out and takes in
		name: "whir",
		sights: [][]sight{{
			outside(afternoon, "whir", 3, 4), nearby(afternoon, "whir", 30, 30, 26, 3, 4), outside(midnight, "whir", 0, 0), outside(lateNight, "whir", 0, 0),
			outside(nextNoon, "whir", 3, 4),
		}},
		told: []string{"dusk: four came home"},
	},
	{ // a thief
		name: "filch",
		sights: [][]sight{
			{nearby(1, "flint", 48, 40, 5, 0, 1), nearby(midnight, "filch", 48, 40, 3, 1, 1), nearby(midnight, "flint", 48, 40, 5, 1, 6), nearby(midnight, "log", 48, 40, 5, 1, 1), nearby(midnight, "goldnugget", 48, 40, 5, 1, 1)},
			moved(midnight, "filch", 0, 0.1),
		},
		told: []string{"day: stole log of porter", "day: stole goldnugget of porter", "day: nothing left"},
	},
	{ // a follower that eats what it is given
		name:   "mutt",
		sights: [][]sight{{spread(noon, 0, 9, "mutt", "porter"), spread(afternoon, 0, 9, "mutt", "porter")}, moved(midnight, "mutt", 0, 0.01)},
		told:   []string{"day: ate meat", "night: forgot its friend", "day: ate meat"},
	},
	{ // a hunter of the night
		name:   "gloam",
		sights: [][]sight{{outside(afternoon, "vole", 8, 8), outside(endOfLife, "vole", 1, 6)}, moved(noon, "gloam", 0, 0.01), moved(nextNoon, "gloam", 0, 0.01)},
		told:   []string{"dusk: killed by night vole", "night: killed by night vole"},
		never:  []string{"by day"},
	},
	{ // fishers, and a shoal
		name: "stilt",
		sights: [][]sight{
			{spread(noon, 0.5, 14, "minnow"), spread(midnight, 0.5, 14, "minnow"), nearby(midnight, "stilt", 30, 30, 60, 2, 2)},
		},
		told:  []string{"day: caught 1 5"},
		never: []string{"night: caught"},
	},
	{ // a boss with phases
		name: "colossus",
		sights: [][]sight{{
			nearby(midnight, "militia", 20, 40, 7, 6, 6), outside(lateNight, "servant", 0, 0), outside(3930, "servant", 3, 3), outside(endOfLife, "colossus", 0, 0),
		}},
		told: []string{"day: phase 2", "day: pounded", "day: phase 3", "day: servants 3", "day: scared for 3", "day: fallen"},
	},
	{ // a builder
		name: "wattler",
		sights: [][]sight{{
			outside(noon, "wattlerlodge", 0, 1), outside(midnight, "wattlerlodge", 1, 1), outside(midnight, "wattler", 0, 0), outside(lateNight, "wattler", 0, 0),
			outside(nextNoon, "wattler", 1, 1), nearby(nextNoon, "wattler", 30, 30, 22, 1, 1),
		}},
		told: []string{"night: lodge stands"},
	},
	{ // a sleeper
		name:   "dozer",
		sights: [][]sight{moved(midnight-200, "dozer", 0, 0.01), moved(lateNight, "dozer", 0, 0.01)},
		told:   []string{"night: asleep by night", "night: awake by night", "night: asleep by night", "day: awake by day"},
		never:  []string{"asleep by day"},
	},
	{ // a burrower
		name: "delver",
		sights: [][]sight{
			{
				outside(noon, "delver", 0, 0), outside(noon, "delvermound", 2, 2), outside(midnight, "delvermound", 0, 0), nearby(midnight, "delver", 30, 30, 30, 2, 2),
				outside(nextNoon, "delver", 0, 0), outside(nextNoon, "delvermound", 2, 2), nearby(nextNoon, "militia", 30, 30, 30, 2, 2),
			},
			moved(noon, "delver", 0, 0.01),
			moved(nextNoon, "delver", 0, 0.01),
		},
		told:  []string{"night: ate in the dark above"},
		never: []string{"under", "by day", "struck"},
	},
}
