internal import TesseraGeometry

// Specs that read the sizes of their nodes.
extension RetainedNodes {
  /// Maximum number of layouts from scratch until the sizes that specs read are those of their nodes.
  private static let roomPasses = 4

  /// Discards everything and lays out all of `ground`, until specs have read the sizes of their nodes.
  func rebuild(_ ground: Ground) {
    rooms.setSpace(ground.space.size)
    collect(ground)
    guard !rooms.isEmpty else { return }
    for pass in 1... {
      guard !record.flag.isCancelled, let node = settleRooms() else { return }
      if pass == Self.roomPasses {
        return Complaints.report(
          "\(node.description): the spec reads `room`, and the size of the node depends on the result; the last of \(pass) layouts is used")
      }
      let before = counts
      collect(ground)
      add(before)
    }
  }

  /// Compares the sizes of nodes that the layout may have moved with those that their specs read. Returns a node with another size; nil if there
  /// is none.
  func settleRooms() -> AnyNode? {
    guard !rooms.isEmpty, let layout else { return nil }
    var first: AnyNode?
    for i in moved {
      let entry = entries[Int(i)]
      if rooms.settle(entry.node, of: entry.node.typeName, layout.contentSize(at: Int(entry.box))), first == nil { first = entry.node }
    }
    return first
  }
}
