fbfetch list --help
