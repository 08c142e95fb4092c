fbgen -C
