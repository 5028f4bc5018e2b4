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
  public static let patience = 0.25

  private let port: any ModeSettingPort
  private let depth: Int
  public let rotation: Rotation
  private let dithers: Bool
  private let hotplug: Int32
  private let poll: Int32
  private var output: ModeSettingOutput?
  private var writer: PanelWriter?
  private var pages: [PanelWriter.Page] = []
  private var stale: [StaleAreas] = []
  private var front = 0
  /// The page of the current flip, and its timeout.
  private var flipping: Int?
  private var flipEnds: Double?
  /// Time before which no frame is shown: the next vertical blank by the mode's rate.
  private var earliest = 0.0
  private var hasFlips = true
  private var wantsDirty = true
  private var isSuspended = false
  /// Page refused by the card; retried at `earliest`.
  private var refused: Int?
  /// Time of the next request for the card, which another program held when the terminal became active again.
  private var nextAsk: Double?
  private var saysProblems = true
  private var isClosed = false
  /// Time of the next search for a lost card.
  private var nextLook: Double?
  /// Interval of searches for a lost card, seconds.
  static let lookInterval = 1.0
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

  public var name: String { output.map { "\(port.path) \($0.connector) \($0.mode)" } ?? port.path }
  public var frameSize: (width: Int, height: Int)? { writer?.frameSize }
  public var colorDepth: ColorDepth { ColorDepth(depth == 16 ? .rgb565 : .xrgb8888) }
  public var descriptor: Int32 { poll }

  public var deadline: Double? { (isSuspended ? nil : nextLook) ?? nextAsk ?? flipEnds ?? (isWaiting ? earliest : nil) }
  /// Whether a frame was refused because it was too early: only then is a timer needed.
  private var isWaiting = false

  public var isReady: Bool {
    guard writer != nil, flipping == nil, nextAsk == nil, nextLook == nil, !isSuspended, !isClosed else { return false }
    return !isWaiting
  }

  private func connect() throws(DeviceError) {
    (writer, pages, stale, flipping, flipEnds, refused, front, isWaiting) = (nil, [], [], nil, nil, nil, 0, false)
    saysProblems = true
    // The cause of a missing event (another program on the card, a display disconnected during the flip) may be gone.
    hasFlips = true
    output = try port.find()
    guard let output else { return }
    let memory = try port.show(output)
    // The event of an earlier flip must not end a later one.
    _ = port.takeEvents()
    let pixels = PanelPixels.format(depth == 16 ? .rgb565 : .xrgb8888)
    let writer = PanelWriter(width: output.width, height: output.height, pixels: pixels, rotation: rotation, dithers: dithers)
    pages = memory.map {
      PanelWriter.Page(base: $0.memory, width: output.width, height: output.height, stride: $0.stride, pixels: pixels)
    }
    self.writer = writer
    stale = pages.map { _ in StaleAreas() }
    makeAllStale()
  }

  private func makeAllStale() {
    guard let size = writer?.frameSize else { return }
    for i in stale.indices { stale[i].add(all: PixelRect(x: 0, y: 0, width: size.width, height: size.height)) }
  }

  /// Writes the areas that changed since the page was last visible, and flips to it.
  ///
  /// - Throws: ``DeviceError`` if the rotated frame and the panel differ in size.
  public func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) throws {
    for i in stale.indices { stale[i].add(damage) }
    guard isReady, let writer else { return }
    let back = pages.count > 1 ? 1 - front : 0
    let areas = stale[back].take()
    do {
      for area in areas { try writer.write(frame, area: area, to: pages[back]) }
    } catch {
      stale[back].add(areas)
      throw error
    }
    show(back, areas, writer, at: time)
  }

  private func show(_ back: Int, _ areas: [PixelRect], _ writer: PanelWriter, at time: Double) {
    if wantsDirty, back == front || !hasFlips {
      let clips = areas.map { writer.turned($0) }.map { (x1: $0.x, y1: $0.y, x2: $0.maxX, y2: $0.maxY) }
      if port.dirty(back, clips) == ENOSYS { wantsDirty = false }
    }
    let period = output?.period ?? 0
    earliest = time + max(0.001, period - 0.002)
    isWaiting = true
    if back != front { turn(to: back, at: time) }
  }

  /// Shows the back page.
  private func turn(to back: Int, at time: Double) {
    if hasFlips {
      let code = port.flip(back)
      if code == 0 {
        flipping = back
        flipEnds = time + Self.patience
        return
      }
      // Another flip is pending, or another program is active.
      if code == EBUSY || code == EACCES { return wait(with: back, at: time) }
      hasFlips = false
    }
    set(back, at: time)
  }

  /// Shows a page immediately, without an event.
  private func set(_ page: Int, at time: Double) {
    let code = port.set(page)
    if code == 0 {
      front = page
      return
    }
    if code != EBUSY, code != EACCES {
      report(.unusable(device: name, reason: "it shows no page: \(String(cString: strerror(code)))", advice: nil))
    }
    wait(with: page, at: time)
  }

  /// Keeps the page and shows it when the card accepts it, even without another frame.
  private func wait(with page: Int, at time: Double) {
    refused = page
    earliest = time + Self.patience
    isWaiting = true
  }

  /// Reports a problem that may occur on every frame only once.
  private func report(_ problem: DeviceError) {
    if saysProblems { onProblem?(problem) }
    saysProblems = false
  }

  public func serve(_ stage: Stage) {
    let now = stage.now + 1e-6
    if let look = nextLook {
      let isTold = hotplug >= 0 && td_hotplug_take(hotplug) == 1
      if !isSuspended, !isClosed, isTold || look <= now { searchForCard(stage, at: now) }
      return
    }
    let events = port.takeEvents()
    if events.flipped, let page = flipping {
      front = page
      (flipping, flipEnds) = (nil, nil)
    }
    if let ends = flipEnds, ends <= now, let page = flipping {
      // The event is missing: from now on pages are set without waiting.
      (flipping, flipEnds) = (nil, nil)
      hasFlips = false
      set(page, at: now)
    }
    if isWaiting, earliest <= now {
      isWaiting = false
      if let page = refused {
        refused = nil
        turn(to: page, at: now)
      }
    }
    if let ask = nextAsk, ask <= now { takeBack(at: now, stage) }
    if hotplug >= 0, td_hotplug_take(hotplug) == 1 { checkOutputs(stage) }
    if events.isGone, !isClosed {
      onProblem?(.unusable(device: port.path, reason: "the card was removed", advice: "the picture returns with it"))
      leaveCard()
      nextLook = now + Self.lookInterval
    }
  }

  private func leaveCard() {
    td_poll_remove(poll, port.file)
    (writer, pages, stale, flipping, flipEnds, refused, nextAsk, isWaiting) = (nil, [], [], nil, nil, nil, nil, false)
    output = nil
    port.close()
  }

  /// Reopens the card if it is back.
  private func searchForCard(_ stage: Stage, at now: Double) {
    guard port.reopen() == 0 else {
      // Its file may appear a moment after the kernel's event.
      nextLook = now + Self.lookInterval
      return
    }
    nextLook = nil
    _ = td_poll_add(poll, port.file)
    reconnect()
    stage.setNeedsRepaint()
  }

  /// Reconnects if another output is connected now.
  func checkOutputs(_ stage: Stage) {
    guard !isSuspended, nextAsk == nil, nextLook == nil, !isClosed else { return }
    do throws(DeviceError) {
      guard try port.find() != output else { return }
      try connect()
    } catch {
      (writer, output) = (nil, nil)
      onProblem?(error)
    }
    onResize?()
    stage.setNeedsRepaint()
  }

  public func suspend() {
    guard !isSuspended else { return }
    isSuspended = true
    (flipping, flipEnds, refused, nextAsk, isWaiting) = (nil, nil, nil, nil, false)
    port.dropMaster()
  }

  public func resume() {
    guard isSuspended else { return }
    isSuspended = false
    saysProblems = true
    if nextLook != nil {
      // The card is gone: search for it.
      nextLook = 0
      return
    }
    if port.setMaster() == 0 { reconnect() } else { nextAsk = 0 }
  }

  public func restore() {
    guard !isSuspended, nextAsk == nil, nextLook == nil, !isClosed else { return }
    reconnect()
  }

  /// Requests the card again that another program held when the terminal became active.
  private func takeBack(at now: Double, _ stage: Stage) {
    guard port.setMaster() == 0 else {
      nextAsk = now + Self.patience
      return report(
        .unusable(
          device: port.path, reason: "another program draws on it without releasing it to this terminal",
          advice: "end it; then the picture returns"))
    }
    nextAsk = nil
    reconnect()
    stage.setNeedsRepaint()
  }

  /// Reconnects: another program may have set another mode, and displays may have been connected or disconnected.
  private func reconnect() {
    do throws(DeviceError) {
      try connect()
    } catch {
      // The next check tries again.
      (writer, output) = (nil, nil)
      onProblem?(error)
    }
    onResize?()
  }

  public func close() {
    guard !isClosed else { return }
    isClosed = true
    nextLook = nil
    leaveCard()
  }
}
