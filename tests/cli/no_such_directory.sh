fbgen -C nowhere config
