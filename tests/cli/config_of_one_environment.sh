printf '[env:a]\nplatform = native\nbuild_flags = -DA\n[env:b]\nplatform = native\n' > platformio.ini
fbgen config -e b
