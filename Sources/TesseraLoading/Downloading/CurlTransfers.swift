#if Network
  internal import CTesseraNetwork

  /// Transfers of a ``CurlSession``: assembles responses from their lines and calls receivers. The session's thread only.
  final class CurlTransfers {
    private struct Transfer {
      var request: DownloadRequest
      var receive: CurlSession.Receiver
      var response: DownloadResponse?
      var isTold = false
      var hasBody = false
    }

    private var transfers: [UInt64: Transfer] = [:]

    /// Number of active transfers.
    var count: Int { transfers.count }

    func add(_ number: UInt64, _ request: DownloadRequest, _ receive: @escaping CurlSession.Receiver) {
      transfers[number] = Transfer(request: request, receive: receive)
    }

    func forget(_ number: UInt64) { transfers[number] = nil }

    func header(_ line: Substring, of number: UInt64) {
      // Trailers are not merged into the head (RFC 9110, 6.5.1). A copy of the transfer would make `append` copy all headers.
      guard transfers[number]?.isTold == false else { return }
      if line.hasPrefix("HTTP/") {
        let status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        let former = transfers[number]?.response
        // 1xx responses precede the final response of the same request.
        let redirects = former.map {
          (300..<400).contains($0.status) ? $0.redirects + [DownloadResponse(status: $0.status, headers: $0.headers)] : $0.redirects
        }
        transfers[number]?.response = DownloadResponse(status: status, redirects: redirects ?? [])
      } else if let header = HTTPHeader(line: line) {
        transfers[number]?.response?.headers.append(header)
      }
    }

    func data(_ bytes: [UInt8], of number: UInt64) {
      reportResponse(number)
      transfers[number]?.hasBody = true
      transfers[number]?.receive(.data(bytes))
    }

    func end(_ number: UInt64, _ outcome: tn_outcome, _ message: String) {
      if outcome == TN_OK || outcome == TN_CUT || outcome == TN_TOO_LARGE { reportResponse(number) }
      guard let transfer = transfers.removeValue(forKey: number) else { return }
      transfer.receive(.end(Self.failure(outcome, message, of: transfer)))
    }

    /// Reports the response before the first byte of its body, when no redirect can follow.
    private func reportResponse(_ number: UInt64) {
      guard let transfer = transfers[number], !transfer.isTold, let response = transfer.response, response.status >= 200 else { return }
      transfers[number]?.isTold = true
      transfer.receive(.response(response))
    }

    private static func failure(_ outcome: tn_outcome, _ message: String, of transfer: Transfer) -> DownloadFailure? {
      switch outcome {
      case TN_OK: encodingFailure(transfer)
      case TN_BAD_URL: hasRedirected(transfer) ? .redirects("its target is not a URL") : .badURL
      case TN_UNRESOLVED: .unresolved(message)
      case TN_UNREACHABLE: .unreachable(message)
      case TN_UNTRUSTED: .untrusted(message)
      case TN_CUT: .cut(message)
      case TN_REDIRECTS: .redirects(message)
      case TN_BAD_SCHEME: schemeFailure(transfer) ?? .notHTTP(message)
      case TN_NOT_HTTP: .notHTTP(message)
      case TN_BAD_ENCODING: .failed("cannot decode the body: \(message)")
      case TN_TOO_LARGE: .tooLarge(limit: transfer.request.byteLimit)
      case TN_HEADERS_TOO_LARGE: .headersTooLarge(limit: transfer.request.headerLimit)
      case TN_OUT_OF_MEMORY: .failed("out of memory")
      default: .failed(message)
      }
    }

    /// Returns the failure of a compressed body without content. Usually it was cut, which libcurl does not report.
    private static func encodingFailure(_ transfer: Transfer) -> DownloadFailure? {
      guard !transfer.hasBody, let response = transfer.response, response.isEncoded, response.status != 204, response.status != 304,
        let length = response["content-length"].flatMap({ Int($0) }), length > 0
      else { return nil }
      return .failed("cannot decode the body: its \(response["content-encoding"] ?? "compressed") data have no content, at \(length) bytes")
    }

    private static func hasRedirected(_ transfer: Transfer) -> Bool { transfer.response.map { (300..<400).contains($0.status) } ?? false }

    /// Returns the failure of a redirect to a scheme that is not allowed; nil if the scheme is allowed and its response is not HTTP.
    private static func schemeFailure(_ transfer: Transfer) -> DownloadFailure? {
      guard hasRedirected(transfer), let response = transfer.response, let target = response["location"],
        let colon = target.utf8.firstIndex(of: UInt8(ascii: ":")), target[..<colon].utf8.allSatisfy(isSchemeByte)
      else { return nil }
      let scheme = target[..<colon].lowercased()
      let isSecure = transfer.request.url.prefix(6).lowercased() == "https:"
      if scheme == "https" || (scheme == "http" && !isSecure) { return nil }
      return .redirects("the scheme `\(scheme.prefix(20))` is not allowed here, only \(isSecure ? "`https`" : "`http` and `https`")")
    }

    private static func isSchemeByte(_ byte: UInt8) -> Bool {
      let letter = byte | 0x20
      return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(byte)
    }
  }
#endif
