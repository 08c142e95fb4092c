# It knows every verb; the shell itself can read it where it is installed.
fbgen completion fish >script
for verb in build init boards config doctor; do
	grep -q "$verb" script || echo "$verb is missing"
done
! command -v fish >/dev/null || fish -n script
