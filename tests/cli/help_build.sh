fbgen build --help
