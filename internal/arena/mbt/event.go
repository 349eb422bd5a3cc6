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
	onNewAttentionTarget:           {Name: "OnNewAttentionTarget", Sight: true},
	onEnemySeen:                    {Name: "OnEnemySeen", Sight: true},
	onSeenByEnemy:                  {Name: "OnSeenByEnemy"},
	onLostSightOfTarget:            {Name: "OnLostSightOfTarget", Sight: true},
	onNoTarget:                     {Name: "OnNoTarget", Sight: true},
	onThreateningSoundHeard:        {Name: "OnThreateningSoundHeard", Sight: true},
	onInterestingSoundHeard:        {Name: "OnInterestingSoundHeard", Sight: true},
	onCloseContact:                 {Name: "OnCloseContact"},
	onTargetDead:                   {Name: "OnTargetDead"},
	onSuspectedSeen:                {Name: "OnSuspectedSeen"},
	onAttentionTargetThreatChanged: {Name: "OnAttentionTargetThreatChanged"},
	onGroupTargetVisual:            {Name: "OnGroupTargetVisual"},
	onGroupTargetMemory:            {Name: "OnGroupTargetMemory"},
	onGroupTargetSound:             {Name: "OnGroupTargetSound"},
	onEnemyDamage:                  {Name: "OnEnemyDamage"},
	onFriendlyDamage:               {Name: "OnFriendlyDamage"},
	onDamage:                       {Name: "OnDamage"},
	onBulletRain:                   {Name: "OnBulletRain"},
	onMovingToCover:                {Name: "OnMovingToCover"},
	onEnterCover:                   {Name: "OnEnterCover"},
	onLeaveCover:                   {Name: "OnLeaveCover"},
	onCoverCompromised:             {Name: "OnCoverCompromised"},
	onReload:                       {Name: "OnReload"},
	onReloadDone:                   {Name: "OnReloadDone"},
	onLowAmmo:                      {Name: "OnLowAmmo"},
	onOutOfAmmo:                    {Name: "OnOutOfAmmo"},
	onFragGrenadeThrown:            {Name: "OnFragGrenadeThrown"},
	onSmokeGrenadeThrown:           {Name: "OnSmokeGrenadeThrown"},
	onFlashbangGrenadeThrown:       {Name: "OnFlashbangGrenadeThrown"},
	onEMPGrenadeThrown:             {Name: "OnEMPGrenadeThrown"},
	onGrenadeDanger:                {Name: "OnGrenadeDanger"},
	onExposedToExplosion:           {Name: "OnExposedToExplosion"},
	onExposedToSmoke:               {Name: "OnExposedToSmoke"},
	onExposedToFlashBang:           {Name: "OnExposedToFlashBang"},
	movementPlanProduced:           {Name: "MovementPlanProduced"},
	actJoinFormation:               {Name: "ACT_JOIN_FORMATION"},
}

func (e event) String() string { return events[e].Name }
