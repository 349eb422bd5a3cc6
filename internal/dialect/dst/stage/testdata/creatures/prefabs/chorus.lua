-- Crickets do much when night falls, more in all than one creature may do in a turn. The
-- last of them only counts.
local animal = require "prefabs/animal"
local phases, nights, members = 0, 0, 0

local function sing()
    local notes = {}
    for i = 1, 250 do notes[i] = { pitch = i } end
end

local function chorus()
    local inst = animal({ tags = { "cricket" }, walk = 1, run = 2 })
    members = members + 1
    if members == 41 then
        inst:DoTaskInTime(36, function()
            print(string.format("heard of the phase %d, of the night %d, of neither %d", phases, nights, 40 - math.max(phases, nights)))
        end)
        return inst
    end
    inst:ListenForEvent("phasechanged", function(_, phase)
        sing()
        if phase == "night" then phases = phases + 1 end
    end, TheWorld)
    inst:WatchWorldState("startnight", function()
        sing()
        nights = nights + 1
    end)
    return inst
end
return Prefab("chorus", chorus)
