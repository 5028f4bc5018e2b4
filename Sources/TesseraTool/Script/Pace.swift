internal import Tessera
internal import TesseraPlayer

/// Real time for scripts with participating programs. Without them, frames follow each other without delay.
struct Pace {
  private let server: DataServer?
  private let interval: Double
  private let clock = RealClock()
  private let start: Double

  init(_ server: DataServer?, framesPerSecond: Double) {
    (self.server, interval) = (server, 1 / framesPerSecond)
    start = clock.now
  }

  /// Waits for a program to send data, for a part of the time before a frame; returns false when the frame is due.
  func waits(for frame: Int) -> Bool {
    guard let server, !Interruption.isRequested else { return false }
    let left = start + Double(frame) * interval - clock.now
    guard left > 0 else { return false }
    _ = server.wait(seconds: min(left, 0.05))
    return true
  }
}
