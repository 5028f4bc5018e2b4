internal import CTesseraSystem
public import TesseraGeometry

extension Stage {
  /// Most sources that a stage waits for.
  public static let maximumSources = Int(TS_MAX_FILES) - 3

  /// Has the loop wait for `source` as well, and serve it; held until it is detached. Loop thread, or before the loop runs.
  ///
  /// One that is attached already, and more than ``maximumSources``, are ignored.
  public func attach(_ source: any EventSource) {
    guard loop.sources.count < Self.maximumSources, !loop.sources.contains(where: { $0 === source }) else { return }
    loop.sources.append(source)
    inbox.wake()
  }

  /// Forgets `source`. Loop thread.
  public func detach(_ source: any EventSource) { loop.sources.removeAll { $0 === source } }

  /// Paints an area of the framebuffer again with the next frame, and presents it. Loop thread.
  ///
  /// For what is drawn on the way to the display: a cursor that has moved.
  /// - Parameter area: pixels of the framebuffer.
  public func setNeedsRepaint(in area: PixelRect) {
    loop.damage.add(area.intersection(framebufferBounds))
    inbox.wake()
  }

  /// The time of the stage's clock, seconds: what ``EventSource/deadline`` and ``Touch/time`` go by. Any thread.
  public var now: Double { clock.now }

  /// Serves what is readable or due.
  func serveSources() {
    guard !loop.sources.isEmpty else { return }
    let sources = loop.sources
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

  /// Whether what is damaged can be shown now.
  var displayIsReady: Bool { loop.display?.isReady ?? true }
}
