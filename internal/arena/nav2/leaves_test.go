package nav2_test

import (
	"strings"
	"testing"
)

const codes = ` error_code_id="{code}"`

const plan = `<ComputePathToPose path="{path}" error_code_id="{code}"/>`

func goal(pose string) string {
	return `<SetBlackboard output_key="goal" value="` + pose + `"/>`
}

// What leaves do in a scene, after how many ticks.
func TestLeaves(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, tree, state string
		is                string
		least, most       int
		code              string
	}{
		{"a path is planned in the second tick", goal("14;10") + plan, "", "done", 2, 2, ""},
		{"a goal in an obstacle", goal("20.5;5") + plan, "", "failed", 2, 2, "206"},
		{"a goal outside of the field", goal("50;5") + plan, "", "failed", 2, 2, "204"},
		{"no goal", plan, "", "failed", 2, 2, "200"},
		{"a goal where somebody stands", goal("30;25") + plan, "", "done", 2, 2, ""},
		{"through no goals", `<ComputePathThroughPoses path="{path}" error_code_id="{code}"/>`, "", "failed", 2, 2, "309"},
		{"a drive of 4 m, but for the distance at which it is over", goal("14;10") + plan + `<FollowPath error_code_id="{code}"/>`, "", "done", 20, 24, ""},
		{"a drive without a path", `<FollowPath error_code_id="{code}"/>`, "", "failed", 1, 1, "103"},
		{"a spin at a radian a second", `<Spin spin_dist="1.57"/>`, "", "done", 16, 19, ""},
		{"a spin that takes too long", `<Spin spin_dist="1.57" time_allowance="1"` + codes + `/>`, "", "failed", 11, 13, "701"},
		{"back", `<BackUp backup_dist="1" backup_speed="0.5"/>`, "", "done", 20, 23, ""},
		{"on", `<DriveOnHeading dist_to_travel="1" speed="0.5"/>`, "", "done", 20, 23, ""},
		{"on into a wall", `<DriveOnHeading dist_to_travel="20" speed="5"` + codes + `/>`, "", "failed", 15, 30, "723"},
		{"on with a speed of 0", `<DriveOnHeading speed="0"` + codes + `/>`, "", "failed", 2, 2, "724"},
		{"on for too long", `<DriveOnHeading dist_to_travel="5" speed="0.1" time_allowance="1"` + codes + `/>`, "", "failed", 11, 13, "721"},
		{"a wait", `<Wait wait_duration="-1"/>`, "", "done", 11, 12, ""},
		{"the name of a topic", `<PlannerSelector topic_name="/choice" default_planner="a" selected_planner="{p}"/><ScriptCondition code="p == 'b'"/>`, "choice: b", "done", 1, 1, ""},
		{"the default", `<PlannerSelector default_planner="a" selected_planner="{p}"/><ScriptCondition code="p == 'a'"/>`, "", "done", 1, 1, ""},
		{"no name", `<SmootherSelector selected_smoother="{p}"/>`, "", "failed", 1, 1, ""},
		{"no battery", `<IsBatteryLow min_battery="1"/>`, "", "failed", 1, 1, ""},
		{"a low battery", `<IsBatteryLow min_battery="0.2"/>`, "battery: 0.2", "done", 1, 1, ""},
		{"a code that helps", `<Script code="code := 208"/><WouldAPlannerRecoveryHelp error_code="{code}"/>`, "", "done", 1, 1, "208"},
		{"a code that does not", `<Script code="code := 206"/><WouldAPlannerRecoveryHelp error_code="{code}"/>`, "", "failed", 1, 1, "206"},
		{"a code of some", `<AreErrorCodesPresent error_code="5" error_codes_to_check="3;5"/>`, "", "done", 1, 1, ""},
		{"where it is", `<GetCurrentPose current_pose="{at}"/><ArePosesNear ref_pose="{at}" target_pose="10.1;10" tolerance="0.2"/>`, "", "done", 1, 1, ""},
		{"an empty path is not valid", `<ValidatePath path="{path}"/>`, "", "failed", 1, 1, ""},
		{"a path through a wall is not valid", `<ValidatePath path="10;10|30;10"/>`, "", "failed", 1, 1, ""},
		{"a path past it is", `<ValidatePath path="10;10|12;10"/>`, "", "done", 1, 1, ""},
		{"what is farther than it looks", `<ValidatePath path="10;10|12;10|30;10" max_lookahead_distance="3"/>`, "", "done", 1, 1, ""},
		{"the last pose", `<GetPoseFromPath path="1;1|2;2|3;3" index="-1" pose="{p}"/><ArePosesNear ref_pose="{p}" target_pose="3;3"/>`, "", "done", 1, 1, ""},
		{"a pose that there is not", `<GetPoseFromPath path="1;1" index="1" pose="{p}"/>`, "", "failed", 1, 1, ""},
		{"goals that were passed", `<RemovePassedGoals input_goals="10;10.2|11;10|12;10" output_goals="{g}"/><GetPoseFromPath path="{g}" pose="{p}"/><ArePosesNear ref_pose="{p}" target_pose="11;10" tolerance="0.1"/>`, "", "done", 1, 1, ""},
		{"the last goal stays", `<RemovePassedGoals input_goals="10;10" output_goals="{g}"/><GetPoseFromPath path="{g}" pose="{p}"/>`, "", "done", 1, 1, ""},
		{"a path cut at its end", `<TruncatePath input_path="0;0|1;0|2;0|3;0" distance="1.5" output_path="{g}"/><GetPoseFromPath path="{g}" index="-1" pose="{p}"/><ArePosesNear ref_pose="{p}" target_pose="1;0" tolerance="0.1"/>`, "", "done", 1, 1, ""},
		{"a path about the robot", `<TruncatePathLocal input_path="5;10|8;10|10;10|11;10|20;10" distance_forward="2" distance_backward="0" output_path="{g}"/><GetPoseFromPath path="{g}" pose="{p}"/><GetPoseFromPath path="{g}" index="-1" pose="{q}"/><ArePosesNear ref_pose="{p}" target_pose="10;10" tolerance="0.1"/><ArePosesNear ref_pose="{q}" target_pose="11;10" tolerance="0.1"/>`, "", "done", 1, 1, ""},
		{"two paths", `<ConcatenatePaths input_path1="1;1" input_path2="2;2" output_path="{g}"/><GetPoseFromPath path="{g}" index="1" pose="{p}"/>`, "", "done", 1, 1, ""},
		{"two empty ones", `<ConcatenatePaths input_path1="" input_path2="" output_path="{g}"/>`, "", "failed", 1, 1, ""},
		{"the next goals", `<GetNextFewGoals num_goals="2" input_goals="1;1|2;2|3;3" output_goals="{g}"/><GetPoseFromPath path="{g}" index="1" pose="{p}"/><Inverter><GetPoseFromPath path="{g}" index="2" pose="{p}"/></Inverter>`, "", "done", 1, 1, ""},
		{"one goal more", `<AppendGoalPoseToGoals input_goals="1;1" goal_pose="2;2" output_goals="{g}"/><GetPoseFromPath path="{g}" index="1" pose="{p}"/><ArePosesNear ref_pose="{p}" target_pose="2;2"/>`, "", "done", 1, 1, ""},
		{"a place", `<ChoosePlace place="shelf" pose="{p}"/><ArePosesNear ref_pose="{p}" target_pose="30;5" tolerance="0.1"/>`, "", "done", 1, 1, ""},
		{"no place", `<ChoosePlace place="moon" pose="{p}"/>`, "", "failed", 1, 1, ""},
		{"near the goal", `<IsGoalNearby path="5;10|10;10|10.5;10"/>`, "", "done", 1, 1, ""},
		{"far from it", `<IsGoalNearby path="5;10|10;10|12;10"/>`, "", "failed", 1, 1, ""},
		{"at the goal", goal("10.2;10") + `<GoalReached/>`, "", "done", 1, 1, ""},
		{"a time", `<KeepRunningUntilFailure><Inverter><TimeExpired seconds="0.5"/></Inverter></KeepRunningUntilFailure>`, "", "", 0, 30, ""},
		{"nothing is known of the path", `<IsWithinPathTrackingBounds/>`, "", "done", 1, 1, ""},
		{"it is too far to the left", `<IsWithinPathTrackingBounds tracking_feedback="0.6;0"/>`, "", "failed", 1, 1, ""},
		{"to the right it may be", `<IsWithinPathTrackingBounds max_error_right="1" tracking_feedback="-0.6;0"/>`, "", "done", 1, 1, ""},
		{"a smooth path", `<SmoothPath unsmoothed_path="1;1|2;1|2;2" smoothed_path="{g}"/><GetPoseFromPath path="{g}" index="1" pose="{p}"/><ArePosesNear ref_pose="{p}" target_pose="1.75;1.25" tolerance="0.01"/>`, "", "done", 2, 2, ""},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "-"), func(t *testing.T) {
			t.Parallel()
			p := open(t, ends(c.tree), c.state)
			if c.is == "" {
				p.Steps(c.most)
				if p.is("is") != "" {
					t.Errorf("it ends: %s", p.is("is"))
				}
				return
			}
			p.ends(c.is, c.least, c.most)
			if got := p.is("code"); got != c.code {
				t.Errorf("code %q, wanted %q", got, c.code)
			}
		})
	}
}

