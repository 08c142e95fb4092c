fbgen --help
