echo mine > .gitignore
fbgen init --board uno
cat .gitignore
