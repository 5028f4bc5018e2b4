internal import CTesseraDevices
internal import Glibc
public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Display through kernel mode setting (`/dev/dri/card0`): a connected output, two pages in the card's memory, page flips at the vertical
/// blank. Loop thread.
///
/// Pages are write-only, and written only where frames differ; the stage composites in its own framebuffer. Flip events are awaited in the
/// loop's single wait. Drivers without paced flips (virtual cards) are paced by the mode's rate. If a flip event does not arrive within a
/// quarter of a second, pages are shown without events from then on. Connecting and disconnecting displays is detected; without
/// a display, the stage continues and nothing is shown. The same applies while the card itself is gone (USB, a reloaded driver); once it is
/// back, it is reopened and shows the stage's content.
///
/// Several displays, each with its stage and thread, can use several outputs of a card: the first opens it, and the others
/// get leases (Linux 4.15 or later).
public final class ModeSettingDisplay: ScreenDisplay {
  /// Page-flip timeout, seconds.
  public static let patience = ModeSettingState.patience

  private let port: any ModeSettingPort
  private let depth: Int
  public let rotation: Rotation
  private let dithers: Bool
  private let hotplug: Int32
  private let poll: Int32
  private var state = ModeSettingState()
  /// The connected output; nil without one.
  private var panel: ModeSettingPanel?
  private var wantsDirty = true
  /// Whether the stage switched the output off.
  private var isOff = false
  private var saysProblems = true
  public var onResize: (() -> Void)?
  /// Handler for errors of newly connected displays.
  public var onProblem: ((DeviceError) -> Void)?

  /// Opens a card and shows black on its output, if one is connected.
  ///
  /// - Parameters:
  ///   - path: the card; empty: the first with connectors.
  ///   - connector: such as `HDMI-A-1`; empty: the first connected one that this program does not use yet.
  ///   - mode: such as `800x480` or `800x480@60`; empty: that of the kernel argument `video=`, else the monitor's preferred mode.
  ///   - depth: bits per pixel, 32 or 16.
  ///   - rotation: clockwise rotation from the frame to the panel.
  ///   - dithers: whether ordered dither is used at 16 bits.
  /// - Throws: ``DeviceError`` with a remedy: no card, no permission, card in use by another program, no such mode.
  public convenience init(
    path: String = "", connector: String = "", mode: String = "", depth: Int = 32, rotation: Rotation = .none, dithers: Bool = true
  ) throws(DeviceError) {
    let port = try KernelCard(path: path, connector: connector, mode: mode, depth: depth)
    try self.init(port, depth: depth, rotation: rotation, dithers: dithers, hotplug: td_hotplug_open())
  }

  /// Creates a display. `hotplug` is a file that becomes readable on hotplug events, closed with the display; negative: none.
  init(_ port: any ModeSettingPort, depth: Int = 32, rotation: Rotation, dithers: Bool = true, hotplug: Int32) throws(DeviceError) {
    (self.port, self.depth, self.rotation, self.dithers, self.hotplug) = (port, depth, rotation, dithers, hotplug)
    poll = td_poll_create()
    guard poll >= 0 else { throw .system(action: "wait for", path: port.path, code: -poll) }
    _ = td_poll_add(poll, port.file)
    if hotplug >= 0 { _ = td_poll_add(poll, hotplug) }
    try connect()
  }

  deinit {
    close()
    td_close(poll)
    if hotplug >= 0 { td_close(hotplug) }
  }

  public var name: String { panel.map { "\(port.path) \($0.output.connector) \($0.output.mode)" } ?? port.path }
  public var frameSize: (width: Int, height: Int)? { panel?.writer.frameSize }
  public var colorDepth: ColorDepth { ColorDepth(depth == 16 ? .rgb565 : .xrgb8888) }
  public var descriptor: Int32 { poll }
  public var deadline: Double? { state.deadline }
  public var isReady: Bool { panel != nil && state.isReady }
  public var isAsleep: Bool { panel == nil || state.access != .active }

  public var refresh: DisplayRefresh { DisplayRefresh(time: state.lastBlank, interval: panel?.output.period ?? 0) }

  public func setPower(_ isOn: Bool) -> Bool {
    isOff = !isOn
    // Nothing is connected, or another program has the card; the setting applies when an output is shown again.
    guard state.access == .active, panel != nil else { return true }
    if isOn {
      reconnect()
      return true
    }
    guard port.switchOff() == 0 else {
      isOff = false
      return false
    }
    // Pending flips end with the output.
    state.connected()
    return true
  }

  private func connect() throws(DeviceError) {
    panel = nil
    state.connected()
    saysProblems = true
    guard let output = try port.find() else { return }
    let memory = try port.show(output)
    // The event of an earlier flip must not end a later one.
    _ = port.dequeueEvents()
    panel = ModeSettingPanel(output, memory: memory, depth: depth, rotation: rotation, dithers: dithers)
    if isOff { _ = port.switchOff() }
  }