// number_recoveries counts starts of what is a recovery, also where it is none.
func TestRecoveriesAreCounted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ tree, want string }{
		{`<Wait wait_duration="0.2"/><ClearEntireCostmap/><ClearCostmapAroundRobot/>`, "3"},
		{`<Spin spin_dist="0.1"/><Spin spin_dist="0.1" is_recovery="false"/>`, "1"},
		{`<BackUp/><DriveOnHeading/>`, "1"},
	} {
		p := open(t, ends(c.tree), "")
		p.until(200)
		if got := p.is("n"); p.is("is") != "done" || got != c.want {
			t.Errorf("%s: %s with %s recoveries, wanted %s", c.tree, p.is("is"), got, c.want)
		}
	}
}

func TestRobotsDrivePastWallsAndBodies(t *testing.T) {
	t.Parallel()
	p := open(t, ends(goal("30;10")+plan+`<FollowPath/>`), "")
	p.ends("done", 150, 200)
	p.at(30, 10, 0.3)

	// a crate stands in the way, and the path that is planned when the robot sees it leads past it
	p = open(t, ends(goal("17;15")+`<PipelineSequence><RateController hz="2">`+plan+`</RateController><FollowPath/></PipelineSequence>`), "")
	p.Put(crate, 13.5, 12.5, 1, 0)
	p.ends("done", 40, 80)
	p.at(17, 15, 0.3)
}

