#ifndef TESSERA_NETWORK_H
#define TESSERA_NETWORK_H
// HTTP transfers over libcurl, which is loaded with the first session. A session belongs to one thread, which makes all calls except
// tn_wake. Nothing here logs, sleeps outside of tn_run, or starts threads (libcurl resolves names on its own threads).
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Result of a transfer.
typedef enum tn_outcome {
  TN_OK = 0,
  /// The URL is invalid, or its scheme is neither http nor https.
  TN_BAD_URL,
  /// The name of the host or proxy cannot be resolved.
  TN_UNRESOLVED,
  /// The connection failed or was refused.
  TN_UNREACHABLE,
  /// The certificate is not trusted, or the TLS handshake failed.
  TN_UNTRUSTED,
  /// The connection was closed before the response was complete.
  TN_CUT,
  /// More redirects than allowed.
  TN_REDIRECTS,
  /// The scheme of a redirect is not allowed, or the response has no status line: libcurl has one code for both.
  TN_BAD_SCHEME,
  /// The response is not HTTP.
  TN_NOT_HTTP,
  /// The body has a Content-Encoding that libcurl cannot decode, or is damaged.
  TN_BAD_ENCODING,
  /// The body exceeds the limit.
  TN_TOO_LARGE,
  /// All headers together, or one of them, exceed the limit.
  TN_HEADERS_TOO_LARGE,
  /// The file or folder of certificates cannot be used with this build of libcurl.
  TN_BAD_CERTIFICATES,
  TN_OUT_OF_MEMORY,
  TN_FAILED,
} tn_outcome;

/// GET request. All strings are copied.
typedef struct tn_request {
  const char *url;
  /// `count` headers as `Name: value`.
  const char *const *headers;
  size_t count;
  /// Maximum number of bytes of the decoded body; at least 0. All data from the server, including bodies of redirects and chunk framing,
  /// may exceed it by an eighth and `header_limit`. Beyond that the transfer ends with TN_TOO_LARGE.
  int64_t byte_limit;
  /// Maximum number of bytes of all status lines, headers and trailers, including those of interim responses and redirects; at least 0.
  /// Beyond it the transfer ends with TN_HEADERS_TOO_LARGE.
  int64_t header_limit;
  /// Maximum number of redirects.
  int32_t redirect_limit;
  /// Stream weight within an HTTP/2 connection, 1 to 256.
  int32_t weight;
  /// Whether the body may be compressed in transit; not for ranges.
  int32_t accepts_compression;
} tn_request;

typedef struct tn_options {
  /// Maximum number of open connections; further transfers wait.
  int32_t connection_limit;
  /// Connection timeout in seconds.
  int32_t connect_timeout;
  /// PEM file, and folder of PEM files, of trusted certificates. If both are NULL, the system's certificates are used.
  const char *certificate_file, *certificate_folder;
  const char *user_agent;
} tn_options;

/// Callbacks, called on the session's thread, inside tn_run. Pointers are valid during the call. Handlers must not call tn_start or
/// tn_cancel of the same session; call these only after tn_run has returned.
typedef struct tn_handlers {
  void *context;
  /// Line of a response's head, without its line end. A status line starts a new response, for example after a redirect.
  void (*header)(void *context, uint64_t id, const char *line, size_t length);
  /// Part of the decoded body.
  void (*data)(void *context, uint64_t id, const uint8_t *bytes, size_t length);
  /// End of the transfer; no callback follows. `message` is the reason in words.
  void (*end)(void *context, uint64_t id, tn_outcome outcome, const char *message);
} tn_handlers;

typedef struct tn_session tn_session;

/// Creates a session. Returns NULL and a message (at most `size` bytes with its zero) if libcurl is missing, too old, or has no memory.
tn_session *tn_open(const tn_options *options, const tn_handlers *handlers, char *message, size_t size);

/// Ends the session and all transfers without calling a handler.
void tn_close(tn_session *session);

/// Starts a transfer under a number chosen by the caller. For results other than TN_OK it was not started, and no handler is called.
tn_outcome tn_start(tn_session *session, uint64_t id, const tn_request *request);

/// Returns a message for a result of tn_start other than TN_OK. Any thread.
const char *tn_refusal(tn_outcome outcome);

/// Ends a transfer without calling a handler. Unknown numbers are ignored.
void tn_cancel(tn_session *session, uint64_t id);

/// Processes transfers and waits for events, up to `timeout` milliseconds (-1 means unlimited) or until tn_wake. Returns the number of
/// active transfers.
int32_t tn_run(tn_session *session, int32_t timeout);

/// Makes tn_run return. Any thread, while the session is open.
void tn_wake(tn_session *session);

/// Prepares a thread that the caller started: sets its name (at most 15 bytes) and blocks its signals. Otherwise a write to a closed
/// connection would end the process by SIGPIPE.
void tn_begin_thread(const char *name);

/// Returns the XXH64 hash, with seed 0, of `count` bytes.
uint64_t tn_hash(const void *bytes, size_t count);

#ifdef __cplusplus
}
#endif
#endif