  /// Writes the areas that changed since the page was last visible, and flips to it.
  ///
  /// - Throws: ``DeviceError`` if the rotated frame and the panel differ in size.
  public func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) throws {
    panel?.add(damage: damage)
    guard isReady, let page = panel?.back, let areas = try panel?.write(frame), let panel else { return }
    let isFront = page == panel.front
    if wantsDirty, isFront || !state.hasFlips {
      let clips = areas.map { (x1: $0.x, y1: $0.y, x2: $0.maxX, y2: $0.maxY) }
      if port.dirty(page, clips) == ENOSYS { wantsDirty = false }
    }
    perform(state.frameWritten(to: page, isFront: isFront, period: panel.output.period, at: time), at: time)
  }

  /// Performs an action, and those that follow from the card's answers.
  private func perform(_ first: ModeSettingState.Action?, at time: Double) {
    var action = first
    while let next = action {
      action = nil
      switch next {
      case .flip(let page): action = state.flipAnswered(page, port.flip(page), at: time)
      case .set(let page): action = state.setAnswered(page, port.set(page), at: time)
      case .becameFront(let page): panel?.front = page
      case .report(let code):
        report(.unusable(device: name, reason: "it shows no page: \(String(cString: strerror(code)))", advice: nil))
      }
    }
  }

  /// Reports a problem that may occur on every frame only once.
  private func report(_ problem: DeviceError) {
    if saysProblems { onProblem?(problem) }
    saysProblems = false
  }

  public func serve(_ stage: Stage) {
    let now = stage.now + 1e-6
    switch state.access {
    case .suspended(isCardGone: true): return
    case .searching(let next):
      if wasPlugged() || next <= now { searchForCard(stage, at: now) }
      return
    default: break
    }
    let events = port.dequeueEvents()
    if events.flipped { perform(state.flipEnded(blank: events.age > 0 ? stage.now - events.age : nil), at: now) }
    perform(state.endLateFlip(at: now), at: now)
    perform(state.endPause(at: now), at: now)
    if case .asking(let next) = state.access, next <= now { reacquire(at: now, stage) }
    if wasPlugged() { checkOutputs(stage) }
    if events.isGone, state.access != .closed {
      onProblem?(.unusable(device: port.path, reason: "the card was removed", advice: "the picture returns with it"))
      leaveCard()
      state.cardLost(at: now)
    }
  }

  /// Takes the events of the hot-plug file. Returns whether there were some.
  private func wasPlugged() -> Bool { hotplug >= 0 && td_hotplug_take(hotplug) == 1 }

  private func leaveCard() {
    td_poll_remove(poll, port.file)
    panel = nil
    port.close()
  }

  /// Reopens the card if it is back.
  private func searchForCard(_ stage: Stage, at now: Double) {
    state.searched(found: port.reopen() == 0, at: now)
    guard state.access == .active else { return }
    _ = td_poll_add(poll, port.file)
    reconnect()
    stage.setNeedsRepaint()
  }

  /// Reconnects if another output is connected now.
  func checkOutputs(_ stage: Stage) {
    guard state.access == .active else { return }
    // `setPower(true)` searches for outputs again.
    guard !isOff || panel == nil else { return }
    do throws(DeviceError) {
      guard try port.find() != panel?.output else { return }
      try connect()
    } catch {
      panel = nil
      onProblem?(error)
    }
    onResize?()
    stage.setNeedsRepaint()
  }

  public func suspend() {
    if state.suspend() { port.dropMaster() }
  }

  public func resume() {
    guard case .suspended = state.access else { return }
    saysProblems = true
    guard state.resume(), port.setMaster() == 0 else { return }
    state.asked(granted: true, at: 0)
    reconnect()
  }

  public func restore() {
    if state.access == .active { reconnect() }
  }

  /// Requests the card again that another program held when the terminal became active.
  private func reacquire(at now: Double, _ stage: Stage) {
    state.asked(granted: port.setMaster() == 0, at: now)
    guard state.access == .active else {
      return report(
        .unusable(
          device: port.path, reason: "another program draws on it without releasing it to this terminal",
          advice: "end it; then the picture returns"))
    }
    reconnect()
    stage.setNeedsRepaint()
  }

  /// Reconnects: another program may have set another mode, and displays may have been connected or disconnected.
  private func reconnect() {
    do throws(DeviceError) {
      try connect()
    } catch {
      // The next check tries again.
      panel = nil
      onProblem?(error)
    }
    onResize?()
  }

  public func close() {
    if state.close() { leaveCard() }
  }
}
