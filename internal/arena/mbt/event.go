package mbt

import "github.com/thicket-sim/thicket/internal/arena/core"

// event is one that the arena sends to the trees of this dialect alone.
type event uint8

const (
	noEvent event = iota
	onNewAttentionTarget
	onEnemySeen
	onSeenByEnemy
	onLostSightOfTarget
	onNoTarget
	onThreateningSoundHeard
	onInterestingSoundHeard
	onCloseContact
	onTargetDead
	onSuspectedSeen
	onAttentionTargetThreatChanged
	onGroupTargetVisual
	onGroupTargetMemory
	onGroupTargetSound
	onEnemyDamage
	onFriendlyDamage
	onDamage
	onBulletRain
	onMovingToCover
	onEnterCover
	onLeaveCover
	onCoverCompromised
	onReload
	onReloadDone
	onLowAmmo
	onOutOfAmmo
	onFragGrenadeThrown
	onSmokeGrenadeThrown
	onFlashbangGrenadeThrown
	onEMPGrenadeThrown
	onGrenadeDanger
	onExposedToExplosion
	onExposedToSmoke
	onExposedToFlashBang
	movementPlanProduced
	actJoinFormation
)

// events are told on the page docs/mbt.md.
var events = [...]core.Event{
	onNewAttentionTarget:           {Name: "OnNewAttentionTarget", Doc: "What it pays attention to is something else: a foe came into its eye or left it, or it heard one.", Sight: true},
	onEnemySeen:                    {Name: "OnEnemySeen", Doc: "A foe comes into its eye, or another one.", Sight: true},
	onSeenByEnemy:                  {Name: "OnSeenByEnemy", Doc: "A foe in its eye, which sees it too, has it before its eyes."},
	onLostSightOfTarget:            {Name: "OnLostSightOfTarget", Doc: "The foe is out of sight, and nobody else is there.", Sight: true},
	onNoTarget:                     {Name: "OnNoTarget", Doc: "The memory of a foe has faded, 16 s later.", Sight: true},
	onThreateningSoundHeard:        {Name: "OnThreateningSoundHeard", Doc: "A bot that knows of nothing better hears the shot of a foe.", Sight: true},
	onInterestingSoundHeard:        {Name: "OnInterestingSoundHeard", Doc: "A bot that knows of nothing better hears the shot of a stranger.", Sight: true},
	onCloseContact:                 {Name: "OnCloseContact", Doc: "The foe in its eye is within 2 m; again after 1.5 s."},
	onTargetDead:                   {Name: "OnTargetDead", Doc: "The target has died."},
	onSuspectedSeen:                {Name: "OnSuspectedSeen", Doc: "PullDownThreatLevel takes the target for no more than suspect."},
	onAttentionTargetThreatChanged: {Name: "OnAttentionTargetThreatChanged", Doc: "PullDownThreatLevel has changed the threat of the target."},
	onGroupTargetVisual:            {Name: "OnGroupTargetVisual", Doc: "A member of the team sees a foe."},
	onGroupTargetMemory:            {Name: "OnGroupTargetMemory", Doc: "No member of the team sees a foe any more."},
	onGroupTargetSound:             {Name: "OnGroupTargetSound", Doc: "A member of the team hears a shot, and nobody knows of more."},
	onEnemyDamage:                  {Name: "OnEnemyDamage", Doc: "A foe has hurt it."},
	onFriendlyDamage:               {Name: "OnFriendlyDamage", Doc: "Somebody who is no foe has hurt it."},
	onDamage:                       {Name: "OnDamage", Doc: "Nobody in particular has hurt it."},
	onBulletRain:                   {Name: "OnBulletRain", Doc: "The shot of a foe has hit within 2 m."},
	onMovingToCover:                {Name: "OnMovingToCover", Doc: "It goes to a cover."},
	onEnterCover:                   {Name: "OnEnterCover", Doc: "It is in its cover."},
	onLeaveCover:                   {Name: "OnLeaveCover", Doc: "It leaves its cover."},
	onCoverCompromised:             {Name: "OnCoverCompromised", Doc: "Its cover does not hide it from its target any more."},
	onReload:                       {Name: "OnReload", Doc: "Its weapon is being loaded."},
	onReloadDone:                   {Name: "OnReloadDone", Doc: "Its weapon is loaded."},
	onLowAmmo:                      {Name: "OnLowAmmo", Doc: "Its clip is nearly empty; once for each order to fire."},
	onOutOfAmmo:                    {Name: "OnOutOfAmmo", Doc: "Its clip is empty; once for each order to fire."},
	onFragGrenadeThrown:            {Name: "OnFragGrenadeThrown", Doc: "It has thrown a weapon with frag in its id."},
	onSmokeGrenadeThrown:           {Name: "OnSmokeGrenadeThrown", Doc: "It has thrown a weapon with smoke in its id."},
	onFlashbangGrenadeThrown:       {Name: "OnFlashbangGrenadeThrown", Doc: "It has thrown a weapon with flash in its id."},
	onEMPGrenadeThrown:             {Name: "OnEMPGrenadeThrown", Doc: "It has thrown a weapon with emp in its id."},
	onGrenadeDanger:                {Name: "OnGrenadeDanger", Doc: "A grenade has hit within 6 m."},
	onExposedToExplosion:           {Name: "OnExposedToExplosion", Doc: "An explosion has hit it."},
	onExposedToSmoke:               {Name: "OnExposedToSmoke", Doc: "Smoke has hit it."},
	onExposedToFlashBang:           {Name: "OnExposedToFlashBang", Doc: "A flash has hit it."},
	movementPlanProduced:           {Name: "MovementPlanProduced", Doc: "A Move has found its way, or the bot was ordered to stand."},
	actJoinFormation:               {Name: "ACT_JOIN_FORMATION", Doc: "JoinFormation begins."},
}

func (e event) String() string { return events[e].Name }
