fbgen init
