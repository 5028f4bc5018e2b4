#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "tessera_network.h"
#include "library.h"
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct transfer {
  struct transfer *next;
  tn_session *session;
  CURL *easy;
  struct curl_slist *headers;
  uint64_t id;
  /// Bytes and limits of the decoded body, of heads and trailers, and of all data received.
  int64_t received, limit;
  int64_t heads, head_limit;
  int64_t wire, wire_limit;
  bool is_too_large, are_heads_too_large;
  char error[CURL_ERROR_SIZE];
} transfer;

struct tn_session {
  const tn_curl *curl;
  CURLM *multi;
  tn_handlers handlers;
  transfer *transfers;
  int32_t count;
  long connect_timeout;
  char *certificate_file, *certificate_folder, *user_agent;
};

static void drop(tn_session *s, transfer *t) {
  if (t->easy) {
    (void)s->curl->multi_remove_handle(s->multi, t->easy);
    s->curl->easy_cleanup(t->easy);
  }
  s->curl->slist_free_all(t->headers);
  free(t);
}

/// Removes a transfer from the list; NULL if it is not in it.
static transfer *take(tn_session *s, const transfer *which, uint64_t id) {
  for (transfer **at = &s->transfers; *at; at = &(*at)->next) {
    transfer *t = *at;
    if (which ? t != which : t->id != id) continue;
    *at = t->next;
    s->count--;
    return t;
  }
  return NULL;
}

static size_t on_header(char *line, size_t size, size_t count, void *context) {
  transfer *t = context;
  size_t all = size * count, length = all;  // libcurl passes lines of at most 100 KiB
  if ((int64_t)all > t->head_limit - t->heads) {
    t->are_heads_too_large = true;
    return 0;  // differs from `all`, so libcurl ends the transfer
  }
  t->heads += (int64_t)all;
  while (length && (line[length - 1] == '\r' || line[length - 1] == '\n')) length--;
  if (length) t->session->handlers.header(t->session->handlers.context, t->id, line, length);
  return all;
}

static size_t on_data(char *bytes, size_t size, size_t count, void *context) {
  transfer *t = context;
  size_t all = size * count;  // at most CURL_MAX_WRITE_SIZE
  if (!all) return 0;
  if ((int64_t)all > t->limit - t->received) {
    t->is_too_large = true;
    return 0;  // differs from `all`, so libcurl ends the transfer
  }
  t->received += (int64_t)all;
  t->session->handlers.data(t->session->handlers.context, t->id, (const uint8_t *)bytes, all);
  return all;
}

/// Counts received data that libcurl does not deliver: chunk framing, bodies of redirects.
static int on_debug(CURL *easy, curl_infotype kind, char *bytes, size_t size, void *context) {
  transfer *t = context;
  (void)easy;
  (void)bytes;
  if (kind == CURLINFO_HEADER_IN || kind == CURLINFO_DATA_IN) t->wire += (int64_t)size;
  return 0;
}

/// Returns the sum of nonnegative limits, at most INT64_MAX.
static int64_t sum(int64_t a, int64_t b) { return a > INT64_MAX - b ? INT64_MAX : a + b; }

static bool copy(char **to, const char *text) {
  *to = text ? strdup(text) : NULL;
  return *to || !text;
}

tn_session *tn_open(const tn_options *options, const tn_handlers *handlers, char *message, size_t size) {
  const tn_curl *curl = tn_curl_library();
  if (!curl) {
    snprintf(message, size, "%s", tn_curl_problem());
    return NULL;
  }
  tn_session *s = calloc(1, sizeof *s);
  if (s) {
    s->curl = curl;
    s->handlers = *handlers;
    s->connect_timeout = options->connect_timeout;
    s->multi = curl->multi_init();
  }
  bool is_copied = s && copy(&s->certificate_file, options->certificate_file) && copy(&s->certificate_folder, options->certificate_folder) &&
                   copy(&s->user_agent, options->user_agent ? options->user_agent : "");
  if (!s || !s->multi || !is_copied) {
    if (s) tn_close(s);
    snprintf(message, size, "no memory for network transfers");
    return NULL;
  }
  (void)curl->multi_setopt(s->multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, (long)options->connection_limit);
  (void)curl->multi_setopt(s->multi, CURLMOPT_MAX_HOST_CONNECTIONS, (long)options->connection_limit);
  (void)curl->multi_setopt(s->multi, CURLMOPT_PIPELINING, (long)CURLPIPE_MULTIPLEX);
  return s;
}

void tn_close(tn_session *s) {
  while (s->transfers) drop(s, take(s, s->transfers, 0));
  if (s->multi) (void)s->curl->multi_cleanup(s->multi);
  free(s->certificate_file);
  free(s->certificate_folder);
  free(s->user_agent);
  free(s);
}

