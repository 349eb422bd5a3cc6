-- What is the engine's in the original, field by field of an entity: where it is, how it
-- moves, and what is for the eye and the ear. Most calls have no effect here; those that the
-- list of a class names are accepted in silence, and any other is accepted with a notice.
local native = ...
local place = native.place

local function nothing() end
local function answer(v) return function() return v end end

-- A class of engine objects. silent names the calls that do nothing. An object is a list, its
-- entity first: a name as a key would take ten times the memory.
local function class(name, silent, methods)
    for call in string.gmatch(silent, "%S+") do methods[call] = methods[call] or nothing end
    local meta = { __index = setmetatable(methods, { __index = function(_, call)
        if type(call) ~= "string" then return nil end
        native.unknown(name .. ":" .. call .. " is unknown: it does nothing, and gives nil", call, methods)
        rawset(methods, call, nothing)
        return nothing
    end }) }
    return function(inst) return setmetatable({ inst }, meta) end
end

local Transform = class("Transform", [[SetScale SetNoFaced SetTwoFaced SetFourFaced SetSixFaced SetEightFaced SetFromProxy SetIsOnPlatform
    UpdateTransform OffsetPosition SetInterpolateRotation ClearTransformationHistory SetIsProbablyRunning]], {
    GetWorldPosition = function(self)
        local x, z = place(self[1])
        return x, 0, z
    end,
    GetLocalPosition = function(self)
        if rawget(self[1], "parent") then return 0, 0, 0 end
        return self:GetWorldPosition()
    end,
    SetPosition = function(self, x, y, z)
        if type(x) == "table" then x, z = x.x, x.z end
        native.move(self[1], x, z)
    end,
    GetRotation = function(self) return native.rotation(self[1]) end,
    SetRotation = function(self, angle) native.turnto(self[1], angle) end,
    GetFacing = answer(0), GetFacingRotation = function(self) return self:GetRotation() end, GetScale = function() return 1, 1, 1 end,
    GetPredictionPosition = function(self) return self:GetWorldPosition() end,
})

-- The list is the entity, its mass, its radius, and whether it collides.
local Physics = class("Physics", [[SetActive SetCapsule SetSphere SetCylinder SetFriction SetDamping
    SetTriangleMesh SetCollisionGroup SetCollisionMask ClearCollisionMask CollidesWith ClearCollidesWith ClearLocalCollisionMask SetLocalCollisionMask SetCollides
    SetCollisionCallback SetRestitution SetDontRemoveOnSleep ConstrainTo SetRollingFriction SetDampingAngular
    SetMotorVelClimb EnableSleep CheckGridOffset LockToPlatform]], {
    GetRadius = function(self) return self[3] or 0.5 end, GetMass = function(self) return self[2] or 1 end, SetMass = function(self, mass) self[2] = mass end,
    SetCapsule = function(self, radius) self[3] = radius end, SetSphere = function(self, radius) self[3] = radius end,
    SetCylinder = function(self, radius) self[3] = radius end, GetHeight = answer(1), IsActive = answer(true), IsPassable = answer(true),
    SetCollides = function(self, on) self[4] = on end, GetCollides = function(self) return self[4] ~= false end,
    Stop = function(self) native.motor(self[1]) end, SetMotorVel = function(self, x, _, z) native.push(self[1], x or 0, z or 0) end,
    SetMotorVelOverride = function(self, x, _, z) native.push(self[1], x or 0, z or 0) end, ClearMotorVelOverride = function(self) native.motor(self[1]) end,
    SetVel = function(self, x, _, z)
        local angle = native.rotation(self[1]) * DEGREES
        native.push(self[1], x * math.cos(angle) - z * math.sin(angle), x * math.sin(angle) + z * math.cos(angle))
    end,
    GetMotorVel = function(self)
        local x, z = native.pushed(self[1])
        return x, 0, z
    end,
    GetVelocity = function(self)
        local x, z = native.pushed(self[1])
        local angle = native.rotation(self[1]) * DEGREES
        return x * math.cos(angle) + z * math.sin(angle), 0, z * math.cos(angle) - x * math.sin(angle)
    end,
    GetMotorSpeed = function(self) return (native.pushed(self[1])) end,
    GetCollisionMask = answer(0), GetCollisionGroup = answer(0), CheckGridOffset = answer(true),
    Teleport = function(self, x, _, z) native.move(self[1], x, z) end,
    TeleportRespectingInterpolation = function(self, x, _, z) native.move(self[1], x, z) end,
})

