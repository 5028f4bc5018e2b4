internal import Tessera

/// Progress display of long operations on a terminal; silent if standard error is a file or a pipe.
struct Progress {
  private var total: Int
  let label: String
  private let clock = RealClock()
  private let isOn = StandardError.isTerminal
  private let start: Double
  private var last: Double
  private var isShown = false

  init(total: Int, label: String) {
    (self.total, self.label) = (total, label)
    start = clock.now
    last = start
  }

  /// Updates at most ten times a second, and only after the first half second.
  mutating func show(_ done: Int) {
    guard isOn else { return }
    // A script that waits for rest has more frames than its lines give.
    total = max(total, done)
    let now = clock.now
    guard now - start > 0.5, now - last > 0.1 else { return }
    last = now
    isShown = true
    StandardError.write("\r\(label) \(done) of \(total) (\(done * 100 / max(1, total)) %)\u{1B}[K")
  }

  /// Clears the line.
  mutating func clear() {
    if isShown { StandardError.write("\r\u{1B}[K") }
    isShown = false
  }
}
