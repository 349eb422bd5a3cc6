package nav2

import "github.com/thicket-sim/thicket/internal/dialect/btcpp"

// portText says what a port is for, in what unit its number is, and what a text names.
type portText struct{ doc, unit, names string }

// unused describes what a robot needs and a body does not.
var unused = portText{doc: "is read, and has no effect here"}

// selected describes the ports of the leaves that choose a name.
var selected = portText{doc: "the name that was chosen"}

// portTexts describes ports by their names, which mean the same in all leaves, or in all but one.
var portTexts = map[string]portText{
	"backup_dist":                     {doc: "how far", unit: "metres"},
	"backup_speed":                    {doc: "how fast", unit: "metres a second"},
	"IsBatteryCharging.battery_topic": unused,
	"battery_topic":                   {doc: "under what name the bot's state has it", names: "key"},
	"collision_poses":                 {doc: "the points of the path where something is"},
	"current_pose":                    {doc: "where the robot is and faces"},
	"default_controller":              {doc: "the name where the state has none"},
	"default_goal_checker":            {doc: "the name where the state has none"},
	"default_path_handler":            {doc: "the name where the state has none"},
	"default_planner":                 {doc: "the name where the state has none"},
	"default_progress_checker":        {doc: "the name where the state has none"},
	"default_smoother":                {doc: "the name where the state has none"},
	"disable_collision_checks":        {doc: "moves also where something is in the way"},
	"dist_to_travel":                  {doc: "how far", unit: "metres"},
	"distance":                        {doc: "how far", unit: "metres"},
	"distance_backward":               {doc: "how much of the path behind that point stays", unit: "metres"},
	"distance_forward":                {doc: "how much of the path before that point stays; -1 for all", unit: "metres"},
	"error_code":                      {doc: "the code of a failure"},
	"error_code_id":                   {doc: "0, or the code of the failure"},
	"error_codes_to_check":            {doc: "the codes"},
	"error_msg":                       {doc: "why it failed"},
	"goal":                            {doc: "the goal"},
	"goal_pose":                       {doc: "the goal to add"},
	"goals":                           {doc: "the goals of a way through several"},
	"index":                           {doc: "the place of the pose, from 0, or from -1 at the end"},
	"input_goals":                     {doc: "the goals"},
	"input_path":                      {doc: "the path"},
	"input_path1":                     {doc: "the first path"},
	"input_path2":                     {doc: "the second path"},
	"is_recovery":                     {doc: "counts as a recovery"},
	"last_reached_index":              {doc: "the last goal to which there is a way; -1 for all"},
	"max_error_heading":               {doc: "how far off it may face", unit: "radians"},
	"max_error_left":                  {doc: "how far it may be to the left", unit: "metres"},
	"max_error_right":                 {doc: "how far it may be to the right", unit: "metres"},
	"max_lookahead_distance":          {doc: "how much of the path is looked at; -1 for all", unit: "metres"},
	"max_robot_pose_search_dist":      {doc: "how far along the path the nearest point is looked for; -1 for all", unit: "metres"},
	"min_battery":                     {doc: "up to what it is low"},
	"num_goals":                       {doc: "how many"},
	"number_recoveries":               {doc: "how many recoveries there were, and this one"},
	"output_goals":                    {doc: "the goals that stay"},
	"output_path":                     {doc: "the path that it makes"},
	"path":                            {doc: "the path"},
	"place":                           {doc: "the id of a place, or a tag", names: "place"},
	"pose":                            {doc: "the pose"},
	"proximity_threshold":             {doc: "how near is near", unit: "metres"},
	"radius":                          {doc: "how near a goal is that is passed", unit: "metres"},
	"ref_pose":                        {doc: "the one pose"},
	"reset_distance":                  {doc: "how far", unit: "metres"},
	"seconds":                         {doc: "how long", unit: "seconds"},
	"selected_controller":             selected,
	"selected_goal_checker":           selected,
	"selected_path_handler":           selected,
	"selected_planner":                selected,
	"selected_progress_checker":       selected,
	"selected_smoother":               selected,
	"smoothed_path":                   {doc: "the path with round corners"},
	"smoothing_duration":              {doc: "how long that took", unit: "seconds"},
	"speed":                           {doc: "how fast", unit: "metres a second"},
	"spin_dist":                       {doc: "by what angle; above 0 to the left", unit: "radians"},
	"start":                           {doc: "where the path begins; without it at the robot"},
	"stop_at_first_collision":         {doc: "looks no farther than the first point where something is"},
	"target_pose":                     {doc: "the other pose"},
	"time_allowance":                  {doc: "how long it has", unit: "seconds"},
	"tolerance":                       {doc: "how far apart they may be", unit: "metres"},
	"topic_name":                      {doc: "under what name the bot's state has it", names: "key"},
	"tracking_feedback":               {doc: "how far the robot is from its path: to the side, in metres, and in its heading, in radians"},
	"unsmoothed_path":                 {doc: "the path"},
	"use_start":                       {doc: "begins at start where that is given"},
	"viapoints":                       {doc: "points that the path leads through"},
	"wait_duration":                   {doc: "how long", unit: "seconds"},
	"was_completed":                   {doc: "whether it was done"},
}

// described says of the ports of a leaf what they are for.
func described(leaf string, ports []btcpp.Port) []btcpp.Port {
	all := make([]btcpp.Port, len(ports))
	for i, p := range ports {
		name := btcpp.NameOf(p)
		of, ok := portTexts[leaf+"."+name]
		if !ok {
			of, ok = portTexts[name]
		}
		if !ok {
			of = unused
		}
		all[i] = btcpp.Describe(p, of.doc, of.unit, of.names)
	}
	return all
}
