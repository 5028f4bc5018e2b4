#ifndef TESSERA_NETWORK_H
#define TESSERA_NETWORK_H
// HTTP transfers over libcurl, which is opened with the first session. A session belongs to one thread, which calls everything but tn_wake.
// Nothing here logs, sleeps outside of tn_run, or starts a thread of its own (libcurl resolves names on threads of its own).
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How a transfer ended.
typedef enum tn_outcome {
  TN_OK = 0,
  /// The URL cannot be parsed, or its scheme is neither http nor https.
  TN_BAD_URL,
  /// The name of the host or of the proxy cannot be resolved.
  TN_UNRESOLVED,
  /// No connection, or it was refused.
  TN_UNREACHABLE,
  /// The certificate is not trusted, or no secure connection could be made.
  TN_UNTRUSTED,
  /// The connection ended before the response did.
  TN_CUT,
  /// More redirects than allowed.
  TN_REDIRECTS,
  /// The scheme of a redirect is not allowed, or the answer has no status line: libcurl has one code for both.
  TN_BAD_SCHEME,
  /// What came is no HTTP.
  TN_NOT_HTTP,
  /// The body has more bytes than allowed.
  TN_TOO_LARGE,
  /// All headers together, or one of them, have more bytes than allowed.
  TN_HEADERS_TOO_LARGE,
  /// The file or folder of certificates cannot be used with this build of libcurl.
  TN_BAD_CERTIFICATES,
  TN_OUT_OF_MEMORY,
  TN_FAILED,
} tn_outcome;

/// One GET request. All strings are copied.
typedef struct tn_request {
  const char *url;
  /// `count` headers as `Name: value`.
  const char *const *headers;
  size_t count;
  /// Maximum number of bytes of the decoded body; at least 0. Everything that the server sends, bodies of redirects and the framing of chunks included, may have
  /// an eighth more, and `header_limit`. The transfer ends with TN_TOO_LARGE.
  int64_t byte_limit;
  /// Maximum number of bytes of all status lines, headers and trailers, those of interim responses and redirects included; at least 0. The transfer ends with
  /// TN_HEADERS_TOO_LARGE.
  int64_t header_limit;
  /// Redirects that are followed.
  int32_t redirect_limit;
  /// Weight among the streams of an HTTP/2 connection, 1 to 256.
  int32_t weight;
  /// Whether the body may come compressed; not for ranges.
  int32_t accepts_compression;
} tn_request;

typedef struct tn_options {
  /// Connections in all; further transfers wait.
  int32_t connection_limit;
  /// Seconds for a connection to be made.
  int32_t connect_timeout;
  /// PEM file, and folder of PEM files, of trusted certificates; NULL: the system's, unless the other one is given.
  const char *certificate_file, *certificate_folder;
  const char *user_agent;
} tn_options;

/// Called on the session's thread, inside tn_run. Pointers are valid during the call. They may call tn_start and tn_cancel of the same session only
/// after tn_run has returned.
typedef struct tn_handlers {
  void *context;
  /// A line of a response's head, without its line end. A status line begins another response: after a redirect there is one more.
  void (*header)(void *context, uint64_t id, const char *line, size_t length);
  /// A part of the decoded body.
  void (*data)(void *context, uint64_t id, const uint8_t *bytes, size_t length);
  /// The transfer ended; nothing follows. `message` says why, in words.
  void (*end)(void *context, uint64_t id, tn_outcome outcome, const char *message);
} tn_handlers;

typedef struct tn_session tn_session;

/// Makes a session. Returns NULL and a message (at most `size` bytes with its zero) where libcurl is missing, too old, or has no memory.
tn_session *tn_open(const tn_options *options, const tn_handlers *handlers, char *message, size_t size);

/// Ends the session and every transfer; no handler is called.
void tn_close(tn_session *session);

/// Begins a transfer under a number of the caller's. An outcome other than TN_OK: it did not begin, and no handler is called.
tn_outcome tn_start(tn_session *session, uint64_t id, const tn_request *request);

/// Returns words for an outcome of tn_start other than TN_OK. Any thread.
const char *tn_refusal(tn_outcome outcome);

/// Ends a transfer without calling a handler. Unknown numbers are ignored.
void tn_cancel(tn_session *session, uint64_t id);

/// Carries transfers on and waits for more, up to `timeout` milliseconds (-1: as long as it takes) or until tn_wake. Returns how many are under way.
int32_t tn_run(tn_session *session, int32_t timeout);

/// Has tn_run return. Any thread, while the session is open.
void tn_wake(tn_session *session);

/// Prepares a thread that the caller started: names it (at most 15 bytes count), and holds signals back from it. A write to a closed connection would else end
/// the process by SIGPIPE.
void tn_begin_thread(const char *name);

/// Returns the XXH64 hash, with seed 0, of `count` bytes.
uint64_t tn_hash(const void *bytes, size_t count);

#ifdef __cplusplus
}
#endif
#endif
