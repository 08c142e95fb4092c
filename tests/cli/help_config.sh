fbgen config --help
