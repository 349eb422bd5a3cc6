package btcpp

import (
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/optable"
)

type opcode uint8

const (
	opNone opcode = iota
	opSequence
	opAsyncSequence
	opSequenceWithMemory
	opFallback
	opAsyncFallback
	opReactiveSequence
	opReactiveFallback
	opParallel
	opParallelAll
	opIfThenElse
	opWhileDoElse
	opSwitch
	opTryCatch
	opInverter
	opForceSuccess
	opForceFailure
	opKeepRunningUntilFailure
	opRepeat
	opRetryUntilSuccessful
	opTimeout
	opDelay
	opRunOnce
	opPrecondition
	opSkipUnlessUpdated
	opWaitValueUpdate
	opLoop
	opSubTree
	opAlwaysSuccess
	opAlwaysFailure
	opSleep
	opScript
	opScriptCondition
	opSetBlackboard
	opUnsetBlackboard
	opWasEntryUpdated
	opAction
	opSyncAction
	opCondition
	opValue
	opGate
	opDecorator
	opComposite
	opPass
	opMock

	opPipelineSequence // the first of Nav2's
	opRecoveryNode
	opRoundRobin
	opNonblockingSequence
	opPersistentSequence
	opPauseResumeController
	opRateController // the first of its decorators
	opDistanceController
	opSpeedController
	opGoalUpdatedController
	opGoalUpdater
	opPathLongerOnApproach
	opSingleTrigger
	opCount
)

