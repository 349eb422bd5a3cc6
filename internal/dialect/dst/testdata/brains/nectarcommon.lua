-- What brains of flyers share.
local function GoHomeAction(inst)
    local home = inst.components.homeseeker and inst.components.homeseeker.home
    if home and home:IsValid() and home.components.childspawner
        and not (home.components.burnable and (home.components.burnable:IsBurning() or home.components.burnable:IsSmoldering())) then
        return BufferedAction(inst, home, ACTIONS.GOHOME)
    end
end
return { GoHomeAction = GoHomeAction, MAX_CHASE_TIME = 10, MAX_WANDER_DIST = 20 }
