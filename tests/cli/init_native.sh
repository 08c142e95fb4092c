fbgen init --board native
ls -A . src
