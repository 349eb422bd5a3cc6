-- How deep an animal digs.
local Burrowing = Class(function(self, inst)
    self.inst, self.depth, self.changes = inst, 1, 0
end, nil, {
    depth = function(self, now, before) self.changes = (self.changes or 0) + 1 end,
})
function Burrowing:SetDepth(depth) self.depth = depth end
return Burrowing
