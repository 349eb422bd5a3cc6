-- What becomes of a body once the function of its prefab has made it a creature.
local native, inst, name = ...

inst:SetPrefabName(name)
if native.postinit ~= nil then native.postinit(inst, name) end
if inst.sg == nil then inst:SetStateGraph() end

-- Where its class lives in the scene is its home, as a spawner that lets it out would say.
local home = native.homeof(inst)
if home ~= nil and inst.components.homeseeker == nil and inst.components.locomotor ~= nil then
    inst:AddComponent("homeseeker")
    inst.components.homeseeker:SetHome(home)
    local places = inst.components.knownlocations
    if places ~= nil then places:RememberLocation("home", home:GetPosition(), true) end
end
TheWorld:PushEvent("entity_spawned", inst)
