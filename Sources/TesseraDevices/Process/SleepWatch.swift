internal import CTesseraDevices
public import Tessera

/// Detects that the machine has resumed from sleep (suspend to memory), after which screen contents may be lost. Loop thread.
public final class SleepWatch: EventSource {
  /// Minimum sleep: shorter than any sleep, longer than differences between two clock readings; seconds.
  private static let shortest = 0.01

  private let file: Int32
  private let slept: () -> Double
  private var known: Double
  private let onWake: (Stage) -> Void

  /// - Parameter onWake: called on the loop after the machine resumed.
  /// - Throws: ``DeviceError`` if the process has too many open files.
  public convenience init(_ onWake: @escaping (Stage) -> Void) throws(DeviceError) {
    let file = td_sleep_open()
    guard file >= 0 else { throw .system(action: "wait for", path: "the end of a sleep", code: -file) }
    self.init(file: file, slept: td_slept, onWake)
  }

  /// Creates a watch. `file` becomes readable when the clock jumps, and is closed with this object; `slept` returns the total seconds of
  /// sleep.
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
    // The clock may have been set.
    guard now > known + Self.shortest else { return }
    known = now
    onWake(stage)
  }
}
