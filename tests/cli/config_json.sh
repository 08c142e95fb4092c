cat >platformio.ini <<'INI'
[platformio]
default_envs = uno
[env]
platform = atmelavr
[env:uno]
board = uno
framework = arduino
build_flags =
    -DTOP=${this.board}
    -DNAME="a b"
INI
fbgen config --json
