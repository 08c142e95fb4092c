#include "base/json.h"
#include "gen/config.h"

static void write_setting(struct json_writer *w, const struct setting *setting) {
	const struct option *option = setting->option;
	json_key(w, setting->name);
	if (option && option->multiple) {
		json_texts(w, &setting->items);
	} else if (option && option->type == OPTION_BOOL) {
		json_bool(w, setting->boolean);
	} else if (option && option->type == OPTION_INT) {
		json_number(w, setting->number);
	} else {
		json_text(w, setting->text);
	}
}

static void write_settings(struct json_writer *w, str key, const struct map *settings) {
	json_key(w, key);
	json_open(w, '{');
	for (struct map_entry *e = map_first(settings); e; e = map_next(e)) {
		write_setting(w, map_value(e));
	}
	json_close(w, '}');
}

static void write_text_or_null(struct json_writer *w, str key, str text) {
	json_key(w, key);
	if (text.len) {
		json_text(w, text);
	} else {
		json_nothing(w);
	}
}

static void write_entry(struct json_writer *w, const struct diag_entry *entry) {
	json_open(w, '{');
	write_text_or_null(w, STR("section"), entry->section);
	write_text_or_null(w, STR("option"), entry->option);
	json_pair(w, STR("text"), entry->text);
	if (entry->at.source) {
		json_pair(w, STR("file"), entry->at.source->path);
	}
	size_t line = span_line(entry->at);
	if (line) {
		json_key(w, STR("line"));
		json_number(w, (int64_t)line);
		json_key(w, STR("column"));
		json_number(w, (int64_t)span_column(entry->at));
	}
	if (entry->help.len) {
		json_pair(w, STR("help"), entry->help);
	}
	json_close(w, '}');
}

/* Whether the same was said before: what several environments inherit is found in each. */
static bool is_repeated(const struct diag *diag, size_t index) {
	const struct diag_entry *entry = &diag->entries.at[index];
	for (size_t i = 0; i < index; i++) {
		const struct diag_entry *other = &diag->entries.at[i];
		if (other->level == entry->level && other->at.source == entry->at.source &&
		    other->at.offset == entry->at.offset && str_eq(other->text, entry->text)) {
			return true;
		}
	}
	return false;
}

static void write_entries(struct json_writer *w, const char *key, const struct diag *diag,
                          enum diag_level level) {
	json_key(w, str_from(key));
	json_open(w, '[');
	for (size_t i = 0; i < diag->entries.len; i++) {
		if (diag->entries.at[i].level == level && !is_repeated(diag, i)) {
			write_entry(w, &diag->entries.at[i]);
		}
	}
	json_close(w, ']');
}

void config_print_json(const struct config *config, const struct diag *diag, FILE *out) {
	struct arena arena = {0};
	struct buf text = {.arena = &arena};
	struct json_writer w = {.buf = &text};
	json_open(&w, '{');
	json_key(&w, STR("envs"));
	json_open(&w, '{');
	for (size_t i = 0; i < config->envs.len; i++) {
		write_settings(&w, config->envs.at[i]->name, &config->envs.at[i]->settings);
	}
	json_close(&w, '}');
	write_settings(&w, STR("platformio"), &config->platformio);
	json_key(&w, STR("sections"));
	json_open(&w, '{');
	const struct map *sections = &config->sections;
	for (struct map_entry *e = map_first(sections); e; e = map_next(e)) {
		write_settings(&w, map_key(e), map_value(e));
	}
	json_close(&w, '}');
	write_entries(&w, "warnings", diag, DIAG_WARNING);
	write_entries(&w, "errors", diag, DIAG_ERROR);
	json_close(&w, '}');
	fprintf(out, "%" PRI_STR "\n", STR_ARG(buf_str(&text)));
	arena_release(&arena);
}

/* "name = value", or the lines of the value below the name. */
static void print_setting(const struct setting *setting, FILE *out) {
	str rest = setting->text;
	str line;
	fprintf(out, "%" PRI_STR " =", STR_ARG(setting->name));
	if (str_find_char(rest, '\n') == rest.len) {
		fprintf(out, "%s%" PRI_STR "\n", rest.len ? " " : "", STR_ARG(rest));
		return;
	}
	fputc('\n', out);
	while (str_next_line(&rest, &line)) {
		if (line.len) {
			fprintf(out, "    %" PRI_STR "\n", STR_ARG(line));
		}
	}
}

static void print_section(const char *kind, str name, const struct map *settings, FILE *out) {
	fprintf(out, "[%s%" PRI_STR "]\n", kind, STR_ARG(name));
	for (struct map_entry *e = map_first(settings); e; e = map_next(e)) {
		print_setting(map_value(e), out);
	}
}

void config_print_text(const struct config *config, FILE *out) {
	if (map_count(&config->platformio)) {
		print_section("platformio", STR(""), &config->platformio, out);
		fputc('\n', out);
	}
	for (size_t i = 0; i < config->envs.len; i++) {
		const struct environment *env = config->envs.at[i];
		fputs(i ? "\n" : "", out);
		print_section("env:", env->name, &env->settings, out);
	}
}
