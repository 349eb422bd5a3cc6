local day = 480
TUNING = {
    TOTAL_DAY_TIME = day, SEG_TIME = 30,
    HULK_HEALTH = 300, HULK_ROAM = 6, HULK_SPEED = { WALK = 2, RUN = 5 },
    SHY_FLEE_DIST = 7,
}
