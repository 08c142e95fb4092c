fbfetch get --help
