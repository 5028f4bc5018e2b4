@testable import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraRender

/// Counts calls of a node; shared by the copies of the node's value.
final class Log: @unchecked Sendable, Equatable {
  // @unchecked: the members are only touched with `lock` held.
  private let lock = Lock()
  private var counts: [String: Int] = [:]
  private var entries: [String] = []
  static func == (a: Log, b: Log) -> Bool { a === b }
  func note(_ what: String) {
    lock.withLock {
      counts[what, default: 0] += 1
      entries.append(what)
    }
  }
  func count(_ what: String) -> Int { lock.withLock { counts[what] ?? 0 } }
  var all: [String] { lock.withLock { entries } }
  func clear() {
    lock.withLock {
      counts = [:]
      entries = []
    }
  }
}

/// Kind of draw plan of a test's node.
enum PatchKind: Equatable, Sendable {
  case none, pixels, opaquePixels, direct
  case coverage(Color)

  func plan(_ bounds: Rect, _ draw: @escaping DrawPlan.Drawing) -> DrawPlan {
    switch self {
    case .none: .nothing
    case .pixels: .pixels(bounds: bounds, draw)
    case .opaquePixels: .pixels(bounds: bounds, isOpaque: true, draw)
    case .direct: .direct(bounds: bounds, draw)
    case .coverage(let color): .coverage(color, bounds: bounds, draw)
    }
  }
}

/// Node type of tests: a rectangle of one colour that counts measurements, draws and notifications.
struct Patch: FocusableType, TickingType, LifecycleType {
  static let typeName = "patch"
  static let summary = "A rectangle of one colour."
  static var attributes: [NodeAttribute<Patch>] {
    [.color("color", \.color, help: "Fills the box."), .text("name", \.name, help: "For logs.")]
  }
  var name = ""
  var color = Color(rgb: 0x3366CC)
  var wanted = Size(10, 10)
  var kind = PatchKind.pixels
  var fails = false
  var bleed = 0.0
  var handles = false
  var log: Log?
  var drawHook: Hook?

  /// Runs in the middle of a draw.
  struct Hook: Sendable, Equatable {
    let id: Int
    let run: @Sendable (DrawContext) -> Void
    static func == (a: Hook, b: Hook) -> Bool { a.id == b.id }
  }
  struct Failure: Error {}

  static func invalidation(from old: Patch, to new: Patch) -> Invalidation {
    var sameButLook = old
    sameButLook.color = new.color
    sameButLook.drawHook = new.drawHook
    sameButLook.fails = new.fails
    sameButLook.kind = new.kind
    return sameButLook == new ? .display : [.layout, .display]
  }
  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    log?.note("measure \(name)")
    return range.clamp(wanted)
  }
  func drawPlan(in context: DrawContext) throws -> DrawPlan {
    let bounds = Rect(size: context.size).inset(by: -bleed)
    return kind.plan(bounds) { canvas in
      log?.note("draw \(name)")
      drawHook?.run(context)
      if fails { throw Failure() }
      canvas.fill(bounds, .color(color))
    }
  }
  static func interfaceStateDidChange(_ node: Node<Patch>, from old: InterfaceState, to new: InterfaceState) {
    node.log?.note("\(node.name) \(old)>\(new)")
  }
  static func handle(_ event: Event, node: Node<Patch>) -> EventResponse {
    switch event {
    case .touch(let touch): node.log?.note("\(node.name) \(touch.phase) \(Int(touch.location.x)),\(Int(touch.location.y))")
    case .key(let key): node.log?.note("\(node.name) key \(key.key)")
    case .text(let text): node.log?.note("\(node.name) text \(text)")
    case .wheel: node.log?.note("\(node.name) wheel")
    case .composition(let signs): node.log?.note("\(node.name) composition \(signs)")
    case .contextMenu: node.log?.note("\(node.name) contextMenu")
    case .pointerButton(let press): node.log?.note("\(node.name) \(press.button) \(press.isDown ? "down" : "up")")
    case .focus(let on): node.log?.note("\(node.name) focus \(on)")
    }
    return node.handles ? .handled : .ignored
  }
  static func tick(_ node: Node<Patch>, at time: Double) -> Double? {
    node.log?.note("\(node.name) tick")
    return node.name == "repeating" ? 0.5 : nil
  }
}

typealias PatchNode = Node<Patch>

extension Node where Value == Patch {
  convenience init(
    _ name: String = "", _ width: Double = 10, _ height: Double = 10, color: Color = Color(rgb: 0x3366CC), log: Log? = nil
  ) {
    var patch = Patch()
    patch.name = name
    patch.wanted = Size(width, height)
    patch.color = color
    patch.log = log
    self.init(patch)
  }
}

extension Node {
  /// Positions the node absolutely.
  func placed(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Self {
    style.position = .absolute
    style.inset = LayoutEdges(top: .points(y), left: .points(x))
    style.width = .points(width)
    style.height = .points(height)
    return self
  }
}

/// Creates a stage on a manual clock with manual workers.
func manualStage(_ width: Double = 100, _ height: Double = 100, scale: Double = 1, root: AnyNode = BoxNode(), threads: Int = 0) throws
  -> Stage
{
  try Stage(
    size: Size(width, height), scale: scale, root: root, clock: ManualClock(), workers: WorkerPool(threads: threads), background: .white)
}

/// Returns the pixels as bytes.
func bytes(_ buffer: PixelBuffer) -> [UInt8] { buffer.withUnsafeBytes { Array($0) } }

/// Steele, Lea and Flood's SplitMix64: the same numbers on every machine.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension Stage {
  /// Runs all jobs, including jobs submitted by them.
  func drainWorkers() { workers.runAll() }
}
