internal import TesseraKit
internal import TesseraScene

/// Detects pictures that are empty because a node has no size, usually a list without a height.
enum EmptyPicture {
  /// Returns a warning that names the first such node; nil if the picture is not empty, or all nodes have a size.
  static func warning(_ stage: Stage, _ scene: Scene) -> String? {
    guard isPlain(stage.framebuffer), let (node, place) = firstWithoutSize(stage.root, scene) else { return nil }
    let (width, height) = (node.frame.width, node.frame.height)
    let name = "`\(node.typeName)`" + (node.id.isEmpty ? "" : " `\(node.id)`")
    let missing = width <= 0 && height <= 0 ? "a width and a height" : width <= 0 ? "a width" : "a height"
    let at = place.map { "\(scene.name):\($0.line):\($0.column)" } ?? scene.name
    return
      "\(at): warning: the picture is empty: \(name) is \(shown(width)) x \(shown(height)); give it \(missing), or `flexGrow: 1`, in `style`"
  }

  /// Whether all pixels are the same.
  private static func isPlain(_ frame: PixelBuffer) -> Bool {
    let row = frame.width * (frame.format == .argb8888 ? 4 : 0)
    guard row > 0, frame.height > 0 else { return false }
    return frame.withUnsafeBytes { bytes in
      let first = bytes.loadUnaligned(as: UInt32.self)
      for y in 0..<frame.height {
        for x in stride(from: y * frame.stride, to: y * frame.stride + row, by: 4)
        where bytes.loadUnaligned(fromByteOffset: x, as: UInt32.self) != first { return false }
      }
      return true
    }
  }

  /// Returns the first node in the order of the file that has content but no width or height, with its place in the file. Nodes created
  /// from data may have no place.
  private static func firstWithoutSize(_ root: AnyNode, _ scene: Scene) -> (node: AnyNode, place: SceneNode?)? {
    var stack = [root]
    var found: (node: AnyNode, number: Int)?
    var count = 0
    while let node = stack.popLast() {
      if found == nil, node.frame.width <= 0 || node.frame.height <= 0, isMeantToBeSeen(node) { found = (node, count) }
      count += 1
      stack += node.subnodes.reversed()
    }
    guard let found else { return nil }
    let isLikeTheFile =
      found.number < scene.nodes.count && scene.nodes[found.number].type == found.node.typeName && count == scene.nodes.count
    let named = found.node.id.isEmpty ? nil : scene.nodes.first { $0.id == found.node.id }
    return (found.node, named ?? (isLikeTheFile ? scene.nodes[found.number] : nil))
  }

  /// Whether a node should be visible. Hidden nodes, empty texts, closed dialogs and boxes used as spacers are excluded.
  private static func isMeantToBeSeen(_ node: AnyNode) -> Bool {
    guard !node.isHidden, node.opacity > 0 else { return false }
    switch node.typeName {
    case "box": return !node.subnodes.isEmpty || node.attribute("background") != nil || node.attribute("border") != nil
    case "text", "editable-text": return node.attribute("string")?.text?.isEmpty == false
    // A closed dialog, toast or popover.
    default: return node.attribute("open")?.boolean != false
    }
  }
}
