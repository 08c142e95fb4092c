# It knows every verb; the shell itself can read it where it is installed.
fbgen completion bash >script
for verb in build init boards config doctor; do
	grep -q "$verb" script || echo "$verb is missing"
done
! command -v bash >/dev/null || bash -n script
