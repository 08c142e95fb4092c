fbgen completion --help