/// Trusts only the certificates of the file and the folder, or the system's if neither is set.
static bool set_certificates(const tn_session *s, CURL *easy) {
  if (!s->certificate_file && !s->certificate_folder) return true;
  bool is_good = s->curl->easy_setopt(easy, CURLOPT_CAINFO, s->certificate_file) == CURLE_OK;
  bool has_folders = s->curl->easy_setopt(easy, CURLOPT_CAPATH, s->certificate_folder) == CURLE_OK;
  return is_good && (has_folders || !s->certificate_folder);
}

/// Allows only http and https, and no redirect from https to http.
static bool limit_schemes(const tn_curl *curl, CURL *easy, const char *url) {
  bool is_secure = strncasecmp(url, "https:", 6) == 0;
  if (!is_secure && strncasecmp(url, "http:", 5) != 0) return false;
  const char *further = is_secure ? "https" : "http,https";
  if (curl->easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK)
    return curl->easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, further) == CURLE_OK;
  // libcurl before 7.85.
  long both = CURLPROTO_HTTP | CURLPROTO_HTTPS;
  return curl->easy_setopt(easy, CURLOPT_PROTOCOLS, both) == CURLE_OK &&
         curl->easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS, is_secure ? (long)CURLPROTO_HTTPS : both) == CURLE_OK;
}

