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

-- A point from a point, an entity or three numbers.
local function ToVector3(a, y, z)
    if a == nil then return nil end
    if type(a) == "number" then return Vector3(a, y, z) end
    if a.IsVector3 then return a end
    if a.GetPosition then return a:GetPosition() end
    return Vector3(a.x or a[1], a.y or a[2], a.z or a[3])
end

-- The square of the distance on the ground: of two points, or of x1, z1, x2, z2.
local function distsq(a, b, c, d)
    if c ~= nil then return (a - c) * (a - c) + (b - d) * (b - d) end
    local p, q = ToVector3(a), ToVector3(b)
    return (p.x - q.x) * (p.x - q.x) + (p.z - q.z) * (p.z - q.z)
end

return { Vector3 = Vector3, Point = Vector3, ToVector3 = ToVector3, distsq = distsq }