// ops is the table of ops. K stands for skipped.
var ops = optable.Table{Dialect: dialect, Ops: []optable.Op{
	opNone:                    {"none", run.Action, "no node"},
	opSequence:                {"Sequence", run.Composite, "from the child that ran on: S goes on, K too; F stops all; after the last S, or K if all were K"},
	opAsyncSequence:           {"AsyncSequence", run.Composite, "as Sequence; R after a child that began and succeeded in one call"},
	opSequenceWithMemory:      {"SequenceWithMemory", run.Composite, "as AsyncSequence; F and a halt keep the place"},
	opFallback:                {"Fallback", run.Composite, "from the child that ran on: F goes on, K too; S stops all; after the last F, or K if all were K"},
	opAsyncFallback:           {"AsyncFallback", run.Composite, "as Fallback; R after a child that began and failed in one call"},
	opReactiveSequence:        {"ReactiveSequence", run.Composite, "from the first child in each tick: S and K go on, R stops all others, F stops all"},
	opReactiveFallback:        {"ReactiveFallback", run.Composite, "from the first child in each tick: F and K go on, R stops all others, S stops all"},
	opParallel:                {"Parallel", run.Composite, "S with success_count successes, F with failure_count failures or when S cannot come, else R"},
	opParallelAll:             {"ParallelAll", run.Composite, "R until all have ended; then F with max_failures failures, else S"},
	opIfThenElse:              {"IfThenElse", run.Composite, "S of the first child chooses the second, F the third; that goes on without the first being asked"},
	opWhileDoElse:             {"WhileDoElse", run.Composite, "asks the first child in each tick: S runs the second, F the third"},
	opSwitch:                  {"Switch", run.Composite, "the child of the case that equals the variable, or else the last one"},
	opTryCatch:                {"TryCatch", run.Composite, "all children but the last as a Sequence; after an F the last one, and then F"},
	opInverter:                {"Inverter", run.Decorator, "S for F, F for S"},
	opForceSuccess:            {"ForceSuccess", run.Decorator, "S for F"},
	opForceFailure:            {"ForceFailure", run.Decorator, "F for S"},
	opKeepRunningUntilFailure: {"KeepRunningUntilFailure", run.Decorator, "R until the child fails, then F"},
	opRepeat:                  {"Repeat", run.Decorator, "S after num_cycles successes of the child, F with its first failure"},
	opRetryUntilSuccessful:    {"RetryUntilSuccessful", run.Decorator, "S with the child's first success, F after num_attempts failures"},
	opTimeout:                 {"Timeout", run.Decorator, "as the child; F when msec milliseconds are over before it has ended"},
	opDelay:                   {"Delay", run.Decorator, "R for delay_msec milliseconds, then as the child"},
	opRunOnce:                 {"RunOnce", run.Decorator, "as the child until that has ended once, then K, or what it answered"},
	opPrecondition:            {"Precondition", run.Decorator, "as the child if the script holds when it begins, otherwise what else says"},
	opSkipUnlessUpdated:       {"SkipUnlessUpdated", run.Decorator, "as the child if the entry was written since, otherwise K"},
	opWaitValueUpdate:         {"WaitValueUpdate", run.Decorator, "as the child if the entry was written since, otherwise R"},
	opLoop:                    {"Loop", run.Decorator, "R for each element of the list, F with the child's failure, if_empty at the end"},
	opSubTree:                 {"SubTree", run.Decorator, "as the root of the tree"},
	opAlwaysSuccess:           {"AlwaysSuccess", run.Action, "S"},
	opAlwaysFailure:           {"AlwaysFailure", run.Action, "F"},
	opSleep:                   {"Sleep", run.Action, "R for msec milliseconds, then S"},
	opScript:                  {"Script", run.Action, "S when the script has run"},
	opScriptCondition:         {"ScriptCondition", run.Condition, "S if the script is true, else F"},
	opSetBlackboard:           {"SetBlackboard", run.Action, "S when the value is written, F for an entry without a value"},
	opUnsetBlackboard:         {"UnsetBlackboard", run.Action, "S when the entry is gone"},
	opWasEntryUpdated:         {"WasEntryUpdated", run.Condition, "S if the entry was written since the last call, else F"},
	opAction:                  {"Action", run.Action, "what the action answers"},
	opSyncAction:              {"SyncAction", run.Action, "what the action answers, which may not be R"},
	opCondition:               {"Condition", run.Condition, "S if it is true, else F"},
	opValue:                   {"Value", run.Action, "S when the value is written, F where there is none"},
	opGate:                    {"Gate", run.Decorator, "as the child if the gate opens when it begins, else F"},
	opDecorator:               {"Decorator", run.Decorator, "what the decorator makes of the child's answer"},
	opComposite:               {"Control", run.Composite, "what the composite makes of its children's answers"},
	opPass:                    {"Pass", run.Decorator, "as the child"},
	opMock:                    {"Mock", run.Action, "what it is told to answer, at once or after a while"},

	opPipelineSequence:      {"PipelineSequence", run.Composite, "from the first child in each tick: S goes on, K too, R of a child before the last one that ran also; F stops all; S at the end, or K if all were K"},
	opRecoveryNode:          {"RecoveryNode", run.Composite, "S with the first child; after its F the second one, then the first again, number_of_retries times; then F, and with F of the second"},
	opRoundRobin:            {"RoundRobin", run.Composite, "S of a child, and the next one has its turn then; F goes on, K too; F after the F of all, and without wrap_around when the last has ended"},
	opNonblockingSequence:   {"NonblockingSequence", run.Composite, "all children in each tick; S if all succeed, F with the first failure, else R"},
	opPersistentSequence:    {"PersistentSequence", run.Composite, "as Sequence, with its place in an entry, which a halt leaves"},
	opPauseResumeController: {"PauseResumeController", run.Composite, "as the first child; while paused the second, the third at a pause and the fourth when it ends, and R"},
	opRateController:        {"RateController", run.Decorator, "as the child, hz times a second at most after its S, otherwise R"},
	opDistanceController:    {"DistanceController", run.Decorator, "as the child, each time that the bot is distance metres from where it was at the child's S, otherwise R"},
	opSpeedController:       {"SpeedController", run.Decorator, "as the child, from min_rate to max_rate times a second by the bot's speed, and with a new goal, otherwise R"},
	opGoalUpdatedController: {"GoalUpdatedController", run.Decorator, "as the child when it begins and with a new goal, otherwise R"},
	opGoalUpdater:           {"GoalUpdater", run.Decorator, "as the child, after the newest goal was written"},
	opPathLongerOnApproach:  {"PathLongerOnApproach", run.Decorator, "as the child when a new path to the same near end is much longer, otherwise S"},
	opSingleTrigger:         {"SingleTrigger", run.Decorator, "as the child until that has ended once, then F"},
}}

func opOf(node *tree.Node) opcode { return opcode(node.Op) }
