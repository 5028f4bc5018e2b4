internal import TesseraScene

/// What a client of the data socket asks for: one line of JSON. A value.
///
/// | line | meaning |
/// | --- | --- |
/// | `{"set": {"room.target": 21}}` | sets values, all in one step |
/// | `{"get": "room"}` | the value at a path is wanted; `""`: all |
/// | `{"watch": "room"}` | so is each later one |
/// | `{"unwatch": "room"}` | no more |
/// | `{"events": true}` | what actions `send` is wanted, or no more |
enum DataRequest: Sendable, Equatable {
  case set([Change])
  case get(DataPath)
  case watch(DataPath)
  case unwatch(DataPath)
  case events(Bool)

  /// A value and its place.
  struct Change: Sendable, Equatable {
    var path: DataPath
    var value: DataValue
  }

  /// Reads a line.
  ///
  /// - Throws: ``DataError`` with what is wrong, and what would be right.
  init(_ line: String) throws(DataError) {
    let value: DataValue
    do throws(SceneErrors) {
      value = try DataValue.parse(line, name: "line")
    } catch {
      let first = error.errors.first
      throw DataError("column \(first?.column ?? 0): \(first?.message ?? "it is no JSON")")
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
    case ("set", _): throw DataError("`set` wants a map of paths and values, got \(argument.kindName)")
    case ("get", _), ("watch", _), ("unwatch", _): throw DataError("`\(verb)` wants the path of a value, got \(argument.kindName)")
    case ("events", _): throw DataError("`events` wants true or false, got \(argument.kindName)")
    default: throw DataError("there is no `\(verb)`, only set, get, watch, unwatch and events")
    }
  }

  private static func path(_ text: String) throws(DataError) -> DataPath {
    guard let path = DataPath(text) else { throw DataError("`\(text)` is no path; `room.target` or `rooms[2].name` would be one") }
    return path
  }
}

/// What a client of the data socket is told: one line of JSON. A value.
enum DataReply: Sendable, Equatable {
  /// The value at a path, asked for or changed.
  case value(DataPath, DataValue)
  /// Something that an action sent.
  case event(SceneEvent)
  /// The line was not taken.
  case error(String)
  /// The line was taken, and is probably not as it was meant.
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
