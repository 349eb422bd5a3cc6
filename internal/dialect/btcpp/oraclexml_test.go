package btcpp

import (
	"fmt"
	"strconv"
	"strings"
)

// attributes writes what stands in a unit's element.
func (u *unit) attributes() string {
	var b strings.Builder
	add := func(name string, v any) { fmt.Fprintf(&b, " %s=%q", name, fmt.Sprint(v)) }
	switch u.name {
	case "Parallel":
		add("success_count", u.count)
		add("failure_count", u.count2)
	case "ParallelAll":
		add("max_failures", u.count2)
	case "TryCatch":
		add("catch_on_halt", u.flag)
	case "Switch2":
		add("variable", "{"+u.entry+"}")
		add("case_1", u.list[0])
		add("case_2", u.list[1])
	case "Repeat":
		add("num_cycles", u.count)
	case "RetryUntilSuccessful":
		add("num_attempts", u.count)
	case "Timeout", "Sleep":
		add("msec", u.count)
	case "Delay":
		add("delay_msec", u.count)
	case "RunOnce":
		add("then_skip", u.flag)
	case "Precondition":
		add("if", u.entry)
		add("else", statusWords[u.other])
	case "SkipUnlessUpdated", "WaitValueUpdate", "WasEntryUpdated":
		add("entry", "{"+u.entry+"}")
	case "LoopInt":
		list := make([]string, len(u.list))
		for i, v := range u.list {
			list[i] = strconv.Itoa(v)
		}
		add("queue", strings.Join(list, ";"))
		add("if_empty", statusWords[u.other])
		add("value", "{"+u.entry+"}")
	case "Script":
		add("code", toggled(u.entry))
	case "ScriptCondition":
		add("code", u.entry)
	}
	for _, name := range conditionNames {
		switch e := u.scripts[name]; {
		case e == "":
		case strings.HasSuffix(name, "If") || name == "_while":
			add(name, e)
		default:
			add(name, toggled(e))
		}
	}
	return b.String()
}

func toggled(entry string) string { return entry + " = 1 - " + entry }

var statusWords = [...]string{idle: "IDLE", running: "RUNNING", success: "SUCCESS", failure: "FAILURE", skipped: "SKIPPED"}

// write writes a unit as XML; trees that stand below a SubTree go to trees.
func (u *unit) write(trees *strings.Builder) string {
	var inside strings.Builder
	if u.raw != "" {
		return strings.ReplaceAll(u.raw, "$", strconv.Itoa(u.id)) + "\n"
	}
	if u.name == "SubTree" {
		fmt.Fprintf(trees, "<BehaviorTree ID=\"t%d\">\n%s</BehaviorTree>\n", u.id, u.kids[0].write(trees))
		return fmt.Sprintf("<SubTree ID=\"t%d\" name=\"s%d\" _autoremap=\"true\"%s/>\n", u.id, u.id, u.attributes())
	}
	for _, k := range u.kids {
		inside.WriteString(k.write(trees))
	}
	return fmt.Sprintf("<%s%s>\n%s</%s>\n", u.name, u.attributes(), inside.String(), u.name)
}

// portsTree is a tree for SubTrees with ports.
const portsTree = `<BehaviorTree ID="Ports"><Sequence>
<Script code="{code}"/>
<Script code="mine := text"/>
<LoopInt queue="1;2" value="{x}" if_empty="SKIPPED"><Act/></LoopInt>
<SetBlackboard value="{x}" output_key="y"/>
<Say text="{mine}" said="{said}"/>
</Sequence></BehaviorTree>
`

// source writes the file of a tree, and numbers its nodes.
func (u *unit) source() string {
	n := 0
	var number func(u *unit)
	number = func(u *unit) {
		n++
		u.id = n
		for _, k := range u.kids {
			number(k)
		}
	}
	number(u)
	var trees strings.Builder
	main := u.write(&trees)
	if strings.Contains(main+trees.String(), `ID="Ports"`) {
		trees.WriteString(portsTree)
	}
	return "<root BTCPP_format=\"4\" main_tree_to_execute=\"Main\">\n" + trees.String() + "<BehaviorTree ID=\"Main\">\n" + main + "</BehaviorTree>\n</root>\n"
}
