internal import TesseraGeometry
internal import TesseraRender

/// Placeholder bars instead of content.
struct Skeleton: Sendable {
  /// Logical units, in the space of the node's box.
  let bars: [RoundedRect]
  /// Progress of the moving highlight, 0...1.
  let gleam: Double?
}
