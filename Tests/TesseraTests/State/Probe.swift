import Observation
@testable import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraRender

struct Room: Sendable, Equatable {
  var name = "Kitchen"
  var temperature = 21.5
  var level = 1.0
  var summary: String { "\(name) \(temperature)" }
}

/// Reads a model in selected functions, and counts the calls of each function.
struct Probe: NodeType {
  static let typeName = "probe"
  var name = ""
  var model: Model<Room>?
  var log: Log?
  var sizeReads: (@Sendable (Room.Reader) -> Double)?
  var drawReads: (@Sendable (Room.Reader) -> Void)?
  var spec: (@Sendable (Room.Reader) -> (any LayoutElement)?)?

  init() {}
  init(_ name: String, _ model: Model<Room>?, _ log: Log? = nil) { (self.name, self.model, self.log) = (name, model, log) }

  static func == (a: Probe, b: Probe) -> Bool { a.name == b.name && a.model === b.model && a.log === b.log }

  func layout(in context: LayoutContext) -> (any LayoutElement)? {
    guard let spec, let model else { return nil }
    log?.note("layout \(name)")
    return spec(Room.Reader(model: model))
  }
  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    log?.note("size \(name)")
    guard let sizeReads, let model else { return range.clamp(Size(20, 10)) }
    return range.clamp(Size(sizeReads(Room.Reader(model: model)), 10))
  }
  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    log?.note("draw \(name)")
    if let model { drawReads?(Room.Reader(model: model)) }
    canvas.fill(Rect(size: context.size), .color(.black))
  }
}

extension Room {
  struct Reader: Sendable { let model: Model<Room> }
}

/// An `@Observable` class that threads may share: its state is protected by a lock, as the macro requires of a `Sendable` class.
@Observable final class Thermostat: Sendable {
  @ObservationIgnored private let state = Locked((name: "Kitchen", level: 0))

  var name: String {
    get {
      access(keyPath: \.name)
      return state.withLock { $0.name }
    }
    set { withMutation(keyPath: \.name) { state.withLock { $0.name = newValue } } }
  }

  var level: Int {
    get {
      access(keyPath: \.level)
      return state.withLock { $0.level }
    }
    set { withMutation(keyPath: \.level) { state.withLock { $0.level = newValue } } }
  }

  /// Sets the level, and runs `meanwhile` after observers are notified and before the value is stored.
  func setLevel(_ level: Int, _ meanwhile: () -> Void) {
    withMutation(keyPath: \.level) {
      meanwhile()
      state.withLock { $0.level = level }
    }
  }
}

/// Shows the level of a thermostat as its width and in its drawing.
struct Meter: NodeType {
  static let typeName = "meter"
  var thermostat: Thermostat?
  var readsInSize = false
  var log: Log?
  static func == (a: Meter, b: Meter) -> Bool { a.thermostat === b.thermostat && a.readsInSize == b.readsInSize }
  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    log?.note("size")
    return range.clamp(Size(readsInSize ? Double(thermostat?.level ?? 0) : 20, 10))
  }
  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    log?.note("draw")
    if !readsInSize { log?.note("level \(thermostat?.level ?? -1)") }
  }
}
