-- What becomes of a body once the function of its prefab has made it a creature.
local native, inst, name = ...

inst:SetPrefabName(name)
if inst.sg == nil then inst:SetStateGraph() end
TheWorld:PushEvent("entity_spawned", inst)
