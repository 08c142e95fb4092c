fbgen boards --json megaatmega2560
