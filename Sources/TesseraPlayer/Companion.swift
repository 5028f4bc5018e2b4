internal import Glibc
internal import Tessera
internal import TesseraDevices

/// A player of one more screen, on a thread of its own. Used by the thread of the first.
final class Companion {
  /// What the thread is given.
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

  /// Until the thread has it.
  private var player: Player?
  private let stage: Stage
  private let messages: MessageBox.Sender
  private var thread: pthread_t?

  init(_ player: Player, _ messages: MessageBox.Sender) { (self.player, stage, self.messages) = (player, player.stage, messages) }

  deinit { end() }

  /// Plays. `onEnd` is called on the thread when it is over.
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

  /// Hands a message on.
  func post(_ message: SignalSource.Message) { messages.post(message) }

  /// Ends it after the frame under way, and waits for that.
  func end() {
    stage.stop()
    guard let thread else { return }
    self.thread = nil
    pthread_join(thread, nil)
  }
}
