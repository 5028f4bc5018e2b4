public import TesseraGeometry
public import TesseraRender

extension Stage {
  /// Settles and writes the frame into memory of the caller's: a mapped framebuffer, a buffer to be sent. Loop thread.
  ///
  /// - Parameters:
  ///   - pointer: at least `stride` × `height` bytes.
  ///   - width: pixels of the target, after rotation.
  ///   - height: rows of the target, after rotation.
  ///   - stride: bytes from one row to the next.
  ///   - format: what the memory holds; where depth is lost an ordered dither is applied.
  ///   - rotation: clockwise.
  /// - Throws: `RenderError` where size and stride do not fit the stage.
  public func render(
    into pointer: UnsafeMutableRawPointer, width: Int, height: Int, stride: Int, format: PixelFormat, rotation: Rotation = .none
  ) throws {
    try settle()
    let target = try PixelBuffer(wrapping: pointer, width: width, height: height, stride: stride, format: format)
    try framebuffer.convert(into: target, rotation: rotation)
  }
}

extension AnyNode {
  /// Renders the node and all below it without a screen, on worker threads, and returns the pixels (premultiplied ARGB). As
  /// ``Stage/settle(limit:)`` it waits for nothing that comes from outside.
  ///
  /// The node must be in no stage and in no other node: a picture of part of a screen is ``Stage/framebuffer``'s to give. Any thread.
  /// - Parameters:
  ///   - size: of the picture, logical units.
  ///   - scale: device pixels a logical unit.
  ///   - background: what is under everything.
  ///   - onError: is told of content that could not be drawn; the rest is drawn all the same.
  /// - Throws: `RenderError` for a size out of range, ``StageError`` where the node is in a stage or in another node, which keeps it then, and
  ///   where the nodes never settle.
  public func rendered(
    size: Size, scale: Double = 1, background: Color = .clear, onError: (@Sendable (StageError) -> Void)? = nil
  ) async throws -> PixelBuffer {
    let (isTaken, parent) = lock.withLock { (state.link != nil, above) }
    if isTaken || parent != nil {
      throw StageError(
        activity: .layout, node: typeName,
        reason: "a picture is asked for of a node that is in \(isTaken ? "a stage" : "another node"); take it out first, or make another")
    }
    // The picture is handed over under a lock of ours: the thread sanitizer does not see that a continuation orders memory.
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
