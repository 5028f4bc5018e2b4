internal import TesseraGeometry
internal import TesseraRender

/// Framebuffer, damage and display of a stage. Frame loop only.
///
/// Invariants: if ``isCurrent``, the framebuffer shows the tree except for the damage. The display shows the framebuffer except for areas
/// that were damaged, moved or not presented since the last frame.
struct FrameSurface {
  /// Premultiplied ARGB.
  private(set) var framebuffer: PixelBuffer
  private var region: DamageRegion
  /// Areas of moved pixels since the last presented frame.
  private var moved: [PixelRect] = []
  /// Areas that the display failed to show.
  private var unpresented: [PixelRect] = []
  /// Whether the framebuffer shows the tree except for the damage.
  private(set) var isCurrent = false
  private(set) var display: (any Display)?
  /// Sleep of the display.
  var power = DisplayPower()
  /// Whether the display sleeps and cannot be switched off, so that it has to show black.
  var needsBlack = false
  /// Last painted color below the root; nil if nothing was painted yet.
  private var background: Color?

  init(width: Int, height: Int) throws(RenderError) {
    framebuffer = try PixelBuffer(width: width, height: height, format: .argb8888)
    region = DamageRegion(bounds: PixelRect(x: 0, y: 0, width: width, height: height))
  }

  /// All pixels.
  var bounds: PixelRect { PixelRect(x: 0, y: 0, width: framebuffer.width, height: framebuffer.height) }

  // MARK: Damage

  /// Area to repaint.
  var damage: DamageRegion { region }
  var isDamaged: Bool { !region.isEmpty }

  /// Adds an area to repaint. Pixels off the screen are ignored.
  mutating func damage(_ rect: PixelRect) { region.add(rect) }

  /// Adds many rectangles together, in tree order of their nodes.
  mutating func damage(_ rects: [PixelRect]) { region.add(rects) }

  /// Repaints everything if the background color changed.
  mutating func update(background color: Color) {
    if let background, background != color { damageAll() }
    background = color
  }

  /// Repaints everything.
  mutating func damageAll() { region.add(bounds) }

  // MARK: Pixels

  /// Replaces the framebuffer by an unpainted one of another size; does nothing if the size is the same.
  mutating func resize(width: Int, height: Int) throws(RenderError) {
    guard width != framebuffer.width || height != framebuffer.height else { return }
    framebuffer = try PixelBuffer(width: width, height: height, format: .argb8888)
    region = DamageRegion(bounds: bounds)
    moved = []
    isCurrent = false
  }

  /// Returns whether moving the pixels of `area` saves painting them.
  func canMove(_ area: PixelRect) -> Bool { isCurrent && !region.rects.contains { $0.contains(area) } }

  /// Moves the pixels of `area` by (`dx`, `dy`) within it, together with its damage. The uncovered pixels are not added to the damage.
  mutating func move(_ area: PixelRect, dx: Int, dy: Int) {
    let stale = region.rects.map { $0.intersection(area) }.filter { !$0.isEmpty }
    framebuffer.move(area.intersection(area.moved(-dx, -dy)), dx: dx, dy: dy)
    moved.append(area)
    for rect in stale { region.add(rect.moved(dx, dy).intersection(area)) }
  }

  /// Called before the first painting: maps the memory of the framebuffer as a whole instead of page by page.
  func prepareToPaint() { if !isCurrent { framebuffer.populate() } }

  /// Called when the damage is painted.
  mutating func didPaint() {
    region = DamageRegion(bounds: bounds)
    isCurrent = true
  }

  /// Makes all pixels black, and repaints them with the next frame.
  mutating func clear() {
    framebuffer.clear(.black)
    damageAll()
    needsBlack = false
  }

  // MARK: Display

  mutating func attach(_ display: (any Display)?) { self.display = display }

  /// Begins to present the painted areas. Returns the areas that are new to the display.
  mutating func dequeuePresentation(painted: DamageRegion) -> [PixelRect] {
    var damage = painted
    for rect in moved { damage.add(rect) }
    // Areas that the display failed to show before are new to it too.
    for rect in unpresented { damage.add(rect) }
    (moved, unpresented) = ([], [])
    return damage.rects
  }

  /// Called when the display failed to show these areas: they are presented again in the next frame.
  mutating func presentationFailed(_ areas: [PixelRect]) { unpresented = areas }
}
