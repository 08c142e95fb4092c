fbgen init --help
