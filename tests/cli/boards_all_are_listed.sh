# As many as the table of the AVR family has.
fbgen boards --json | grep -c '"id"'
