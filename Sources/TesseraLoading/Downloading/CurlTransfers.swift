#if Network
  internal import CTesseraNetwork

  /// The transfers of a ``CurlSession``: puts responses together from their lines, and tells receivers. The session's thread.
  final class CurlTransfers {
    private struct Transfer {
      var byteLimit: Int
      var receive: CurlSession.Receiver
      var response: DownloadResponse?
      var isTold = false
    }

    private var transfers: [UInt64: Transfer] = [:]

    /// Transfers under way.
    var count: Int { transfers.count }

    func add(_ number: UInt64, byteLimit: Int, _ receive: @escaping CurlSession.Receiver) {
      transfers[number] = Transfer(byteLimit: byteLimit, receive: receive)
    }

    func forget(_ number: UInt64) { transfers[number] = nil }

    func header(_ line: Substring, of number: UInt64) {
      guard transfers[number] != nil else { return }
      if line.hasPrefix("HTTP/") {
        let status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        let former = transfers[number]?.response
        // 1xx come before the response of the same request.
        let redirects = former.map {
          (300..<400).contains($0.status) ? $0.redirects + [DownloadResponse(status: $0.status, headers: $0.headers)] : $0.redirects
        }
        transfers[number]?.response = DownloadResponse(status: status, redirects: redirects ?? [])
      } else if let header = HTTPHeader(line: line) {
        transfers[number]?.response?.headers.append(header)
      }
    }

    func data(_ bytes: [UInt8], of number: UInt64) {
      tell(number)
      transfers[number]?.receive(.data(bytes))
    }

    func end(_ number: UInt64, _ outcome: tn_outcome, _ message: String) {
      if outcome == TN_OK || outcome == TN_CUT || outcome == TN_TOO_LARGE { tell(number) }
      guard let transfer = transfers.removeValue(forKey: number) else { return }
      transfer.receive(.end(Self.failure(outcome, message, byteLimit: transfer.byteLimit)))
    }

    /// Tells of the response before its first byte, when it is known that no redirect follows.
    private func tell(_ number: UInt64) {
      guard let transfer = transfers[number], !transfer.isTold, let response = transfer.response, response.status >= 200 else { return }
      transfers[number]?.isTold = true
      transfer.receive(.response(response))
    }

    private static func failure(_ outcome: tn_outcome, _ message: String, byteLimit: Int) -> DownloadFailure? {
      switch outcome {
      case TN_OK: nil
      case TN_BAD_URL: .badURL
      case TN_UNRESOLVED: .unresolved(message)
      case TN_UNREACHABLE: .unreachable(message)
      case TN_UNTRUSTED: .untrusted(message)
      case TN_CUT: .cut(message)
      case TN_REDIRECTS: .redirects(message)
      case TN_NOT_HTTP: .notHTTP(message)
      case TN_TOO_LARGE: .tooLarge(limit: byteLimit)
      case TN_OUT_OF_MEMORY: .failed("out of memory")
      default: .failed(message)
      }
    }
  }
#endif
