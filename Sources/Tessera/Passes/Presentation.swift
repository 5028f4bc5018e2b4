internal import TesseraGeometry

/// How a node is shown otherwise than it was laid out: moved with all below it, of another size, faded, scaled. Device pixels.
struct Presentation: Sendable, Equatable {
  /// How far the node and all below it are moved, in the space of the parent's box.
  var x = 0
  var y = 0
  /// What the node's own box is wider and higher by; what is below keeps its distance from the box's top left corner.
  var width = 0
  var height = 0
  /// Multiplies the opacity.
  var opacity = 1.0
  /// Multiplies the size, about the middle of the box shown.
  var scale = 1.0

  static let identity = Presentation()

  func box(_ box: PixelRect) -> PixelRect {
    guard width != 0 || height != 0 else { return box }
    return PixelRect(x: box.x, y: box.y, width: max(0, box.width + width), height: max(0, box.height + height))
  }
}

extension Presentation? {
  /// The same for a node whose parent scrolls it.
  @inline(__always)
  func scrolled(by scrolls: PresentationTable, above parent: Int) -> Presentation? {
    guard !scrolls.isEmpty, parent >= 0, let scroll = scrolls[parent] else { return self }
    var shown = self ?? .identity
    shown.x += scroll.x
    shown.y += scroll.y
    return shown
  }

  /// The same for a node that its parent places by itself.
  @inline(__always)
  func placed(_ i: Int, by placements: PresentationTable) -> Presentation? {
    guard !placements.isEmpty, let placement = placements[i] else { return self }
    var shown = self ?? .identity
    shown.x += placement.x
    shown.y += placement.y
    shown.opacity *= placement.opacity
    return shown
  }
}

/// The presentations of a tree, by index: empty, and as good as free, where nothing is shown otherwise than it was laid out.
struct PresentationTable: Sendable {
  /// Where in `records` the node's is, -1 for none; empty where there are no records.
  private var slots: [Int32] = []
  private var records: [(index: Int32, value: Presentation)] = []
  /// Whether a node may be shown scaled.
  private(set) var hasScale = false

  var isEmpty: Bool { slots.isEmpty }

  @inline(__always)
  subscript(_ i: Int) -> Presentation? {
    guard !slots.isEmpty else { return nil }
    let slot = Int(slots[i])
    return slot < 0 ? nil : records[slot].value
  }

  /// Sets what node `i` of a tree of `count` nodes is shown as; identity or nil: as it was laid out. Constant time, but for the first.
  mutating func set(_ i: Int, _ value: Presentation?, count: Int) {
    guard let value, value != .identity else { return remove(i) }
    if slots.isEmpty { slots = [Int32](repeating: -1, count: count) }
    if value.scale != 1 { hasScale = true }
    let slot = Int(slots[i])
    if slot >= 0 {
      records[slot].value = value
    } else {
      slots[i] = Int32(records.count)
      records.append((Int32(i), value))
    }
  }

  private mutating func remove(_ i: Int) {
    guard !slots.isEmpty, slots[i] >= 0 else { return }
    let slot = Int(slots[i])
    slots[i] = -1
    let last = records.removeLast()
    if slot < records.count {
      records[slot] = last
      slots[Int(last.index)] = Int32(slot)
    }
    if records.isEmpty { self = PresentationTable() }
  }
}
