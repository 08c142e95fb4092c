fbgen --sauce distro
