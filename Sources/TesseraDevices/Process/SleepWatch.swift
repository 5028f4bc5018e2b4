internal import CTesseraDevices
public import Tessera

/// Notices that the machine has slept (suspended to memory): what a screen showed may be lost then. Loop thread.
public final class SleepWatch: EventSource {
  /// Shorter than any sleep, longer than what two readings of the clocks differ by; seconds.
  private static let shortest = 0.01

  private let file: Int32
  private let slept: () -> Double
  private var known: Double
  private let onWake: (Stage) -> Void

  /// - Parameter onWake: is told on the loop that the machine is awake again.
  /// - Throws: ``DeviceError`` where the process has too many files open.
  public convenience init(_ onWake: @escaping (Stage) -> Void) throws(DeviceError) {
    let file = td_sleep_open()
    guard file >= 0 else { throw .system(action: "wait for", path: "the end of a sleep", code: -file) }
    self.init(file: file, slept: td_slept, onWake)
  }

  /// `file` becomes readable when the clock jumps, and is closed with this; `slept` says for how many seconds the machine has slept.
  init(file: Int32, slept: @escaping () -> Double, _ onWake: @escaping (Stage) -> Void) {
    (self.file, self.slept, self.onWake) = (file, slept, onWake)
    known = slept()
  }

  deinit { td_close(file) }

  public var descriptor: Int32 { file }
  public var deadline: Double? { nil }

  public func serve(_ stage: Stage) {
    td_sleep_take(file)
    let now = slept()
    // Somebody may have set the clock.
    guard now > known + Self.shortest else { return }
    known = now
    onWake(stage)
  }
}
