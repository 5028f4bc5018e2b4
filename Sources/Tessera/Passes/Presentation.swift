internal import TesseraGeometry

/// Deviation of a node from its layout: offset with its subtree, other size, opacity, scale. Device pixels.
struct Presentation: Sendable, Equatable {
  /// Offset of the node and its subtree, in the space of the parent's box.
  var x = 0
  var y = 0
  /// Additional width and height of the node's own box; subnodes keep their distance from the box's top left corner.
  var width = 0
  var height = 0
  /// Factor of the opacity.
  var opacity = 1.0
  /// Factor of the size, about the center of the shown box.
  var scale = 1.0

  static let identity = Presentation()

  func box(_ box: PixelRect) -> PixelRect {
    guard width != 0 || height != 0 else { return box }
    return PixelRect(x: box.x, y: box.y, width: max(0, box.width + width), height: max(0, box.height + height))
  }
}

extension Presentation? {
  /// Returns the presentation of a node whose parent scrolls it.
  @inline(__always)
  func scrolled(by scrolls: PresentationTable, above parent: Int) -> Presentation? {
    guard !scrolls.isEmpty, parent >= 0, let scroll = scrolls[parent] else { return self }
    var shown = self ?? .identity
    shown.x += scroll.x
    shown.y += scroll.y
    return shown
  }

  /// Returns the presentation of a node that its parent places.
  @inline(__always)
  func placed(_ i: Int, by placements: PresentationTable) -> Presentation? {
    guard !placements.isEmpty, let placement = placements[i] else { return self }
    var shown = self ?? .identity
    shown.x += placement.x
    shown.y += placement.y
    shown.opacity *= placement.opacity
    shown.scale *= placement.scale
    return shown
  }
}

/// Presentations of a tree by index. Empty, and nearly free, if all nodes are shown as laid out.
struct PresentationTable: Sendable {
  /// Position of the node's record in `records`, -1 for none; empty without records.
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

  /// Sets the presentation of node `i` of a tree of `count` nodes; identity or nil means as laid out. Constant time, except for the first.
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
