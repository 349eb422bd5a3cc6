-- What a robot's prefab and its brain share.
local common = { RANGE = 30 }
function common.GetSpawnPoint(inst) return inst.components.knownlocations:GetLocation("spawnpoint") end
function common.UpdateSpawnPoint(inst) inst.components.knownlocations:RememberLocation("spawnpoint", inst:GetPosition()) end
return common
