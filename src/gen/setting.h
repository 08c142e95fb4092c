/*
 * One value of platformio.ini and its type: lists are split, booleans and numbers read, choices
 * checked.  The text has no "%" and "${…}" to expand any more.
 */
#ifndef GEN_SETTING_H
#define GEN_SETTING_H

#include "gen/option.h"
#include "gen/origin.h"

struct setting {
	str name;                    /* the present name, lower case */
	const struct option *option; /* NULL for custom_*, board_* and unknown ones */
	str text;                    /* the value; of a multiple option its items joined by '\n' */
	struct str_vec items;        /* of a multiple option */
	int64_t number;              /* of an OPTION_INT */
	bool boolean;                /* of an OPTION_BOOL */
	span at; /* the key in its ini file; no place: an environment variable */
};

/* What asking for the setting of an option comes to. */
enum setting_result {
	SETTING_SET,     /* *out is the value */
	SETTING_UNSET,   /* nowhere set, no default: *out is empty */
	SETTING_FAULT,   /* reported */
	SETTING_CIRCLE,  /* it is being worked out: the caller reports */
	SETTING_NOTHING, /* no such section or option: the caller reports */
};

/*
 * Append the items of a list: its lines where it has several, else what stands between ", ".  Empty
 * ones and comments are left out.
 */
void setting_split(struct arena *arena, str text, struct str_vec *out);

/*
 * Fill in what the type of setting->option makes of setting->text.  False, and a fault at the
 * origin, where the text has another type.
 */
NODISCARD bool setting_parse(struct ctx *cx, const struct origin *origin, struct setting *setting);

/* Whether the text is a boolean, and which; the empty one is false. */
NODISCARD bool setting_bool(str text, bool *out);

#endif
