local env = env
GLOBAL.setfenv(1, GLOBAL)
local GetModConfigData = env.GetModConfigData
TheBog = { env = getfenv(1) == GLOBAL }
assert(rawget(_G, "TheBog") == TheBog and env.TheBog == TheBog)
TUNING.BOG = { TOAD_HEALTH = 40, TOAD_BITE = GetModConfigData("bite"), CROAK_PERIOD = 2 }
