internal import CTesseraDevices
public import Tessera

/// Messages from another thread to a stage's loop, for processes with several stages and one signal source. Used on the loop, its
/// ``sender`` anywhere.
public final class MessageBox: MessageSource {
  /// Sending end for other threads. Any thread.
  public final class Sender: Sendable {
    fileprivate let file: Int32
    fileprivate let waiting = Locked<[SignalSource.Message]>([])

    fileprivate init(file: Int32) { self.file = file }

    deinit { td_close(file) }

    /// Posts a message, and wakes the loop.
    public func post(_ message: SignalSource.Message) {
      waiting.withLock { $0.append(message) }
      td_wake(file)
    }
  }

  /// Sending end.
  public let sender: Sender
  public var onMessage: ((SignalSource.Message, Stage) -> Void)?

  /// - Throws: ``DeviceError`` if the process has too many open files.
  public init() throws(DeviceError) {
    let file = td_wake_open()
    guard file >= 0 else { throw .system(action: "wait for", path: "messages", code: -file) }
    sender = Sender(file: file)
  }

  public var descriptor: Int32 { sender.file }
  public var deadline: Double? { nil }

  public func serve(_ stage: Stage) {
    td_wake_take(sender.file)
    let messages = sender.waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for message in messages { onMessage?(message, stage) }
  }
}
