internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// A connected output with its pages in the card's memory. Pages are write-only, and written only where frames differ. Loop thread.
struct ModeSettingPanel {
  let output: ModeSettingOutput
  let writer: PanelWriter
  private let pages: [PanelWriter.Page]
  private var stale: [StaleAreas]
  /// Index of the visible page.
  var front = 0

  /// - Parameter memory: pages of the output; they stay valid as long as the panel is used.
  init(
    _ output: ModeSettingOutput, memory: [(memory: UnsafeMutableRawPointer, stride: Int)], depth: Int, rotation: Rotation, dithers: Bool
  ) {
    let pixels = PanelPixels.format(depth == 16 ? .rgb565 : .xrgb8888)
    self.output = output
    writer = PanelWriter(width: output.width, height: output.height, pixels: pixels, rotation: rotation, dithers: dithers)
    pages = memory.map { PanelWriter.Page(base: $0.memory, width: output.width, height: output.height, stride: $0.stride, pixels: pixels) }
    var all = StaleAreas()
    all.add(all: PixelRect(x: 0, y: 0, width: writer.frameSize.width, height: writer.frameSize.height))
    stale = Array(repeating: all, count: pages.count)
  }

  /// Page that takes the next frame: the invisible one, or the only one.
  var back: Int { pages.count > 1 ? 1 - front : 0 }

  /// Records areas of a frame that differ from the one before.
  mutating func add(damage: [PixelRect]) {
    for i in stale.indices { stale[i].add(damage) }
  }

  /// Writes the areas that changed since the back page was last visible. Returns them, in pixels of the panel.
  ///
  /// - Throws: ``DeviceError`` if the rotated frame and the panel differ in size; the areas stay stale.
  mutating func write(_ frame: PixelBuffer) throws -> [PixelRect] {
    let areas = stale[back].dequeueAll()
    do {
      for area in areas { try writer.write(frame, area: area, to: pages[back]) }
    } catch {
      stale[back].add(areas)
      throw error
    }
    return areas.map { writer.turned($0) }
  }
}
