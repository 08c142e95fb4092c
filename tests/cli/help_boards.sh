fbgen boards --help