local AnimState = class("AnimState", [[PlayAnimation PushAnimation SetBuild SetBank SetScale SetMultColour SetAddColour OverrideSymbol ClearOverrideSymbol Show Hide
    ShowSymbol HideSymbol SetTime SetPercent SetFrame SetDeltaTimeMultiplier Pause Resume SetLightOverride SetHaunted SetBankAndPlayAnimation AddOverrideBuild
    ClearOverrideBuild SetSortOrder SetLayer SetOrientation SetFinalOffset SetBloomEffectHandle ClearBloomEffectHandle MakeFacingDirty SetSymbolLightOverride
    OverrideItemSkinSymbol UsePointFiltering SetSymbolBloom ClearSymbolBloom SetSymbolMultColour SetSymbolAddColour SetSymbolExchange ClearSymbolExchanges
    OverrideSkinSymbol OverrideMultColour OverrideAddColour SetErosionParams SetManualBB SetFloatParams SetDepthBias SetDepthTestEnabled SetDepthWriteEnabled
    SetRayTestOnBB SetClientsideBuildOverride ClearClientsideBuildOverride SetSkin SetInheritsSortKey SetHatOffset SetClientSideBuildOverrideFlag
    SetSymbolHue SetSymbolSaturation SetSymbolBrightness SetHue SetSaturation SetBrightness SetUILightParams SetForceSinglePass SetDefaultEffectHandle
    SetOceanBlendParams SetSymbolFrame AssignItemSkins SetHighlightColour AnimateWhilePaused BuildHasSymbol FastForward SetWorldSpaceAmbientLightPos
    SetTargetSymbol ClearAllOverrideSymbols SetAddSymbolColour EnableDebugFacing SetMaskedSymbol SetOverrideShade]], native.animations({
    GetMultColour = function() return 1, 1, 1, 1 end,
    GetAddColour = function() return 0, 0, 0, 0 end, GetSkinBuild = answer(""), GetBankHash = answer(0), GetCurrentFacing = answer(0),
    GetSymbolPosition = function() return 0, 0, 0 end, GetSortOrder = answer(0), GetLayer = answer(3),
    GetHue = answer(0), GetBrightness = answer(1), GetSaturation = answer(1), GetInheritsSortKey = answer(true), CompareSymbolBuilds = answer(true),
}))

local SoundEmitter = class("SoundEmitter", [[PlaySound PlaySoundWithParams KillSound KillAllSounds SetVolume SetMute SetParameter OverrideVolumeMultiplier
    SetOverrideSound]], { PlayingSound = answer(false) })
local DynamicShadow = class("DynamicShadow", "SetSize Enable", { IsEnabled = answer(true), GetSize = function() return 1, 1 end })
local MiniMapEntity = class("MiniMapEntity", [[SetIcon SetEnabled SetPriority SetCanUseCache SetDrawOverFogOfWar SetRestriction SetIsProxy SetIsFogRevealer
    CopyIcon]], { GetPriority = answer(0) })
local GroundCreepEntity = class("GroundCreepEntity", "SetRadius", {})
local Label = class("Label", "SetFont SetFontSize SetText SetColour SetWorldOffset SetUIOffset Enable", {})
local Follower = class("Follower", "FollowSymbol StopFollowing SetOffset", { IsFollowing = answer(false) })
local Network = class("Network", [[SetClassifiedTarget SetPlayerEquip SetPlayerSkin AddUserFlag RemoveUserFlag]], {
    GetClientName = answer(""), GetUserID = answer(""), GetNetworkID = answer(0), IsServerAdmin = answer(false), GetPlayerColour = function() return 1, 1, 1, 1 end,
})
local VFXEffect = class("VFXEffect", [[InitEmitters SetRenderResources SetMaxNumParticles SetMaxLifetime SetColourEnvelope SetScaleEnvelope SetBlendMode SetSortOrder
    SetSortOffset EnableBloomPass SetUVFrameSize EnableDepthTest SetRadius SetRotationStatus SetDragCoefficient SetAcceleration SetKillOnEntityDeath SetGroundPhysics
    SetFollowEmitter SetAngularVelocity SetWorldSpaceEmitter SetSpawnVectors AddParticle AddParticleUV AddRotatingParticle AddRotatingParticleUV ClearAllParticles
    FastForward SetLayer SetRotateOnVelocity SetDepthTest]], { GetNumLiveParticles = answer(0) })

