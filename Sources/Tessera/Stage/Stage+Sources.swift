internal import CTesseraSystem
public import TesseraGeometry

extension Stage {
  /// Most sources that a stage waits for.
  public static let maximumSources = Int(TS_MAX_FILES) - 3

  /// Has the loop wait for `source` as well, and serve it; held until it is detached. Loop thread, or before the loop runs.
  ///
  /// One that is attached already, and more than ``maximumSources``, are ignored.
  public func attach(_ source: any EventSource) {
    checkLoop()
    if loop.input.attach(source, limit: Self.maximumSources) { inbox.wake() }
  }

  /// Forgets `source`. Loop thread.
  public func detach(_ source: any EventSource) {
    checkLoop()
    loop.input.detach(source)
  }

  /// Paints an area of the framebuffer again with the next frame, and presents it. Loop thread.
  ///
  /// For what is drawn on the way to the display: a cursor that has moved.
  /// - Parameter area: pixels of the framebuffer.
  public func setNeedsRepaint(in area: PixelRect) {
    checkLoop()
    loop.screen.damage(area)
    inbox.wake()
  }

  /// The time of the stage's clock, seconds: what ``EventSource/deadline`` and ``Touch/time`` go by. Any thread.
  public var now: Double { clock.now }

  /// Whether what is damaged can be shown now.
  var displayIsReady: Bool { loop.screen.display?.isReady ?? true }

  /// Serves what is readable or due.
  func serveSources() {
    let sources = loop.input.sources
    guard !sources.isEmpty else { return }
    let now = clock.now
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: sources.count) { files in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: sources.count) { states in
        for (i, source) in sources.enumerated() {
          files.initializeElement(at: i, to: source.descriptor)
          states.initializeElement(at: i, to: UInt8(TS_READABLE))
        }
        let count = ts_wait_any(files.baseAddress, states.baseAddress, Int32(sources.count), 0)
        for (i, source) in sources.enumerated() where count > 0 && states[i] != 0 || source.deadline.map({ $0 <= now + 1e-6 }) ?? false {
          source.serve(self)
        }
      }
    }
  }
}