static tn_outcome configure(tn_session *s, transfer *t, const tn_request *r) {
  const tn_curl *c = s->curl;
  CURL *e = t->easy;
  if (!limit_schemes(c, e, r->url)) return TN_BAD_URL;
  for (size_t i = 0; i < r->count; i++) {
    struct curl_slist *longer = c->slist_append(t->headers, r->headers[i]);
    if (!longer) return TN_OUT_OF_MEMORY;
    t->headers = longer;
  }
  bool is_good = c->easy_setopt(e, CURLOPT_URL, r->url) == CURLE_OK;
  is_good &= c->easy_setopt(e, CURLOPT_PRIVATE, t) == CURLE_OK;
  is_good &= c->easy_setopt(e, CURLOPT_ERRORBUFFER, t->error) == CURLE_OK;
  is_good &= c->easy_setopt(e, CURLOPT_HEADERFUNCTION, on_header) == CURLE_OK;
  is_good &= c->easy_setopt(e, CURLOPT_HEADERDATA, t) == CURLE_OK;
  is_good &= c->easy_setopt(e, CURLOPT_WRITEFUNCTION, on_data) == CURLE_OK;
  is_good &= c->easy_setopt(e, CURLOPT_WRITEDATA, t) == CURLE_OK;
  is_good &= c->easy_setopt(e, CURLOPT_NOSIGNAL, 1L) == CURLE_OK;
  is_good &= c->easy_setopt(e, CURLOPT_FOLLOWLOCATION, 1L) == CURLE_OK;
  is_good &= c->easy_setopt(e, CURLOPT_MAXREDIRS, (long)r->redirect_limit) == CURLE_OK;
  is_good &= c->easy_setopt(e, CURLOPT_CONNECTTIMEOUT, s->connect_timeout) == CURLE_OK;
  is_good &= c->easy_setopt(e, CURLOPT_USERAGENT, s->user_agent) == CURLE_OK;
  if (t->headers) is_good &= c->easy_setopt(e, CURLOPT_HTTPHEADER, t->headers) == CURLE_OK;
  // Verbose mode is required for the callback, which prints nothing.
  is_good &= c->easy_setopt(e, CURLOPT_DEBUGFUNCTION, on_debug) == CURLE_OK;
  is_good &= c->easy_setopt(e, CURLOPT_DEBUGDATA, t) == CURLE_OK;
  is_good &= c->easy_setopt(e, CURLOPT_VERBOSE, 1L) == CURLE_OK;
  if (!is_good) return TN_OUT_OF_MEMORY;
  if (!set_certificates(s, e)) return TN_BAD_CERTIFICATES;
  // Features that a minimal build of libcurl may lack: HTTP/2, compression.
  (void)c->easy_setopt(e, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
  (void)c->easy_setopt(e, CURLOPT_STREAM_WEIGHT, (long)r->weight);
  if (strncasecmp(r->url, "https:", 6) == 0) (void)c->easy_setopt(e, CURLOPT_PIPEWAIT, 1L);
  if (r->accepts_compression) (void)c->easy_setopt(e, CURLOPT_ACCEPT_ENCODING, "");
  return TN_OK;
}

tn_outcome tn_start(tn_session *s, uint64_t id, const tn_request *request) {
  transfer *t = calloc(1, sizeof *t);
  if (!t) return TN_OUT_OF_MEMORY;
  t->session = s;
  t->id = id;
  t->limit = request->byte_limit;
  t->head_limit = request->header_limit;
  t->wire_limit = sum(sum(t->limit, t->limit / 8), t->head_limit);
  t->easy = s->curl->easy_init();
  tn_outcome outcome = t->easy ? configure(s, t, request) : TN_OUT_OF_MEMORY;
  if (outcome == TN_OK && s->curl->multi_add_handle(s->multi, t->easy) != CURLM_OK) outcome = TN_FAILED;
  if (outcome != TN_OK) {
    drop(s, t);
    return outcome;
  }
  t->next = s->transfers;
  s->transfers = t;
  s->count++;
  return TN_OK;
}

void tn_cancel(tn_session *s, uint64_t id) {
  transfer *t = take(s, NULL, id);
  if (t) drop(s, t);
}

const char *tn_refusal(tn_outcome outcome) {
  return outcome == TN_BAD_CERTIFICATES ? "this build of libcurl cannot use the file or folder of certificates" : "cannot begin";
}

/// Whether libcurl rejected a response because a single header or trailer is too long. It then reports that memory is short, except version
/// 8.6 and later for headers.
static bool is_header_too_long(const transfer *t, CURLcode code) {
  enum { TOO_LARGE = 100 };  // CURLE_TOO_LARGE of 8.6
  if (code == CURLE_RECV_ERROR) return strncmp(t->error, "Out of memory", 13) == 0;
  if (code != CURLE_OUT_OF_MEMORY && (int)code != TOO_LARGE) return false;
  double first_byte = 0;
  (void)t->session->curl->easy_getinfo(t->easy, CURLINFO_STARTTRANSFER_TIME, &first_byte);
  return first_byte > 0 && t->received == 0;
}

static tn_outcome outcome_of(const transfer *t, CURLcode code) {
  if (t->is_too_large) return TN_TOO_LARGE;
  if (t->are_heads_too_large || is_header_too_long(t, code)) return TN_HEADERS_TOO_LARGE;
  switch (code) {
  case CURLE_OK: return TN_OK;
  case CURLE_URL_MALFORMAT: return TN_BAD_URL;
  case CURLE_COULDNT_RESOLVE_HOST:
  case CURLE_COULDNT_RESOLVE_PROXY: return TN_UNRESOLVED;
  case CURLE_COULDNT_CONNECT:
  case CURLE_OPERATION_TIMEDOUT: return TN_UNREACHABLE;
  case CURLE_PEER_FAILED_VERIFICATION:
  case CURLE_SSL_CONNECT_ERROR:
  case CURLE_SSL_CACERT_BADFILE:
  case CURLE_SSL_CIPHER:
  case CURLE_SSL_ISSUER_ERROR: return TN_UNTRUSTED;
  case CURLE_PARTIAL_FILE:
  case CURLE_GOT_NOTHING:
  case CURLE_RECV_ERROR:
  case CURLE_SEND_ERROR:
  case CURLE_HTTP2:
  case CURLE_HTTP2_STREAM: return TN_CUT;
  case CURLE_TOO_MANY_REDIRECTS: return TN_REDIRECTS;
  case CURLE_UNSUPPORTED_PROTOCOL: return TN_BAD_SCHEME;
  case CURLE_WEIRD_SERVER_REPLY: return TN_NOT_HTTP;
  case CURLE_BAD_CONTENT_ENCODING: return TN_BAD_ENCODING;
  case CURLE_OUT_OF_MEMORY: return TN_OUT_OF_MEMORY;
  default: return TN_FAILED;
  }
}

static void report_ends(tn_session *s) {
  int left = 0;
  CURLMsg *message;
  while ((message = s->curl->multi_info_read(s->multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    CURLcode code = message->data.result;
    char *private = NULL;
    (void)s->curl->easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &private);
    transfer *t = take(s, (transfer *)(void *)private, 0);
    if (!t) continue;
    tn_outcome outcome = outcome_of(t, code);
    s->handlers.end(s->handlers.context, t->id, outcome, *t->error ? t->error : s->curl->easy_strerror(code));
    drop(s, t);
  }
}

/// Ends transfers whose servers have sent more than allowed, even if less was delivered.
static void end_greedy(tn_session *s) {
  transfer *next;
  for (transfer *t = s->transfers; t; t = next) {
    next = t->next;
    if (t->wire <= t->wire_limit || !take(s, t, 0)) continue;
    s->handlers.end(s->handlers.context, t->id, TN_TOO_LARGE, "");
    drop(s, t);
  }
}

int32_t tn_run(tn_session *s, int32_t timeout) {
  int running = 0;
  (void)s->curl->multi_perform(s->multi, &running);
  report_ends(s);
  end_greedy(s);
  // Poll also without a transfer: tn_wake ends the wait.
  (void)s->curl->multi_poll(s->multi, NULL, 0, timeout < 0 ? 1000 * 60 * 60 : timeout, NULL);
  (void)s->curl->multi_perform(s->multi, &running);
  report_ends(s);
  end_greedy(s);
  return s->count;
}

void tn_wake(tn_session *s) { (void)s->curl->multi_wakeup(s->multi); }

void tn_begin_thread(const char *name) {
  sigset_t signals;
  sigfillset(&signals);
  const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigdelset(&signals, faults[i]);
  (void)pthread_sigmask(SIG_BLOCK, &signals, NULL);
  char text[16];
  snprintf(text, sizeof text, "%s", name);
  (void)pthread_setname_np(pthread_self(), text);
}
