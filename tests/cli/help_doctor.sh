fbgen doctor --help
