internal import TesseraGeometry
internal import TesseraRender

/// Placeholder bars instead of content.
struct Skeleton: Sendable {
  /// Logical units, in the space that the node's box is in.
  let bars: [RoundedRect]
  /// How far the gleam has run, 0...1.
  let gleam: Double?
}
