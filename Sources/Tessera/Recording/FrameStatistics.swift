/// Counters since the creation of the stage, and current sizes.
public struct FrameStatistics: Sendable, Hashable {
  /// Iterations of the loop.
  public var frames = 0
  /// Iterations that changed pixels.
  public var paintedFrames = 0
  /// Layouts committed.
  public var layouts = 0
  /// Leaf measurements in those layouts that were not served from the cache.
  public var measures = 0
  /// Nodes read by those layouts: all nodes first, then only changed ones.
  public var collectedNodes = 0
  /// Boxes visited by those layouts, including boxes of specs.
  public var visitedBoxes = 0
  /// Draws committed.
  public var draws = 0
  /// Draws discarded as stale.
  public var droppedDraws = 0
  /// Draw jobs that failed.
  public var failedDraws = 0
  /// Rectangles of damage repainted.
  public var damageRects = 0
  /// Pixels of damage repainted.
  public var damagedPixels = 0
  /// Nodes painted in all damage rectangles and bands, groups counted once.
  public var paintedNodes = 0
  /// Nodes visited by painting: once for all damage, then possibly visible ones for each rectangle or band.
  public var visitedNodes = 0
  /// Jobs that help with painting.
  public var paintJobs = 0
  /// Wakeups of the sleeping loop.
  public var wakeups = 0
  /// Nodes in the tree.
  public var nodes = 0
  /// Bytes of content buffers.
  public var contentsBytes = 0
  /// Bytes of buffers kept for reuse.
  public var pooledBytes = 0

  /// Creates counters of 0.
  public init() {}
}
