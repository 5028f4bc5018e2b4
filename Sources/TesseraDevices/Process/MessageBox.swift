internal import CTesseraDevices
public import Tessera

/// Messages that another thread leaves for a stage's loop: several stages of a process have one signal source between them. Used on the loop, its ``sender`` anywhere.
public final class MessageBox: MessageSource {
  /// The part that others may use. Any thread.
  public final class Sender: Sendable {
    fileprivate let file: Int32
    fileprivate let waiting = Locked<[SignalSource.Message]>([])

    fileprivate init(file: Int32) { self.file = file }

    deinit { td_close(file) }

    /// Leaves a message, and wakes the loop.
    public func post(_ message: SignalSource.Message) {
      waiting.withLock { $0.append(message) }
      td_wake(file)
    }
  }

  /// For whoever posts.
  public let sender: Sender
  public var onMessage: ((SignalSource.Message, Stage) -> Void)?

  /// - Throws: ``DeviceError`` where the process has too many files open.
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
