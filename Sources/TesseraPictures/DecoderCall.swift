/// Helpers for calls of C decoders: a buffer for the error message, and a callback that polls for cancellation.
///
/// Any thread; both functions return after the call has returned.
public enum DecoderCall {
  /// Runs a call with a message buffer; throws the error that it reports.
  ///
  /// - Parameters:
  ///   - messageSize: size of the buffer in bytes, 1 or more. It is zeroed before the call.
  ///   - call: writes at most `messageSize` bytes, the last of them 0, and returns its status.
  ///   - error: converts status and message to an error; nil if the call succeeded.
  public static func check<Status>(
    messageSize: Int, _ call: (UnsafeMutablePointer<CChar>) -> Status, error: (Status, _ reason: String) -> PictureError?
  ) throws(PictureError) {
    let failure = withUnsafeTemporaryAllocation(of: CChar.self, capacity: max(1, messageSize)) { room in
      room.initialize(repeating: 0)
      // The capacity is not zero, so there is a base address.
      let message = room.baseAddress!
      let status = call(message)
      return error(status, String(cString: message))
    }
    if let failure { throw failure }
  }

  /// C callback that polls for cancellation; nonzero means cancelled.
  public typealias Question = @convention(c) (_ context: UnsafeMutableRawPointer?) -> Int32

  /// Calls `body` with the callback and its context, which are valid until it returns.
  public static func withQuestion<Result>(
    _ isCancelled: () -> Bool, _ body: (Question, _ context: UnsafeMutableRawPointer) throws(PictureError) -> Result
  ) throws(PictureError) -> Result {
    try withoutActuallyEscaping(isCancelled) { isCancelled throws(PictureError) in
      var isCancelled = isCancelled
      return try withUnsafeMutablePointer(to: &isCancelled) { context throws(PictureError) in
        // Only `body` calls `Question`, so the pointer is that of the closure above.
        try body({ context in context!.assumingMemoryBound(to: (() -> Bool).self).pointee() ? 1 : 0 }, context)
      }
    }
  }
}
