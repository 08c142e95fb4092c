fbgen --version && fbfetch --version
