#if Network
  internal import TesseraBase
  internal import TesseraMaps
  internal import TesseraPictures

  /// Styles from the web: their arrival, and their failures. Any thread.
  final class WebStyles: Sendable {
    private struct State {
      var arrived: [String: (bytes: [UInt8], verdict: @Sendable (Bool) -> Void)] = [:]
      var failed: Set<String> = []
      /// Styles that arrived and could not be read.
      var broken: [String: MapError] = [:]
    }

    /// Maximum number of styles that are kept before a draw reads them, or as broken.
    private static let maximum = 8

    private let state = Locked(State())

    /// Returns the requests that a style lacks: at most one.
    func requests(_ url: String) -> [MapRequest] { state.withLock { $0.failed.contains(url) } ? [] : [MapRequest.style(url)] }

    /// Keeps the body of a request.
    func supply(_ url: String, _ bytes: [UInt8], _ verdict: @escaping @Sendable (Bool) -> Void) {
      state.withLock { state in
        if state.arrived.count >= Self.maximum { state.arrived = [:] }
        state.arrived[url] = (bytes, verdict)
      }
    }

    /// Records that a request has failed.
    func fail(_ url: String) { state.withLock { _ = $0.failed.insert(url) } }

    /// Allows failed requests again.
    func forgetFailures() { state.withLock { $0.failed = [] } }

    /// Reads a style that has arrived; nil before. A worker.
    func document(_ url: String, _ codecs: PictureCodecs) throws(MapError) -> MapDocument? {
      let (arrived, broken) = state.withLock { ($0.arrived.removeValue(forKey: url), $0.broken[url]) }
      if let broken { throw broken }
      guard let arrived else { return nil }
      do throws(MapError) {
        let document = try MapDocument(web: url, arrived.bytes, codecs: codecs)
        arrived.verdict(true)
        return document
      } catch {
        arrived.verdict(false)
        state.withLock { state in
          if state.broken.count >= Self.maximum { state.broken = [:] }
          state.broken[url] = error
        }
        throw error
      }
    }
  }
#endif
