#pragma once
// Functions of libcurl, resolved when the first session is opened.
#define CURL_DISABLE_TYPECHECK
#define CURL_DISABLE_DEPRECATION
#include <curl/curl.h>

#define TN_CURL_FUNCTIONS(F)                                                                                                               \
  F(global_init)                                                                                                                           \
  F(easy_init)                                                                                                                             \
  F(easy_setopt)                                                                                                                           \
  F(easy_getinfo)                                                                                                                          \
  F(easy_cleanup)                                                                                                                          \
  F(easy_strerror)                                                                                                                         \
  F(multi_init)                                                                                                                            \
  F(multi_cleanup)                                                                                                                         \
  F(multi_setopt)                                                                                                                          \
  F(multi_add_handle)                                                                                                                      \
  F(multi_remove_handle)                                                                                                                   \
  F(multi_perform)                                                                                                                         \
  F(multi_poll)                                                                                                                            \
  F(multi_wakeup)                                                                                                                          \
  F(multi_info_read)                                                                                                                       \
  F(slist_append)                                                                                                                          \
  F(slist_free_all)

typedef struct tn_curl {
#define TN_MEMBER(name) __typeof__(&curl_##name) name;
  TN_CURL_FUNCTIONS(TN_MEMBER)
#undef TN_MEMBER
} tn_curl;

/// Returns the functions, or NULL if the library is missing or too old. Any thread.
const tn_curl *tn_curl_library(void);

/// Returns the reason if the functions are unavailable, otherwise an empty string. Any thread.
const char *tn_curl_problem(void);
