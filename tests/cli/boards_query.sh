fbgen boards leonardo
