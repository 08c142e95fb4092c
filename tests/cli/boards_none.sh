fbgen boards no-such-board-at-all
