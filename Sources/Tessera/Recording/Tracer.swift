internal import CTesseraSystem
internal import TesseraJSON

/// Records the work of all threads: a ring buffer of events for each thread. Any thread.
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

  /// - Parameter capacity: maximum number of events for each thread.
  init(capacity: Int) {
    self.capacity = max(16, capacity)
    start = ts_monotonic_ns()
  }

  /// Runs `body` and records its duration.
  @inline(__always)
  func measure<R>(_ name: StaticString, _ detail: String = "", _ body: () throws -> R) rethrows -> R {
    let begin = ts_monotonic_ns()
    defer { record(name, detail, from: begin, to: ts_monotonic_ns()) }
    return try body()
  }

  /// Records an event of the calling thread.
  func record(_ name: StaticString, _ detail: String = "", from begin: Int64, to end: Int64) {
    add(Trace.Event(name: name, detail: detail, start: begin - start, duration: max(0, end - begin), thread: ts_thread_id(), value: nil))
  }

  /// Records a counter value.
  func count(_ name: StaticString, _ value: Int) {
    add(Trace.Event(name: name, detail: "", start: ts_monotonic_ns() - start, duration: 0, thread: ts_thread_id(), value: value))
  }

  /// Sets the name of the calling thread.
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

  /// Recorded trace.
  var trace: Trace {
    state.withLock { state in
      var trace = Trace()
      for (thread, ring) in state.rings.sorted(by: { $0.key < $1.key }) {
        trace.threads.append((thread, state.names[thread] ?? "worker \(trace.threads.count)"))
        trace.events += ring.events
        trace.dropped += ring.dropped
      }
      // Enclosing events precede the ones inside.
      trace.events.sort { ($0.start, -$0.duration) < ($1.start, -$1.duration) }
      return trace
    }
  }
}

/// Events of a stage's threads, in order of time. A value; any thread.
public struct Trace: Sendable {
  struct Event: Sendable {
    let name: StaticString
    let detail: String
    /// Nanoseconds since the start of the recording.
    let start: Int64
    let duration: Int64
    let thread: Int64
    /// Value of a counter event.
    let value: Int?
  }

  var events: [Event] = []
  var threads: [(id: Int64, name: String)] = []
  /// Number of events that were lost because a ring was full.
  public internal(set) var dropped = 0

  /// Number of events.
  public var count: Int { events.count }

  /// The trace in the JSON format of Chrome's trace viewer, which Perfetto reads.
  ///
  /// Source: Trace Event Format, complete events (`X`), counters (`C`), metadata (`M`); times in microseconds.
  public func json() -> [UInt8] {
    var text = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n"
    var lines: [String] = [#"{"name":"process_name","ph":"M","pid":1,"tid":0,"args":{"name":"tessera"}}"#]
    lines.reserveCapacity(events.count + threads.count + 1)
    for (id, name) in threads {
      lines.append("{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":\(id),\"args\":{\"name\":\(Self.quoted(name))}}")
    }
    for event in events {
      let head =
        "{\"name\":\"\(event.name)\",\"cat\":\"tessera\",\"pid\":1,\"tid\":\(event.thread),\"ts\":\(Self.microseconds(event.start))"
      if let value = event.value {
        lines.append(head + ",\"ph\":\"C\",\"args\":{\"value\":\(value)}}")
      } else {
        let detail = event.detail.isEmpty ? "" : ",\"args\":{\"node\":\(Self.quoted(event.detail))}"
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

  private static func quoted(_ text: String) -> String { JSONValue.text(text).compact }
}
