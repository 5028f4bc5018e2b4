internal import TesseraGeometry
internal import TesseraRender

extension Stage {
  /// Switches the display off (``Display/setPower(_:)``); one that cannot be switched off shows black. Any thread; takes effect with the next frame.
  ///
  /// The stage then paints nothing, and containers keep only visible items ready (``isDisplayAsleep``). Touches, keys and wheels wake the display. Nodes do
  /// not receive the input that wakes it.
  public func sleepDisplay() { requestPower(.sleep) }

  /// Switches the display on. Any thread; takes effect with the next frame.
  public func wakeDisplay() { requestPower(.wake) }

  /// Seconds without input until the display sleeps as by ``sleepDisplay()``, above 0; nil, the default: it never sleeps by itself. Other values are taken
  /// as nil. Any thread.
  ///
  /// Set it to nil while a video plays.
  public var displaySleepDelay: Double? {
    get { shared.withLock { $0.displaySleepDelay } }
    set {
      shared.withLock { $0.displaySleepDelay = newValue.flatMap { $0 > 0 && $0.isFinite ? $0 : nil } }
      inbox.wake()
    }
  }

  /// Whether the display sleeps since ``sleepDisplay()`` or ``displaySleepDelay``. Any thread.
  public var displaySleeps: Bool { shared.withLock { $0.displaySleeps } }

  func requestPower(_ request: DisplayPower.Request) {
    shared.withLock { $0.powerRequest = request }
    inbox.wake()
  }

  /// Applies requests and the idle time, after the events of the frame, and switches the display.
  func adoptDisplayPower() {
    let (delay, request) = shared.withLock { shared in
      defer { shared.powerRequest = nil }
      return (shared.displaySleepDelay, shared.powerRequest)
    }
    loop.surface.power.pass(delay: delay, request: request, at: clock.now)
    let sleeps = loop.surface.power.isAsleep
    if sleeps != shared.withLock({ $0.displaySleeps }) {
      shared.withLock { $0.displaySleeps = sleeps }
      switchDisplay(isOn: !sleeps)
    }
    showBlack()
  }

  private func switchDisplay(isOn: Bool) {
    let isSwitched = loop.surface.display?.setPower(isOn) ?? true
    loop.surface.needsBlack = !isOn && !isSwitched
    // What was on the display may be lost.
    if isOn { loop.surface.damageAll() }
  }

  /// Shows black on a display that cannot be switched off, when it is ready.
  private func showBlack() {
    guard loop.surface.needsBlack, let display = loop.surface.display, display.isReady else { return }
    loop.surface.clear()
    do {
      try display.present(loop.surface.framebuffer, damage: [loop.surface.bounds], at: clock.now)
    } catch {
      report(StageError(activity: .present, node: "", reason: "\(error)"))
    }
  }
}

extension AnyNode {
  /// Switches the display of the node's stage off (``Stage/sleepDisplay()``); does nothing outside of a stage. Any thread.
  public func sleepDisplay() { lock.withLock { state.link }?.request(DisplayPower.Request.sleep) }

  /// Switches the display of the node's stage on; does nothing outside of a stage. Any thread.
  public func wakeDisplay() { lock.withLock { state.link }?.request(DisplayPower.Request.wake) }
}

extension DisplayPower.Request: StageRequest {}
