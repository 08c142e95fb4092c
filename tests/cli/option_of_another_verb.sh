fbgen config --jobs 4
