/*
 * What the compiler should know about a declaration, and the one macro that counts arrays.
 */
#ifndef BASE_ATTR_H
#define BASE_ATTR_H

/* The result says whether the call worked: ignoring it is a fault. */
#define NODISCARD __attribute__((warn_unused_result))

/* A printf-like function; without nonnull gcc 12 with UBSan warns of a "null format string". */
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first), nonnull(text)))

#define NORETURN                 __attribute__((noreturn))

#define COUNT_OF(array)          (sizeof(array) / sizeof((array)[0]))

#endif
