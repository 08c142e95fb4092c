fbgen init --board unoo
