-- Where a giant goes next: straight away from a point.
function GetWanderAwayPoint(from, inst, dist)
    local angle = inst:GetAngleToPoint(from.x, 0, from.z) + 180
    local p = inst:GetPosition()
    return Vector3(p.x + math.cos(angle * DEGREES) * dist, 0, p.z - math.sin(angle * DEGREES) * dist)
end
return { GetWanderAwayPoint = GetWanderAwayPoint }
