import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraRender

/// What nodes of a test were told, in order. Any thread.
final class Log: @unchecked Sendable, Equatable {
  // @unchecked: `entries` is only touched with `lock` held.
  private let lock = Lock()
  private var entries: [String] = []
  static func == (a: Log, b: Log) -> Bool { a === b }
  func note(_ what: String) { lock.withLock { entries.append(what) } }
  var all: [String] { lock.withLock { entries } }
  func clear() { lock.withLock { entries = [] } }
}

/// A row of a list: a colour, and a mark whose place tells rows apart. Writes down its interface states.
struct Row: LifecycleType {
  static let typeName = "test-row"
  var name = ""
  var number = 0
  var log: Log?
  var handles = false

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let hue = Float(number % 7) / 7
    canvas.fill(Rect(size: context.size), .color(Color(red: hue, green: 1 - hue, blue: Float(number % 3) / 3)))
    canvas.fill(Rect(Double(number * 13 % 60), 2, 8, max(0, context.size.height - 4)), .color(.black))
    log?.note("\(name) drawn")
  }

  static func interfaceStateDidChange(_ node: Node<Row>, from old: InterfaceState, to new: InterfaceState) {
    node.log?.note("\(node.name) \(old)>\(new)")
  }

  static func handle(_ event: Event, node: Node<Row>) -> EventResponse {
    guard case .touch(let touch) = event, node.handles else { return .ignored }
    node.log?.note("\(node.name) \(touch.phase)")
    return .handled
  }
}

func row(_ number: Int, _ log: Log? = nil, width: Double? = nil, height: Double = 50, handles: Bool = false) -> Node<Row> {
  var value = Row()
  value.name = "r\(number)"
  value.number = number
  value.log = log
  value.handles = handles
  let node = Node(value)
  node.id = value.name
  node.style.height = .points(height)
  if let width { node.style.width = .points(width) }
  return node
}
