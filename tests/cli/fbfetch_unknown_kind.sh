echo '{"name": "x", "kind": "magic", "packages": ["x"]}' | fbfetch get
