internal import CTesseraDevices
internal import Glibc
public import Tessera
public import TesseraGeometry
public import TesseraRender

/// A framebuffer device of the kernel's (`/dev/fb0`): any packed pixel layout, two pages where the driver pans, paced by the vertical sync where
/// the driver can wait for it. Loop thread.
///
/// Panning and waiting happen on a thread of their own; the loop never waits for the device. A driver that does not answer within a
/// quarter of a second is not asked again.
public final class FramebufferDisplay: ScreenDisplay {
  /// Longest time that a flip may take, seconds.
  public static let patience = 0.25

  private let port: any FramebufferPort
  private let writer: PanelWriter
  private var pages: [PanelWriter.Page]
  private var stale: [StaleAreas]
  /// The page that is seen, or will be once the flip under way has ended.
  private var front = 0
  private var waitsForSync = true
  private var flipEnds: Double?
  private var isSuspended = false
  private var isClosed = false
  public var onResize: (() -> Void)?

  /// Opens `path` and maps its memory.
  ///
  /// - Parameters:
  ///   - path: the device.
  ///   - rotation: clockwise turn from the frame to the panel.
  ///   - dithers: whether ordered dither is used where depth is lost.
  ///   - doubleBuffers: whether to pan between two pages where the driver can.
  /// - Throws: ``DeviceError`` with what to do: there is no such device, permission, pixels that cannot be packed.
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
  /// What the pixels of the device are.
  public var pixels: PanelPixels { port.info.pixels }
  /// Whether frames are drawn beside the one that is seen.
  public var isDoubleBuffered: Bool { pages.count == 2 }

  public var descriptor: Int32 { port.eventFile }
  public var deadline: Double? { flipEnds }
  public var textAntialiasing: TextAntialiasing { port.info.pixels.bits == 1 ? .bilevel : .grayscale }
  public var colorDepth: ColorDepth { port.info.pixels.colorDepth }
  public var isReady: Bool { flipEnds == nil && !isSuspended && !isClosed }

  /// Writes what changed since the page was last seen, and shows the page.
  ///
  /// - Throws: ``DeviceError`` where the turned frame has another size than the panel.
  public func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) throws {
    for i in stale.indices { stale[i].add(damage) }
    guard isReady else { return }
    let back = pages.count == 2 ? 1 - front : 0
    let areas = stale[back].take()
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
      // No thread to wait on: the page that is seen is drawn on from now on.
      waitsForSync = false
      if isOther {
        usePage(front)
        for area in stale[0].take() { try writer.write(frame, area: area, to: pages[0]) }
      }
    }
  }

  public func serve(_ stage: Stage) {
    if let ended = port.takeFlip() {
      flipEnds = nil
      if ended.wait != 0 { waitsForSync = false }
      if ended.pan != 0, pages.count == 2 {
        usePage(1 - front)
        stage.setNeedsRepaint()
      }
    } else if flipEnds != nil {
      // It did not answer: without its sync, and on the page that it was to show.
      flipEnds = nil
      waitsForSync = false
      usePage(front)
      stage.setNeedsRepaint()
    }
  }

  /// Draws on one page only from now on.
  private func usePage(_ index: Int) {
    pages = [pages[index]]
    front = 0
    stale = [StaleAreas()]
    makeAllStale()
  }

  public func suspend() { isSuspended = true }

  public func resume() {
    isSuspended = false
    restore()
  }

  public func restore() { makeAllStale() }

  private func makeAllStale() {
    let size = writer.frameSize
    for i in stale.indices { stale[i].add(all: PixelRect(x: 0, y: 0, width: size.width, height: size.height)) }
  }

  public func close() {
    guard !isClosed else { return }
    isClosed = true
    port.close()
  }
}
