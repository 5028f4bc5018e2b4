internal import TesseraBase

/// Style whose GeoJSON from the web is read when it is needed first after its arrival. Any thread.
final class WebFeatures: Sendable {
  private struct Arrived {
    var url: String
    var bytes: [UInt8]
    var verdict: @Sendable (Bool) -> Void
  }

  private struct State {
    var style: MapStyle
    /// Names of the sources by the URL of their data.
    var sources: [String: [String]]
    var arrived: [Arrived] = []
    /// URLs that are not requested: their data has arrived or failed.
    var taken: Set<String> = []
    var failed: Set<String> = []
    var failures: [String] = []
  }

  private let state: Locked<State>

  /// Keeps a style and the URLs of data with the names of their sources.
  init(_ style: MapStyle, _ sources: [String: [String]]) { state = Locked(State(style: style, sources: sources)) }

  /// The style with the data that was read.
  var style: MapStyle { state.withLock { $0.style } }

  /// Data that could not be read.
  var failures: [String] { state.withLock { $0.failures } }

  /// Data that must be requested, in the order of the URLs.
  var requests: [MapRequest] {
    state.withLock { state in
      state.sources.keys.filter { !state.taken.contains($0) && !state.failed.contains($0) }.sorted()
        .map { MapRequest(url: $0, urgency: .visible, content: .features) }
    }
  }

  /// Keeps the body of a request.
  func supply(_ url: String, _ bytes: [UInt8], _ verdict: @escaping @Sendable (Bool) -> Void) {
    state.withLock { state in
      guard state.taken.insert(url).inserted else { return }
      state.arrived.append(Arrived(url: url, bytes: bytes, verdict: verdict))
    }
  }

  /// Records that a request has failed.
  func fail(_ url: String) { state.withLock { _ = $0.failed.insert(url) } }

  /// Allows failed requests again.
  func forgetFailures() { state.withLock { $0.failed = [] } }

  /// Reads the data that has arrived, and returns the style. A worker.
  func resolved() -> MapStyle {
    let arrived = state.withLock { state in
      defer { state.arrived = [] }
      return state.arrived
    }
    for item in arrived {
      do throws(MapError) {
        let limit = MapDocument.maximumSize
        guard item.bytes.count <= limit else {
          throw MapError(source: item.url, reason: "the file has \(item.bytes.count) bytes; the maximum is \(limit)")
        }
        let features = GeoFeatures(try MapValue.read(item.bytes, source: item.url))
        state.withLock { state in for name in state.sources[item.url] ?? [] { state.style.sources[name]?.features = features } }
        item.verdict(true)
      } catch {
        state.withLock { state in
          for name in (state.sources[item.url] ?? []).sorted() { state.failures.append("source `\(name)`: \(error)") }
        }
        item.verdict(false)
      }
    }
    return style
  }
}
