/// Calls of decoders written in C: room for the reason that they give, and the question whether the picture is still wanted.
///
/// Any thread; both functions return after the call has.
public enum DecoderCall {
  /// Runs a call with room for its message; throws what it reports.
  ///
  /// - Parameters:
  ///   - messageSize: bytes of the room, 1 or more. It is filled with zeros before.
  ///   - call: writes at most `messageSize` bytes, the last of them 0, and returns its status.
  ///   - error: what the status and the message mean; nil where all went well.
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

  /// The question whether the picture is still wanted, as C asks it: not 0 for no.
  public typealias Question = @convention(c) (_ context: UnsafeMutableRawPointer?) -> Int32

  /// Calls `body` with the question and its context, which hold until it returns.
  public static func withQuestion<Result>(
    _ isCancelled: () -> Bool, _ body: (Question, _ context: UnsafeMutableRawPointer) throws(PictureError) -> Result
  ) throws(PictureError) -> Result {
    try withoutActuallyEscaping(isCancelled) { isCancelled throws(PictureError) in
      var isCancelled = isCancelled
      return try withUnsafeMutablePointer(to: &isCancelled) { context throws(PictureError) in
        // `Question` is called by `body` alone, so the pointer is that of the closure above.
        try body({ context in context!.assumingMemoryBound(to: (() -> Bool).self).pointee() ? 1 : 0 }, context)
      }
    }
  }
}
