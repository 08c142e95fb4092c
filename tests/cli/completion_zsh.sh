# It knows every verb; the shell itself can read it where it is installed.
fbgen completion zsh >script
for verb in build init boards config doctor; do
	grep -q "$verb" script || echo "$verb is missing"
done
! command -v zsh >/dev/null || zsh -n script
