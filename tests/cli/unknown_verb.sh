fbgen bords
