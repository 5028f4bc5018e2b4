/// Data that a map needs from the web. A value.
public struct MapRequest: Sendable, Hashable {
  /// Urgency of a request.
  public enum Urgency: Int, Sendable, Comparable {
    /// Needed if the map continues to move.
    case ahead
    /// Replaces visible tiles until they are loaded.
    case near
    case visible

    public static func < (a: Urgency, b: Urgency) -> Bool { a.rawValue < b.rawValue }
  }

  enum Content: Sendable, Hashable {
    /// TileJSON of a source.
    case description(source: String)
    case tile(source: String, TileAddress)
    /// Index or picture of a sprite.
    case sprite
    /// GeoJSON of sources.
    case features
    /// Style of a map.
    case style
  }

  /// Returns the request of a style, for ``MapDocument/init(web:_:codecs:)``.
  public static func style(_ url: String) -> MapRequest { MapRequest(url: url, urgency: .visible, content: .style) }

  /// Whether it requests a style.
  public var isStyle: Bool { content == .style }

  /// Whether a server may lack the data, such as a tile of the sea.
  public var mayBeMissing: Bool {
    switch content {
    case .features, .style: false
    default: true
    }
  }

  public var url: String
  public var urgency: Urgency
  let content: Content
}

/// Requests in progress: starts and cancels those that views need. A value.
public struct MapRequests: Sendable {
  /// Step for the loader.
  public enum Action: Sendable, Hashable {
    case start(MapRequest)
    case prioritize(url: String, MapRequest.Urgency)
    case cancel(url: String)
  }

  /// Maximum number of requests in progress.
  public static let maximumActive = 256

  private var active: [String: MapRequest.Urgency] = [:]

  /// Creates an empty list.
  public init() {}

  /// URLs in progress, unordered.
  public var urls: [String] { Array(active.keys) }

  /// Adapts the requests in progress to the wanted ones, the most urgent first. Requests that are not wanted are cancelled. O(requests).
  public mutating func update(_ wanted: [MapRequest]) -> [Action] {
    var kept: [String: MapRequest.Urgency] = [:]
    var actions: [Action] = []
    for request in wanted where kept.count < Self.maximumActive && kept[request.url] == nil {
      kept[request.url] = request.urgency
      if let urgency = active[request.url] {
        if urgency != request.urgency { actions.append(.prioritize(url: request.url, request.urgency)) }
      } else {
        actions.append(.start(request))
      }
    }
    // Cancelled first: their transfers are free for the new ones.
    let cancelled = active.keys.filter { kept[$0] == nil }.sorted().map { Action.cancel(url: $0) }
    active = kept
    return cancelled + actions
  }

  /// Removes a request that has ended. Returns whether it was in progress.
  public mutating func end(_ url: String) -> Bool { active.removeValue(forKey: url) != nil }
}
