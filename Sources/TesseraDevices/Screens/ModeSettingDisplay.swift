internal import CTesseraDevices
internal import Glibc
public import Tessera
public import TesseraGeometry
public import TesseraRender

/// A display through the kernel's mode setting (`/dev/dri/card0`): a connected output, two pages in the card's memory, page flips with the vertical
/// blank. Loop thread.
///
/// The pages are only written, and only where frames differ; what is composited lies in the stage's own framebuffer. A flip is asked for and
/// its event awaited in the loop's one wait. A driver whose flips are not paced (virtual cards) is paced by the mode's own rate; one whose event does not
/// come within a quarter of a second is shown pages without events from then on. Displays that are plugged in and out are noticed; without
/// one the stage goes on and nothing is shown. So it does while the card itself is gone (USB, a driver that was loaded anew); when it is back, it is opened
/// again and shows what the stage has.
///
/// Several displays, each on its stage and its thread, may show pictures on several outputs of a card: the first opens it, and those after it
/// get leases (Linux 4.15 or later).
public final class ModeSettingDisplay: ScreenDisplay {
  /// Longest time that a flip may take, seconds.
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
  /// The page that the flip under way shows, and when it counts as lost.
  private var flipping: Int?
  private var flipEnds: Double?
  /// Before this time no frame is shown: the next vertical blank by the mode's rate.
  private var earliest = 0.0
  private var hasFlips = true
  private var wantsDirty = true
  private var isSuspended = false
  /// The page that the card would not show: it is asked to again, at `earliest`.
  private var refused: Int?
  /// When the card is asked for again that another program held as the terminal came back.
  private var nextAsk: Double?
  private var saysProblems = true
  private var isClosed = false
  /// While the card is gone: when it is looked for again.
  private var nextLook: Double?
  /// Seconds from one look for a card that is gone to the next.
  static let lookInterval = 1.0
  public var onResize: (() -> Void)?
  /// Is told what goes wrong when a display is plugged in.
  public var onProblem: ((DeviceError) -> Void)?

  /// Opens a card and shows black on its output, where one is connected.
  ///
  /// - Parameters:
  ///   - path: the card; empty: the first that has connectors.
  ///   - connector: such as `HDMI-A-1`; empty: the first that is connected and shows no pictures of this program yet.
  ///   - mode: such as `800x480` or `800x480@60`; empty: that of the kernel's argument `video=`, else the one that the monitor prefers.
  ///   - depth: bits a pixel, 32 or 16.
  ///   - rotation: clockwise turn from the frame to the panel.
  ///   - dithers: whether ordered dither is used at 16 bits.
  /// - Throws: ``DeviceError`` with what to do: no card, permission, another program on it, no such mode.
  public convenience init(
    path: String = "", connector: String = "", mode: String = "", depth: Int = 32, rotation: Rotation = .none, dithers: Bool = true
  ) throws(DeviceError) {
    let port = try KernelCard(path: path, connector: connector, mode: mode, depth: depth)
    try self.init(port, depth: depth, rotation: rotation, dithers: dithers, hotplug: td_hotplug_open())
  }

  /// `hotplug` is a file that becomes readable when something was plugged in or out, and is closed with the display; negative: there is none.
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
  /// Whether a frame was refused because it came too early: only then a timer is needed.
  private var isWaiting = false

  public var isReady: Bool {
    guard writer != nil, flipping == nil, nextAsk == nil, nextLook == nil, !isSuspended, !isClosed else { return false }
    return !isWaiting
  }

  private func connect() throws(DeviceError) {
    (writer, pages, stale, flipping, flipEnds, refused, front, isWaiting) = (nil, [], [], nil, nil, nil, 0, false)
    saysProblems = true
    // What kept an event from coming (another program on the card, a display pulled out under the flip) may be over.
    hasFlips = true
    output = try port.find()
    guard let output else { return }
    let memory = try port.show(output)
    // The end of a flip from before is no end of one that comes.
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

  /// Writes what changed since the page was last seen, and flips to it.
  ///
  /// - Throws: ``DeviceError`` where the turned frame has another size than the panel.
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

  /// Has the card show the page behind.
  private func turn(to back: Int, at time: Double) {
    if hasFlips {
      let code = port.flip(back)
      if code == 0 {
        flipping = back
        flipEnds = time + Self.patience
        return
      }
      // Another flip, or another program's turn.
      if code == EBUSY || code == EACCES { return wait(with: back, at: time) }
      hasFlips = false
    }
    set(back, at: time)
  }

  /// Shows a page at once, without an event.
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

  /// The page stays as it is and is shown when the card takes it, whether or not another frame comes.
  private func wait(with page: Int, at time: Double) {
    refused = page
    earliest = time + Self.patience
    isWaiting = true
  }

  /// Tells a problem that may come again each frame once.
  private func report(_ problem: DeviceError) {
    if saysProblems { onProblem?(problem) }
    saysProblems = false
  }

  public func serve(_ stage: Stage) {
    let now = stage.now + 1e-6
    if let look = nextLook {
      let isTold = hotplug >= 0 && td_hotplug_take(hotplug) == 1
      if !isSuspended, !isClosed, isTold || look <= now { lookForCard(stage, at: now) }
      return
    }
    let events = port.takeEvents()
    if events.flipped, let page = flipping {
      front = page
      (flipping, flipEnds) = (nil, nil)
    }
    if let ends = flipEnds, ends <= now, let page = flipping {
      // The event does not come: pages are set from now on, which waits for nothing.
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
      onProblem?(.unusable(device: port.path, reason: "the card is gone", advice: "the picture comes back when it does"))
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

  /// Opens the card again where it is back.
  private func lookForCard(_ stage: Stage, at now: Double) {
    guard port.reopen() == 0 else {
      // Its file may come a moment after the kernel has told of the card.
      nextLook = now + Self.lookInterval
      return
    }
    nextLook = nil
    _ = td_poll_add(poll, port.file)
    reconnect()
    stage.setNeedsRepaint()
  }

  /// Reconnects where another output is connected now.
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
      // It is not there to be taken back: it is looked for.
      nextLook = 0
      return
    }
    if port.setMaster() == 0 { reconnect() } else { nextAsk = 0 }
  }

  public func restore() {
    guard !isSuspended, nextAsk == nil, nextLook == nil, !isClosed else { return }
    reconnect()
  }

  /// Asks once more for the card that another program held as the terminal came back.
  private func takeBack(at now: Double, _ stage: Stage) {
    guard port.setMaster() == 0 else {
      nextAsk = now + Self.patience
      return report(
        .unusable(
          device: port.path, reason: "another program draws on it, without leaving it to this terminal",
          advice: "end it; then the picture comes back"))
    }
    nextAsk = nil
    reconnect()
    stage.setNeedsRepaint()
  }

  /// Another program may have set another mode, and displays may have come and gone.
  private func reconnect() {
    do throws(DeviceError) {
      try connect()
    } catch {
      // The next look tries again.
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
