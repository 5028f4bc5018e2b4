public import Tessera
internal import TesseraGeometry
public import TesseraLayout
internal import TesseraRender

/// In scene files the node has `children`, which are placed in its lines at their ids in `spans`.
extension Text: SceneContainerType {
  /// Ids of the inline subnodes: those that the parts of the text refer to.
  public var namedSubnodes: [String] { spans.compactMap { $0.attachment?.node } }

  /// Places the subnodes at the parts of the text that refer to them. Subnodes without such a part, or in truncated text, get an empty
  /// frame.
  public func layout(in context: LayoutContext) -> (any LayoutElement)? {
    let nodes = context.subnodes
    guard !nodes.isEmpty else { return nil }
    let names = nodes.map(\.id)
    let scale = context.environment.scale
    let (text, cache) = (inheriting(context.environment, colors: false), context.storage(of: Text.self))
    return ManualLayout {
      for node in nodes { node }
    } frames: { size in
      text.frames(of: names, in: size, scale: scale, cache)
    }
  }

  /// Returns the frames of the subnodes with these ids in a content box of `size`.
  private func frames(of names: [String], in size: Size, scale: Double, _ cache: TextLayoutCache) -> [Rect] {
    let layout = lines(width: size.width, height: size.height, scale: scale, cache)
    let shift = (shift(of: layout, in: size.height) * scale).rounded() / scale
    var places: [String: Rect] = [:]
    for (range, attachment) in layout.attachments where !attachment.id.isEmpty && places[attachment.id] == nil {
      places[attachment.id] = layout.attachmentRects(in: range, attachment).first?.offset(by: Point(0, shift))
    }
    return names.map { places[$0] ?? Rect(.nan, .nan, 0, 0) }
  }
}
