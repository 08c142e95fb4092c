fbgen boards >/dev/full
