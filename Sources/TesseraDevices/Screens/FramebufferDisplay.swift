internal import CTesseraDevices
internal import Glibc
public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Display on a framebuffer device of the kernel (`/dev/fb0`): any packed pixel layout, double-buffered if the driver can pan, paced by
/// vertical sync if the driver can wait for it. Loop thread.
///
/// Panning and waiting run on a separate thread; the loop never waits for the device. A driver that does not answer within a
/// quarter of a second is not used for flips again.
public final class FramebufferDisplay: ScreenDisplay {
  /// Page-flip timeout, seconds.
  public static let patience = 0.25

  private let port: any FramebufferPort
  private let writer: PanelWriter
  private var pages: [PanelWriter.Page]
  private var stale: [StaleAreas]
  /// The visible page, or the one that becomes visible at the end of the current flip.
  private var front = 0
  private var waitsForSync = true
  private var flipEnds: Double?
  private var isSuspended = false
  /// Whether the stage switched the panel off.
  private var isOff = false
  private var isClosed = false
  public var onResize: (() -> Void)?

  /// Opens `path` and maps its memory.
  ///
  /// - Parameters:
  ///   - path: the device.
  ///   - rotation: clockwise rotation from the frame to the panel.
  ///   - dithers: whether ordered dither is used if depth is lost.
  ///   - doubleBuffers: whether to pan between two pages if the driver supports it.
  /// - Throws: ``DeviceError`` with a remedy: no such device, no permission, an unsupported pixel layout.
  public convenience init(
    path: String = "/dev/fb0", rotation: Rotation = .none, dithers: Bool = true, doubleBuffers: Bool = true
  ) throws(DeviceError) {
    self.init(try KernelFramebuffer(path: path, doubles: doubleBuffers), rotation: rotation, dithers: dithers)
  }

  init(_ port: any FramebufferPort, rotation: Rotation, dithers: Bool = true) {
    self.port = port
    let info = port.info
    writer = PanelWriter(width: info.width, height: info.height, pixels: info.pixels, rotation: rotation, dithers: dithers)
    pages = (0..<(info.hasTwoPages ? 2 : 1)).map { page in
      PanelWriter.Page(
        base: port.memory + info.offset + page * info.height * info.stride, width: info.width, height: info.height, stride: info.stride,
        pixels: info.pixels)
    }
    stale = pages.map { _ in StaleAreas() }
    makeAllStale()
  }

  public var name: String { port.info.name.isEmpty ? port.path : "\(port.path) (\(port.info.name))" }
  public var frameSize: (width: Int, height: Int)? { writer.frameSize }
  public var rotation: Rotation { writer.rotation }
  /// Pixel layout of the device.
  public var pixels: PanelPixels { port.info.pixels }
  /// Whether frames are drawn to a hidden page.
  public var isDoubleBuffered: Bool { pages.count == 2 }

  public var descriptor: Int32 { port.eventFile }
  public var deadline: Double? { flipEnds }
  public var textAntialiasing: TextAntialiasing { port.info.pixels.bits == 1 ? .bilevel : .grayscale }
  public var colorDepth: ColorDepth { port.info.pixels.colorDepth }
  public var isReady: Bool { flipEnds == nil && !isSuspended && !isClosed }
  public var isAsleep: Bool { isSuspended || isClosed }

  /// Writes the areas that changed since the page was last visible, and shows the page.
  ///
  /// - Throws: ``DeviceError`` if the rotated frame and the panel differ in size.
  public func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) throws {
    for i in stale.indices { stale[i].add(damage) }
    guard isReady else { return }
    let back = pages.count == 2 ? 1 - front : 0
    let areas = stale[back].dequeueAll()
    do {
      for area in areas { try writer.write(frame, area: area, to: pages[back]) }
    } catch {
      stale[back].add(areas)
      throw error
    }
    let isOther = back != front
    guard isOther || waitsForSync else { return }
    let code = port.flip(toRow: isOther ? back * port.info.height : nil, waits: waitsForSync)
    if code == 0 {
      front = back
      flipEnds = time + Self.patience
    } else {
      // No thread for waiting: from now on the visible page is drawn to.
      waitsForSync = false
      if isOther {
        usePage(front)
        for area in stale[0].dequeueAll() { try writer.write(frame, area: area, to: pages[0]) }
      }
    }
  }

  public func serve(_ stage: Stage) {
    if let ended = port.dequeueFlip() {
      flipEnds = nil
      if ended.wait != 0 { waitsForSync = false }
      if ended.pan != 0, pages.count == 2 {
        usePage(1 - front)
        stage.setNeedsRepaint()
      }
    } else if flipEnds != nil {
      // No answer: continue without vertical sync, on the page that the flip was to show.
      flipEnds = nil
      waitsForSync = false
      usePage(front)
      stage.setNeedsRepaint()
    }
  }

  /// Draws to a single page from now on.
  private func usePage(_ index: Int) {
    pages = [pages[index]]
    front = 0
    stale = [StaleAreas()]
    makeAllStale()
  }

  public func setPower(_ isOn: Bool) -> Bool {
    guard !isClosed else { return true }
    isOff = !isOn
    // Another program has the panel; resuming applies the setting.
    guard !isSuspended else { return true }
    guard port.setPower(isOn) == 0 else {
      isOff = false
      return false
    }
    return true
  }

  public func suspend() {
    isSuspended = true
    if isOff { _ = port.setPower(true) }
  }

  public func resume() {
    isSuspended = false
    restore()
  }

  public func restore() {
    makeAllStale()
    if isOff, !isSuspended { _ = port.setPower(false) }
  }

  private func makeAllStale() {
    let size = writer.frameSize
    for i in stale.indices { stale[i].add(all: PixelRect(x: 0, y: 0, width: size.width, height: size.height)) }
  }

  public func close() {
    guard !isClosed else { return }
    isClosed = true
    if isOff { _ = port.setPower(true) }
    port.close()
  }
}
