internal import TesseraScene

/// Request of a client of the data socket: one line of JSON. A value.
///
/// | line | meaning |
/// | --- | --- |
/// | `{"set": {"room.target": 21}}` | sets values, all in one step |
/// | `{"get": "room"}` | requests the value at a path; `""` means all |
/// | `{"watch": "room"}` | requests the value and each later one |
/// | `{"unwatch": "room"}` | ends that |
/// | `{"events": true}` | starts or stops events that actions `send` |
enum DataRequest: Sendable, Equatable {
  case set([Change])
  case get(DataPath)
  case watch(DataPath)
  case unwatch(DataPath)
  case events(Bool)

  /// Value with its path.
  struct Change: Sendable, Equatable {
    var path: DataPath
    var value: DataValue
  }

  /// Parses a line.
  ///
  /// - Throws: ``DataError``, with the error and the valid forms.
  init(_ line: String) throws(DataError) {
    let value: DataValue
    do throws(SceneErrors) {
      value = try DataValue.parse(line, name: "line")
    } catch {
      let first = error.errors.first
      throw DataError("column \(first?.column ?? 0): \(first?.message ?? "it is not JSON")")
    }
    guard case .map(let pairs) = value, pairs.count == 1, let (verb, argument) = pairs.first else {
      throw DataError(
        "a line is one of {\"set\": {PATH: VALUE}}, {\"get\": PATH}, {\"watch\": PATH}, {\"unwatch\": PATH}, {\"events\": true}")
    }
    switch (verb, argument) {
    case ("set", .map(let changes)):
      var result: [Change] = []
      for (path, value) in changes.sorted(by: { $0.key < $1.key }) { result.append(Change(path: try Self.path(path), value: value)) }
      self = .set(result)
    case ("get", .text(let path)): self = .get(try Self.path(path))
    case ("watch", .text(let path)): self = .watch(try Self.path(path))
    case ("unwatch", .text(let path)): self = .unwatch(try Self.path(path))
    case ("events", .boolean(let isWanted)): self = .events(isWanted)
    case ("set", _): throw DataError("`set` must be a map of paths and values, got \(argument.kindName)")
    case ("get", _), ("watch", _), ("unwatch", _): throw DataError("`\(verb)` must be the path of a value, got \(argument.kindName)")
    case ("events", _): throw DataError("`events` must be true or false, got \(argument.kindName)")
    default: throw DataError("unknown request `\(verb)`; valid are set, get, watch, unwatch and events")
    }
  }

  private static func path(_ text: String) throws(DataError) -> DataPath {
    guard let path = DataPath(text) else { throw DataError("`\(text)` is not a path; a path is `room.target` or `rooms[2].name`") }
    return path
  }
}

/// Reply to a client of the data socket: one line of JSON. A value.
enum DataReply: Sendable, Equatable {
  /// Value at a path, requested or changed.
  case value(DataPath, DataValue)
  /// Event that an action sent.
  case event(SceneEvent)
  /// The line was rejected.
  case error(String)
  /// The line was accepted, but probably contains a mistake.
  case warning(String)

  var line: String {
    switch self {
    case .value(let path, let value): DataValue.map(["path": .text(path.description), "value": value]).json
    case .event(let event): DataValue.map(["event": .text(event.name), "payload": event.payload]).json
    case .error(let reason): DataValue.map(["error": .text(reason)]).json
    case .warning(let reason): DataValue.map(["warning": .text(reason)]).json
    }
  }
}
