internal import Glibc
internal import Tessera
internal import TesseraDevices

/// Player of an additional screen on its own thread. Used by the thread of the first player.
final class Companion {
  /// Data passed to the thread.
  private final class Work {
    let player: Player
    let onEnd: @Sendable (PlayerError?) -> Void
    init(_ player: Player, _ onEnd: @escaping @Sendable (PlayerError?) -> Void) { (self.player, self.onEnd) = (player, onEnd) }

    func run() {
      do throws(PlayerError) {
        try player.run()
        onEnd(nil)
      } catch {
        onEnd(error)
      }
    }
  }

  /// Player; nil after the thread has taken it.
  private var player: Player?
  private let stage: Stage
  private let messages: MessageBox.Sender
  private var thread: pthread_t?

  init(_ player: Player, _ messages: MessageBox.Sender) { (self.player, stage, self.messages) = (player, player.stage, messages) }

  deinit { end() }

  /// Starts playing. `onEnd` is called on the thread at the end.
  func start(onEnd: @escaping @Sendable (PlayerError?) -> Void) {
    guard let player else { return }
    self.player = nil
    let context = Unmanaged.passRetained(Work(player, onEnd)).toOpaque()
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context)
    guard status == 0 else {
      Unmanaged<Work>.fromOpaque(context).release()
      return onEnd(.stage("cannot start a thread for one more screen: \(String(cString: strerror(status)))"))
    }
    self.thread = thread
  }

  /// Forwards a message.
  func post(_ message: SignalSource.Message) { messages.post(message) }

  /// Ends playing after the current frame, and waits for the end.
  func end() {
    stage.stop()
    guard let thread else { return }
    self.thread = nil
    pthread_join(thread, nil)
  }
}
