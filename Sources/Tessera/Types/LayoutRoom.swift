internal import TesseraGeometry

/// Size of the content box of a node, as its spec reads it during a layout.
///
/// ```swift
/// func layout(in context: LayoutContext) -> (any LayoutElement)? {
///   if context.room.width >= 600 { Row { list; detail } } else { Column { list; detail } }
/// }
/// ```
///
/// The layout evaluates a spec again if its node gets another size than the spec has read, at most four times, before the result is shown. A node
/// whose size depends on its content may have several valid results: give it a size, `flexGrow`, or let its parent stretch it. The height usually
/// depends on the content; read it only if the node's height does not.
public struct LayoutRoom: Sendable {
  let node: AnyNode?
  let rooms: LayoutRooms?

  /// Width inside of padding and border, logical units; 0 in a context without a layout.
  public var width: Double { read(.width).width }

  /// Height inside of padding and border, logical units; 0 in a context without a layout.
  public var height: Double { read(.height).height }

  private func read(_ axes: LayoutRooms.Axes) -> Size {
    guard let node, let rooms else { return .zero }
    return rooms.read(node, of: node.typeName, axes)
  }
}

extension LayoutContext {
  /// Size of the node's content box. A spec that does not read it is not evaluated again for it. Any thread, during `layout(in:)`.
  public var room: LayoutRoom { LayoutRoom(node: node, rooms: rooms) }
}
