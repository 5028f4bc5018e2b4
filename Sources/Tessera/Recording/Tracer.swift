internal import CTesseraSystem

/// Writes down what every thread does, and when: a ring of events for each thread, the oldest of which go first. Any thread.
final class Tracer: Sendable {
  private struct Ring {
    var events: [Trace.Event] = []
    var next = 0
    var dropped = 0
  }

  private struct State {
    /// By thread.
    var rings: [Int64: Ring] = [:]
    var names: [Int64: String] = [:]
  }

  private let state = Locked(State())
  private let capacity: Int
  private let start: Int64

  /// - Parameter capacity: most events kept of one thread.
  init(capacity: Int) {
    self.capacity = max(16, capacity)
    start = ts_monotonic_ns()
  }

  /// Runs `body` and notes how long it took.
  @inline(__always)
  func measure<R>(_ name: StaticString, _ detail: String = "", _ body: () throws -> R) rethrows -> R {
    let begin = ts_monotonic_ns()
    defer { note(name, detail, from: begin, to: ts_monotonic_ns()) }
    return try body()
  }

  /// Notes something that this thread did.
  func note(_ name: StaticString, _ detail: String = "", from begin: Int64, to end: Int64) {
    add(Trace.Event(name: name, detail: detail, start: begin - start, duration: max(0, end - begin), thread: ts_thread_id(), value: nil))
  }

  /// Notes how much there is of something at this moment.
  func count(_ name: StaticString, _ value: Int) {
    add(Trace.Event(name: name, detail: "", start: ts_monotonic_ns() - start, duration: 0, thread: ts_thread_id(), value: value))
  }

  /// Gives the calling thread a name.
  func nameThread(_ name: String) {
    let thread = ts_thread_id()
    state.withLock { $0.names[thread] = name }
  }

  private func add(_ event: Trace.Event) {
    state.withLock { state in
      var ring = state.rings.removeValue(forKey: event.thread) ?? Ring()
      if ring.events.count < capacity {
        ring.events.append(event)
      } else {
        ring.events[ring.next] = event
        ring.dropped += 1
      }
      ring.next = (ring.next + 1) % capacity
      state.rings[event.thread] = ring
    }
  }

  /// What was written down.
  var trace: Trace {
    state.withLock { state in
      var trace = Trace()
      for (thread, ring) in state.rings.sorted(by: { $0.key < $1.key }) {
        trace.threads.append((thread, state.names[thread] ?? "worker \(trace.threads.count)"))
        trace.events += ring.events
        trace.dropped += ring.dropped
      }
      // What holds others comes before them.
      trace.events.sort { ($0.start, -$0.duration) < ($1.start, -$1.duration) }
      return trace
    }
  }
}

/// What the threads of a stage did, one after the other. A value; any thread.
public struct Trace: Sendable {
  struct Event: Sendable {
    let name: StaticString
    let detail: String
    /// Nanoseconds since the recording began.
    let start: Int64
    let duration: Int64
    let thread: Int64
    /// How much there is of something, in place of a duration.
    let value: Int?
  }

  var events: [Event] = []
  var threads: [(id: Int64, name: String)] = []
  /// Events that were lost because more came than are kept.
  public internal(set) var dropped = 0

  /// Events in it.
  public var count: Int { events.count }

  /// The trace in the JSON format of Chrome's trace viewer, which Perfetto reads.
  ///
  /// Source: Trace Event Format, complete events (`X`), counters (`C`), metadata (`M`); times in microseconds.
  public func json() -> [UInt8] {
    var text = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n"
    var lines: [String] = [#"{"name":"process_name","ph":"M","pid":1,"tid":0,"args":{"name":"tessera"}}"#]
    lines.reserveCapacity(events.count + threads.count + 1)
    for (id, name) in threads {
      lines.append("{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":\(id),\"args\":{\"name\":\"\(Self.escaped(name))\"}}")
    }
    for event in events {
      let head =
        "{\"name\":\"\(event.name)\",\"cat\":\"tessera\",\"pid\":1,\"tid\":\(event.thread),\"ts\":\(Self.microseconds(event.start))"
      if let value = event.value {
        lines.append(head + ",\"ph\":\"C\",\"args\":{\"value\":\(value)}}")
      } else {
        let detail = event.detail.isEmpty ? "" : ",\"args\":{\"node\":\"\(Self.escaped(event.detail))\"}"
        lines.append(head + ",\"ph\":\"X\",\"dur\":\(Self.microseconds(event.duration))\(detail)}")
      }
    }
    text += lines.joined(separator: ",\n")
    text += "\n]}\n"
    return Array(text.utf8)
  }

  private static func microseconds(_ nanoseconds: Int64) -> String {
    let rest = "\(abs(nanoseconds) % 1000)"
    return "\(nanoseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
