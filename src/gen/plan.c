#include "gen/plan.h"

const struct plan_package *plan_find(const struct plan *plan, str name) {
	for (size_t i = 0; i < plan->packages.len; i++) {
		if (str_eq(plan->packages.at[i].name, name)) {
			return &plan->packages.at[i];
		}
	}
	return NULL;
}
