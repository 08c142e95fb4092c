fbgen completion tcsh
