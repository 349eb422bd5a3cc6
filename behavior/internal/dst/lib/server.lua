-- What a server of the game without players of its own answers.
local function answer(v) return function() return v end end
local nothing = answer(nil)

return {
    GetString = function(_, name) return tostring(STRINGS[name]) end, GetDescription = function(_, e) return e.name end,
    TheInput = { IsControlPressed = answer(false), GetWorldPosition = nothing }, TheFocalPoint = false, TheShard = { IsMaster = answer(true), IsSecondary = answer(false) },
    GetStaticTime = function() return GetTime() end, GetTimeReal = function() return GetTime() * 1000 end, GetTimePlaying = function() return GetTime() end,
    IsSpecialEventActive = answer(false), IsAnySpecialEventActive = answer(false),
    TheNet = { GetPVPEnabled = answer(false), IsDedicated = answer(true), GetIsServer = answer(true), Announce = nothing, GetServerGameMode = answer("survival") },
    TheCamera = { Shake = nothing }, ThePlayer = false, ShakeAllCameras = nothing,
}
