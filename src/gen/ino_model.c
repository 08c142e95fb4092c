#include "gen/ino_model.h"

struct ino_name *ino_name_at(struct ino_model *model, str name) {
	void **at = map_at(model->arena, &model->names, name);
	if (!*at) {
		*at = arena_new(model->arena, struct ino_name);
	}
	return *at;
}

bool ino_condition_covers(const struct ino_condition *wide, const struct ino_condition *narrow) {
	while (narrow && wide && narrow->depth > wide->depth) {
		narrow = narrow->outer;
	}
	return !wide || wide == narrow;
}
