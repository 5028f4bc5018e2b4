/// Counts since the stage was made, and what it holds now.
public struct FrameStatistics: Sendable, Hashable {
  /// Turns of the loop.
  public var frames = 0
  /// Turns that changed pixels.
  public var paintedFrames = 0
  /// Layouts adopted.
  public var layouts = 0
  /// Questions to leaves in those layouts that were passed on by the engine.
  public var measures = 0
  /// Nodes that those layouts read: all of them at first, then those that changed.
  public var collectedNodes = 0
  /// Boxes that those layouts looked into, boxes of specs included.
  public var visitedBoxes = 0
  /// Draw jobs finished and adopted.
  public var draws = 0
  /// Draw jobs finished too late to be wanted.
  public var droppedDraws = 0
  /// Draw jobs that failed.
  public var failedDraws = 0
  /// Rectangles of damage repainted.
  public var damageRects = 0
  /// Pixels of damage repainted.
  public var damagedPixels = 0
  /// Nodes painted in all damage rectangles and bands, groups counted once.
  public var paintedNodes = 0
  /// Nodes looked at to paint them: once for all damage, then those that may be seen, for each rectangle or band.
  public var visitedNodes = 0
  /// Workers asked to help with painting.
  public var paintJobs = 0
  /// Times that the sleeping loop was woken.
  public var wakeups = 0
  /// Nodes in the tree.
  public var nodes = 0
  /// Bytes of content buffers.
  public var contentsBytes = 0
  /// Bytes of buffers kept for reuse.
  public var pooledBytes = 0

  /// Makes counts of nothing.
  public init() {}
}
