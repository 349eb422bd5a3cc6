-- A point or a direction: x and z on the ground, y up.
local native = ...
local Vector3 = Class(native.newvector)
native.vectors(Vector3)

function Vector3:__eq(b) return self.x == b.x and self.y == b.y and self.z == b.z end
function Vector3:__tostring() return string.format("(%2.2f, %2.2f, %2.2f)", self:Get()) end
function Vector3:IsVector3() return true end
function Vector3:Normalize()
    local length = self:Length()
    if length > 0 then
        self.x, self.y, self.z = self.x / length, self.y / length, self.z / length
    end
    return self
end
function Vector3:GetNormalizedAndLength()
    local length = self:Length()
    return length > 0 and self / length or Vector3(self:Get()), length
end

-- A point from a point, an entity or three numbers.
local function ToVector3(a, y, z)
    if a == nil then return nil end
    if type(a) == "number" then return Vector3(a, y, z) end
    if a.IsVector3 then return a end
    if a.GetPosition then return a:GetPosition() end
    return Vector3(a.x or a[1], a.y or a[2], a.z or a[3])
end

-- A direction on the ground by its angle in radians.
local function Vector3FromTheta(theta, radius)
    radius = radius or 1
    return Vector3(radius * math.cos(theta), 0, -radius * math.sin(theta))
end

-- The square of the distance: of two points, with their heights, or on the ground of
-- x1, z1, x2, z2.
local function distsq(a, b, c, d)
    if c ~= nil then return (a - c) * (a - c) + (b - d) * (b - d) end
    return ToVector3(a):DistSq(ToVector3(b))
end

return { Vector3 = Vector3, Point = Vector3, ToVector3 = ToVector3, Vector3FromTheta = Vector3FromTheta, distsq = distsq }
