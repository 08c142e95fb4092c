/*
 * Warnings about names: options that nobody knows, old names, keys that became part of the value
 * above them.
 */
#ifndef GEN_CONFIG_CHECK_H
#define GEN_CONFIG_CHECK_H

#include "gen/sections.h"

void config_check_names(struct ctx *cx, const struct sections *sections);

#endif