// A robot stands in front of a body that it did not plan for, and fails after 3 s.
func TestARobotStandsInFrontOfBodies(t *testing.T) {
	t.Parallel()
	p := open(t, ends(goal("16;10")+plan+`<FollowPath error_code_id="{code}"/>`), "")
	p.Steps(3).Put(crate, 13, 10, 1, 0)
	p.ends("failed", 30, 50)
	if got := p.is("code"); got != "106" {
		t.Errorf("code %s, wanted 106", got)
	}
	p.at(11.7, 10, 0.4)
}

// A halt in the middle of a plan empties the path, one in a drive does not.
func TestAHaltedPlanEmptiesThePath(t *testing.T) {
	t.Parallel()
	halted := func(node string) string {
		return ends(`<SetBlackboard output_key="path" value="10;10|12;10|18;10"/>` + goal("18;10") + `<ForceSuccess><Timeout msec="50">` + node + `</Timeout></ForceSuccess><GetPoseFromPath path="{path}" pose="{p}"/>`)
	}
	p := open(t, halted(plan), "")
	p.ends("failed", 2, 3)
	p = open(t, halted(`<FollowPath/>`), "")
	p.ends("done", 2, 3)
}

// What a robot remembers stays where it does not look, and is gone when it is cleared, or looks.
func TestRobotsRemember(t *testing.T) {
	t.Parallel()
	// The robot sees the crate on the path, which is taken away then while the robot is elsewhere.
	tree := func(clear string) string {
		return ends(`<Wait wait_duration="0.5"/><Sleep msec="1000"/>` + clear + `<ValidatePath path="15;25|5;25"/>`)
	}
	play := func(clear string, back bool) *stage {
		p := open(t, tree(clear), "")
		p.Put(robot, 14, 25, 1, 0).Put(crate, 11, 25, 1, 0).Steps(8)
		p.Put(robot, 30, 10, 1, 0).Put(crate, 38, 3, 1, 0).Steps(3)
		if back {
			p.Put(robot, 14, 25, 1, 0)
		}
		return p
	}
	p := play("", false)
	p.ends("failed", 1, 12)
	p = play("<ClearEntireCostmap/>", false)
	p.ends("done", 1, 12)
	p = play(`<ClearCostmapAroundRobot reset_distance="3"/>`, false)
	p.ends("failed", 1, 12)
	p = play(`<ClearCostmapAroundPose pose="11;25"/>`, false)
	p.ends("done", 1, 12)
	p = play(`<ClearCostmapExceptRegion reset_distance="3"/>`, false)
	p.ends("done", 1, 12)
	p = play("", true)
	p.ends("done", 1, 12)
}

