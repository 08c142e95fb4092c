int two(void);
int main(void) { return two(); }
