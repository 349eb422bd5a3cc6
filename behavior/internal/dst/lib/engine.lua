-- What is the engine's in the original, field by field of an entity: where it is, and what
-- is for the eye and the ear.
local native = ...
local place = native.place

local function answer(v) return function() return v end end
local nothing = answer(nil)

return {
    Transform = function(inst)
        return {
            GetWorldPosition = function()
                local x, z = place(inst)
                return x, 0, z
            end,
            GetRotation = function() return native.rotation(inst) end,
            SetRotation = function(_, angle)
                local x, z = place(inst)
                native.act(inst, "face_point", x + math.cos(angle * DEGREES), z - math.sin(angle * DEGREES))
            end,
            GetFacing = answer(0), GetScale = function() return 1, 1, 1 end, SetScale = nothing, SetNoFaced = nothing, SetTwoFaced = nothing, SetFourFaced = nothing,
            SetSixFaced = nothing, SetEightFaced = nothing, SetFromProxy = nothing,
            GetLocalPosition = function() return 0, 0, 0 end, SetPosition = function(_, x, _, z) native.move(inst, x, z) end,
        }
    end,
    Physics = function(inst)
        local stop = function() inst.components.locomotor:Stop() end
        return {
            GetRadius = answer(0.5), GetMass = answer(1), IsActive = answer(true), Stop = stop, GetMotorVel = function() return 0, 0, 0 end,
            GetVelocity = function() return 0, 0, 0 end, SetMotorVel = nothing, ClearMotorVelOverride = nothing, SetMotorVelOverride = nothing,
            SetVel = nothing, SetActive = nothing, GetHeight = answer(1), SetCapsule = nothing, SetSphere = nothing, SetMass = nothing, SetFriction = nothing, SetDamping = nothing,
            SetCollisionGroup = nothing, SetCollisionMask = nothing, ClearCollisionMask = nothing, CollidesWith = nothing, ClearCollidesWith = nothing, SetCollides = nothing,
            SetCollisionCallback = nothing, GetMotorSpeed = answer(0), SetRestitution = nothing, GetCollisionMask = answer(0), GetCollisionGroup = answer(0),
            Teleport = function(_, x, _, z) native.move(inst, x, z) end, CheckGridOffset = answer(true),
        }
    end,
    entity = function(inst)
        return {
            IsVisible = answer(true), IsAwake = function() return not inst:IsAsleep() end, IsValid = function() return inst:IsValid() end,
            SetVisible = nothing, Show = nothing, Hide = nothing, HasTag = function(_, tag) return inst:HasTag(tag) end, AddTag = function(_, tag) inst:AddTag(tag) end,
            RemoveTag = function(_, tag) inst:RemoveTag(tag) end, GetPrefabName = function() return inst.prefab end, LocalToWorldSpace = function(_, x, y, z)
                local px, pz = place(inst)
                return px + x, y, pz + z
            end,
            SetCanSleep = nothing, CallPrefabConstructionComplete = nothing, MoveToFront = nothing, GetDebugString = answer(""), FrustumCheck = answer(true),
            GetParent = nothing, SetParent = nothing, GetGUID = function() return inst.GUID end,
        }
    end,
    AnimState = function()
        return {
            PlayAnimation = nothing, PushAnimation = nothing, AnimDone = answer(true), IsCurrentAnimation = answer(false),
            GetCurrentAnimationTime = answer(0), GetCurrentAnimationLength = answer(1), SetBuild = nothing, SetBank = nothing,
            GetCurrentAnimationFrame = answer(0), GetCurrentAnimationNumFrames = answer(1), SetScale = nothing, SetMultColour = nothing, SetAddColour = nothing,
            OverrideSymbol = nothing, ClearOverrideSymbol = nothing, Show = nothing, Hide = nothing, ShowSymbol = nothing, HideSymbol = nothing, SetTime = nothing,
            SetPercent = nothing, SetDeltaTimeMultiplier = nothing, Pause = nothing, Resume = nothing, SetLightOverride = nothing, SetHaunted = nothing,
            SetBankAndPlayAnimation = nothing, GetMultColour = function() return 1, 1, 1, 1 end, GetBuild = answer(""), AddOverrideBuild = nothing,
            ClearOverrideBuild = nothing, SetSortOrder = nothing, SetLayer = nothing, SetOrientation = nothing, SetFinalOffset = nothing, SetBloomEffectHandle = nothing,
            ClearBloomEffectHandle = nothing, GetSymbolPosition = function() return 0, 0, 0 end, MakeFacingDirty = nothing,
        }
    end,
    SoundEmitter = function()
        return { PlaySoundWithParams = nothing, KillAllSounds = nothing, SetVolume = nothing, SetMute = nothing, PlaySound = nothing, KillSound = nothing, PlayingSound = answer(false), SetParameter = nothing }
    end,
    Light = function()
        return {
            Enable = nothing, IsEnabled = answer(false), SetRadius = nothing, SetIntensity = nothing, SetFalloff = nothing, SetColour = nothing, GetRadius = answer(0),
            GetCalculatedRadius = answer(0), GetIntensity = answer(0),
        }
    end,
    DynamicShadow = function() return { SetSize = nothing, Enable = nothing } end,
    MiniMapEntity = function() return { SetIcon = nothing, SetEnabled = nothing, SetPriority = nothing } end,
    Follower = function() return { FollowSymbol = nothing, StopFollowing = nothing } end,
    Network = function() return { GetClientName = function() return "" end, GetUserID = answer("") } end,
    LightWatcher = function()
        return {
            IsInLight = function() return TheWorld.state.isday end, GetLightValue = function() return TheWorld.state.isday and 1 or 0 end,
            GetLightAngle = answer(0), GetTimeInDark = answer(0), GetTimeInLight = answer(0),
        }
    end,
}