-- The list is the entity, whether it shines, its radius, intensity and falloff.
local Light = class("Light", "SetColour EnableClientModulation SetDisableOnSceneRemoval", {
    Enable = function(self, on)
        self[2] = on and true or false
        self[1]:AddOrRemoveTag("_light", self[2])
    end,
    IsEnabled = function(self) return self[2] == true end,
    SetRadius = function(self, radius) self[3] = radius end, GetRadius = function(self) return self[3] or 0 end,
    GetCalculatedRadius = function(self) return self[2] and self[3] or 0 end, SetIntensity = function(self, v) self[4] = v end,
    GetIntensity = function(self) return self[4] or 0 end, SetFalloff = function(self, v) self[5] = v end, GetFalloff = function(self) return self[5] or 0 end,
    GetColour = function() return 1, 1, 1 end,
})
local function light(self)
    local x, z = place(self[1])
    return TheSim:GetLightAtPoint(x, 0, z)
end
-- The list is the entity, whether it is in the light, and how light it must be to become
-- lit and dark.
local LightWatcher = class("LightWatcher", "SetMinLightThresh", {
    SetLightThresh = function(self, v) self[3] = v end, SetDarkThresh = function(self, v) self[4] = v end,
    IsInLight = function(self)
        self[2] = light(self) >= (self[2] and (self[4] or 0.05) or self[3] or 0.1)
        return self[2]
    end,
    GetLightValue = function(self) return (light(self)) end,
    GetLightAngle = function(self)
        local _, from = light(self)
        return from ~= nil and self[1]:GetAngleToPoint(from:GetPosition()) or 0
    end,
    GetTimeInDark = answer(0), GetTimeInLight = answer(0),
})

local parts = {
    Transform = Transform, Physics = Physics, AnimState = AnimState, SoundEmitter = SoundEmitter, DynamicShadow = DynamicShadow, MiniMapEntity = MiniMapEntity,
    Follower = Follower, Network = Network, VFXEffect = VFXEffect, Light = Light, LightWatcher = LightWatcher,
    GroundCreepEntity = GroundCreepEntity, Label = Label,
}
-- What keeps nothing of its entity is the same object for all.
for _, name in ipairs({ "SoundEmitter", "DynamicShadow", "MiniMapEntity", "Follower", "Network", "GroundCreepEntity", "Label" }) do
    local shared = parts[name]()
    parts[name] = answer(shared)
end

-- The list is the entity, and what it hangs on.
local methods = {
    IsVisible = function(self) return native.visible(self[1]) end, SetVisible = function(self, on) native.show(self[1], on) end,
    Show = function(self) native.show(self[1], true) end, Hide = function(self) native.show(self[1], false) end, IsAwake = function(self) return not self[1]:IsAsleep() end,
    IsValid = function(self) return self[1]:IsValid() end, HasTag = function(self, tag) return self[1]:HasTag(tag) end,
    AddTag = function(self, tag) self[1]:AddTag(tag) end, RemoveTag = function(self, tag) self[1]:RemoveTag(tag) end,
    GetPrefabName = function(self) return self[1].prefab end, GetGUID = function(self) return self[1].GUID end, GetDebugString = answer(""), FrustumCheck = answer(true),
    GetName = answer(""), GetParent = function(self) return self[2] end,
    SetParent = function(self, parent)
        self[2] = parent
        if not native.isbody(self[1]) then native.setparent(self[1], parent and parent[1]) end
    end,
    LocalToWorldSpace = function(self, x, y, z)
        local angle, px, pz = self[1].Transform:GetRotation() * DEGREES, place(self[1])
        return px + x * math.cos(angle) + z * math.sin(angle), y, pz - x * math.sin(angle) + z * math.cos(angle)
    end,
    WorldToLocalSpace = function(self, x, y, z)
        local angle, px, pz = self[1].Transform:GetRotation() * DEGREES, place(self[1])
        local dx, dz = x - px, z - pz
        return dx * math.cos(angle) - dz * math.sin(angle), y, dx * math.sin(angle) + dz * math.cos(angle)
    end,
}
for name, make in pairs(parts) do
    methods["Add" .. name] = function(self)
        local inst = self[1]
        local part = rawget(inst, name)
        if part == nil then
            part = make(inst)
            rawset(inst, name, part)
        end
        return part
    end
end
parts.entity = class("entity", [[SetPristine SetCanSleep CallPrefabConstructionComplete MoveToFront MoveToBack AddClientSleepable SetInLimbo SetName SetPrefabName
    AddTextEdit AddImageWidget AddUITransform AddTwitchOptions AddWaveComponent AddMapExplorer AddClientVisible SetAABB AddMap AddPathfinder AddGroundCreep
    AddShadowManager AddPostProcessor AddFontManager AddRoadManager AddMiniMap AddSimulation AddAccountManager AddEnvelopeManager
    AddGraphicsOptions AddDebugRender AddStaticShadow AddServerMap Retire FlattenMovementPrediction]], methods)

return parts
