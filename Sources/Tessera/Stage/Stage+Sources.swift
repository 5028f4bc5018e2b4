internal import CTesseraSystem
public import TesseraGeometry

extension Stage {
  /// Maximum number of sources.
  public static let maximumSources = Int(TS_MAX_FILES) - 3

  /// Attaches a source that the loop waits for and serves; retained until it is detached. Loop thread, or before the loop runs.
  ///
  /// A source that is attached already, and sources beyond ``maximumSources``, are ignored.
  public func attach(_ source: any EventSource) {
    checkLoop()
    if loop.input.attach(source, limit: Self.maximumSources) { inbox.wake() }
  }

  /// Detaches `source`. Loop thread.
  public func detach(_ source: any EventSource) {
    checkLoop()
    loop.input.detach(source)
  }

  /// Repaints an area of the framebuffer in the next frame, and presents it. Loop thread.
  ///
  /// For content that is drawn on the way to the display, such as a cursor that has moved.
  /// - Parameter area: pixels of the framebuffer.
  public func setNeedsRepaint(in area: PixelRect) {
    checkLoop()
    loop.surface.damage(area)
    inbox.wake()
  }

  /// Time of the stage's clock, seconds, used by ``EventSource/deadline`` and ``Touch/time``. Any thread.
  public var now: Double { clock.now }

  /// Whether damage can be shown now.
  var displayIsReady: Bool { !loop.surface.power.isAsleep && loop.surface.display?.isReady ?? true }

  /// Serves sources that are readable or due.
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