func TestABatteryIsDrainedAndCharged(t *testing.T) {
	t.Parallel()
	p := open(t, `<Sequence>`+goal("4;4")+plan+`<FollowPath/><Stay/></Sequence>`, "battery_lasts: 20, battery_charges: 10")
	p.Steps(35)
	if got := p.is("battery"); got < "0.8" || got > "0.9" {
		t.Errorf("battery %s after a drive of 3.5 s, wanted 0.8 to 0.9", got)
	}
	if got := p.is("charging"); got != "false" {
		t.Errorf("charging %s, wanted false", got)
	}
	p.Steps(60)
	if p.is("battery") != "1" || p.is("charging") != "true" {
		t.Errorf("battery %s, charging %s, wanted a full one", p.is("battery"), p.is("charging"))
	}
}

// Conditions that remember: their first call, what changed, and a reset.
func TestConditionsRemember(t *testing.T) {
	t.Parallel()
	count := func(cond, other string) string {
		return `<Sequence><Script code="hits := 0"/>` + goal("1;1") + `<KeepRunningUntilFailure><ForceSuccess><Sequence>` + other + cond + `<Script code="hits += 1"/><SetState key="hits" value="{hits}"/></Sequence></ForceSuccess></KeepRunningUntilFailure></Sequence>`
	}
	for _, c := range []struct{ name, tree, want string }{
		{"first ever", count(`<GlobalUpdatedGoal/>`, ""), "1"},
		{"the place of a robot that stands", count(`<GlobalUpdatedGoal/>`, `<GetCurrentPose current_pose="{goal}"/>`), "1"},
		{"fresh in each tick below a Sequence that ends", count(`<GoalUpdated/>`, ""), ""},
		{"the timer outlives resets", count(`<PathExpiringTimer seconds="0.5" path="1;1|2;2"/>`, ""), "5"},
	} {
		p := open(t, c.tree, "")
		p.Steps(30)
		if got := p.is("hits"); got != c.want {
			t.Errorf("%s: %q hits, wanted %q", c.name, got, c.want)
		}
	}
}

// A path that is planned anew while the robot drives is taken over without a new start: one would stand
// for a tick each time.
func TestANewPathDoesNotStopTheRobot(t *testing.T) {
	t.Parallel()
	p := open(t, ends(goal("18;10")+`<PipelineSequence><RateController hz="10">`+plan+`</RateController><FollowPath/></PipelineSequence>`), "")
	p.ends("done", 38, 43)
}

// A new goal ends the recovery that goes on, and takes one try.
func TestANewGoalEndsARecovery(t *testing.T) {
	t.Parallel()
	tree := func(at string) string {
		return `<ParallelAll max_failures="1"><Sequence><Sleep msec="` + at + `"/>` + goal("2;2") + `</Sequence>` +
			ends(`<RecoveryNode number_of_retries="2"><AlwaysFailure/><ReactiveFallback><GlobalUpdatedGoal/><RoundRobin wrap_around="true"><Spin/><Wait/></RoundRobin></ReactiveFallback></RecoveryNode>`) + `</ParallelAll>`
	}
	p := open(t, tree("500"), "")
	p.ends("failed", 5, 8)
	p = open(t, tree("5000"), "")
	p.ends("failed", 16, 20)
}
