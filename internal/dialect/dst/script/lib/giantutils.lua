-- Where giants go that leave.
local AWAY, WAYS = 100, 12 -- metres; directions that are tried

-- A point far away that can be walked to in a straight line; nil if there is none.
local function GetWanderAwayPoint(pt)
    local first = math.random() * 2 * PI
    for i = 0, WAYS - 1 do
        local angle = first + i * 2 * PI / WAYS
        local x, z = pt.x + AWAY * math.cos(angle), pt.z - AWAY * math.sin(angle)
        if TheWorld.Map:IsPassableAtPoint(x, 0, z) and TheWorld.Pathfinder:IsClear(pt.x, 0, pt.z, x, 0, z) then return Vector3(x, 0, z) end
    end
end

return { GetWanderAwayPoint = GetWanderAwayPoint, giantutils = { GetWanderAwayPoint = GetWanderAwayPoint } }
