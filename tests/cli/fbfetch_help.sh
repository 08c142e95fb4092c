fbfetch --help
