-- What the files of this folder call by name.
SHY_SEE_DISTANCE = 30
SHY_SEE_DISTANCE_SQ = SHY_SEE_DISTANCE * SHY_SEE_DISTANCE
