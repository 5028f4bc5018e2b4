public import TesseraGeometry
public import TesseraRender

extension Stage {
  /// Settles and writes the frame into caller-owned memory, such as a mapped framebuffer or a network buffer. Loop thread.
  ///
  /// - Parameters:
  ///   - pointer: at least `stride` × `height` bytes.
  ///   - width: pixels of the target, after rotation.
  ///   - height: rows of the target, after rotation.
  ///   - stride: bytes from one row to the next.
  ///   - format: pixel format of the memory; ordered dithering is applied if depth is lost.
  ///   - rotation: clockwise.
  /// - Throws: `RenderError` if size and stride do not match the stage.
  public func render(
    into pointer: UnsafeMutableRawPointer, width: Int, height: Int, stride: Int, format: PixelFormat, rotation: Rotation = .none
  ) throws {
    try settle()
    let target = try PixelBuffer(wrapping: pointer, width: width, height: height, stride: stride, format: format)
    try framebuffer.convert(into: target, rotation: rotation)
  }
}

extension AnyNode {
  /// Renders the node and its descendants without a screen, on worker threads, and returns the pixels (premultiplied ARGB). Like
  /// ``Stage/settle(limit:)`` it does not wait for external work.
  ///
  /// The node must not be in a stage or in another node; for a picture of part of a screen use ``Stage/framebuffer``. Any thread.
  /// - Parameters:
  ///   - size: size of the picture, logical units.
  ///   - scale: device pixels in a logical unit.
  ///   - background: color behind the node.
  ///   - onError: handler for content that could not be drawn; the rest is drawn.
  /// - Throws: `RenderError` for a size out of range. ``StageError`` if the node is in a stage or in another node, which then keeps it, or
  ///   if the nodes never settle.
  public func rendered(
    size: Size, scale: Double = 1, background: Color = .clear, onError: (@Sendable (StageError) -> Void)? = nil
  ) async throws -> PixelBuffer {
    let (isTaken, parent) = lock.withLock { (state.link != nil, above) }
    if isTaken || parent != nil {
      throw StageError(
        activity: .layout, node: typeName,
        reason:
          "a node that is in \(isTaken ? "a stage" : "another node") cannot be rendered to a picture; remove it first, or create another")
    }
    // The picture is passed under a lock of this module: the thread sanitizer does not detect that a continuation orders memory.
    let handover = Locked<Result<PixelBuffer, any Error>?>(nil)
    await withCheckedContinuation { continuation in
      WorkerPool.shared.submit(.offline) {
        let result = Result {
          let stage = try Stage(
            size: size, scale: scale, root: self, clock: ManualClock(), workers: WorkerPool(threads: 0), background: background)
          stage.onError = onError
          try stage.settle()
          stage.root = BoxNode()
          return stage.framebuffer
        }
        handover.withLock { $0 = result }
        continuation.resume()
      }
    }
    guard let result = handover.withLock({ $0 }) else { preconditionFailure("the picture is put before the continuation resumes") }
    return try result.get()
  }
}
