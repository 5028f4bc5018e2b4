internal import TesseraGeometry
internal import TesseraRender

/// Framebuffer, damage and display of a stage. Frame loop only.
///
/// Invariants: the framebuffer shows the tree but for the damage, where ``isCurrent`` holds; the display shows the framebuffer but for what was
/// damaged, moved or not presented since the last frame.
struct Screen {
  /// Premultiplied ARGB.
  private(set) var framebuffer: PixelBuffer
  private var region: DamageRegion
  /// Where pixels were moved since the last frame that was presented.
  private var moved: [PixelRect] = []
  /// What the display failed to show.
  private var unpresented: [PixelRect] = []
  /// Whether the framebuffer shows the tree, but for the damage.
  private(set) var isCurrent = false
  private(set) var display: (any Display)?
  /// Color under everything that was painted last; nil: nothing was painted yet.
  private var background: Color?

  init(width: Int, height: Int) throws(RenderError) {
    framebuffer = try PixelBuffer(width: width, height: height, format: .argb8888)
    region = DamageRegion(bounds: PixelRect(x: 0, y: 0, width: width, height: height))
  }

  /// All pixels.
  var bounds: PixelRect { PixelRect(x: 0, y: 0, width: framebuffer.width, height: framebuffer.height) }

  // MARK: Damage

  /// What is to be painted again.
  var damage: DamageRegion { region }
  var isDamaged: Bool { !region.isEmpty }

  /// Adds to what is painted again. Pixels off the screen don't count.
  mutating func damage(_ rect: PixelRect) { region.add(rect) }

  /// Adds many rectangles at once, in the order in which their nodes come in the tree.
  mutating func damage(_ rects: [PixelRect]) { region.add(rects) }

  /// Has everything painted again if the color under everything changed.
  mutating func follow(background color: Color) {
    if let background, background != color { damageAll() }
    background = color
  }

  /// Has everything painted again.
  mutating func damageAll() { region.add(bounds) }

  // MARK: Pixels

  /// Takes a framebuffer of another size, of which nothing is painted; where the size is the same it does nothing.
  mutating func resize(width: Int, height: Int) throws(RenderError) {
    guard width != framebuffer.width || height != framebuffer.height else { return }
    framebuffer = try PixelBuffer(width: width, height: height, format: .argb8888)
    region = DamageRegion(bounds: bounds)
    moved = []
    isCurrent = false
  }

  /// Whether moving the pixels of `area` spares painting them.
  func canMove(_ area: PixelRect) -> Bool { isCurrent && !region.rects.contains { $0.contains(area) } }

  /// Moves the pixels of `area` by (`dx`, `dy`), within it: what was still to be painted there is so in its new place as well. What came in is not
  /// damaged.
  mutating func move(_ area: PixelRect, dx: Int, dy: Int) {
    let stale = region.rects.map { $0.intersection(area) }.filter { !$0.isEmpty }
    framebuffer.move(area.intersection(area.moved(-dx, -dy)), dx: dx, dy: dy)
    moved.append(area)
    for rect in stale { region.add(rect.moved(dx, dy).intersection(area)) }
  }

  /// The framebuffer is about to be painted for the first time: its memory is mapped at once rather than page by page.
  func prepareToPaint() { if !isCurrent { framebuffer.populate() } }

  /// The damage is painted.
  mutating func didPaint() {
    region = DamageRegion(bounds: bounds)
    isCurrent = true
  }

  // MARK: Display

  mutating func attach(_ display: (any Display)?) { self.display = display }

  /// Begins to hand what was painted to the display. Returns the areas that are new to it.
  mutating func takePresentation(painted: DamageRegion) -> [PixelRect] {
    var damage = painted
    for rect in moved { damage.add(rect) }
    // What the display did not take before is new to it as well.
    for rect in unpresented { damage.add(rect) }
    (moved, unpresented) = ([], [])
    return damage.rects
  }

  /// The display failed to take these areas: it gets them again with the next frame.
  mutating func presentationFailed(_ areas: [PixelRect]) { unpresented = areas }
}
