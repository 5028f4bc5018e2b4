public import TesseraGeometry
public import TesseraRender

/// A static SVG picture, ready to be drawn at any size.
///
/// A value; any thread. Source: SVG 1.1 and 2, Filter Effects 1, CSS Masking 1, Compositing and Blending 1.
public struct SVGDocument: Sendable {
  /// Its own size, logical units.
  public let size: Size
  /// From the coordinates of its content to its size.
  let fit: Transform
  let content: SVGGroup
  private let source: String

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - source: What errors call it.
  ///   - options: Fonts, languages, and how pictures inside are read.
  /// - Throws: `SVGError` with the line where the file is malformed or larger than what is drawn.
  /// - Complexity: O(n) in bytes and in what `use` repeats. Not for the frame loop.
  public init(parsing bytes: [UInt8], named source: String = "svg", options: SVGOptions = SVGOptions()) throws(SVGError) {
    try self.init(parsing: bytes, named: source, options: options, nesting: 0, budget: ReadingBudget(bytes: bytes.count))
  }

  init(parsing bytes: [UInt8], named source: String, options: SVGOptions, nesting: Int, budget: ReadingBudget) throws(SVGError) {
    let tree = try TreeBuilder.build(MarkupReader.read(bytes, source: source), source: source)
    let reading = SVGReading(tree: tree, options: options, source: source, nesting: nesting, budget: budget)
    let frame = try SVGFrame(reading)
    let (viewBox, state) = (frame.viewBox, frame.state)
    reading.viewport = Size(frame.width ?? state.viewBox.width, frame.height ?? state.viewBox.height)
    var root = SVGGroup()
    reading.addRoot(state, to: &root)
    if let failure = reading.failure { throw failure }
    if let reason = budget.refusal { throw SVGError(source: source, reason: reason) }
    root.measure()
    // Without a size the picture is as large as what is in it.
    let bounds = root.bounds ?? state.viewBox
    let size = Size(frame.width ?? max(1, bounds.maxX), frame.height ?? max(1, bounds.maxY))
    let aspect = tree.attribute("preserveAspectRatio", of: 0).flatMap(SVGAspect.init) ?? SVGAspect()
    fit = viewBox.map { aspect.transform(from: $0, to: Rect(size: size)) } ?? .identity
    if let text = tree.attribute("background-color", of: 0), let color = SVGColor.parse(text.trimmed), let inverse = fit.inverse {
      var path = Path()
      path.add(inverse.apply(Rect(size: size)))
      root.children.insert(.shape(SVGShape(path: path, fill: SVGFill(paint: .color(SVGColor(color))), bounds: path.tightBounds)), at: 0)
      root.measure()
    }
    (content, self.size, self.source) = (root, size, source)
  }

  /// Returns the size of a document without reading what is in it; nil where that decides.
  /// - Throws: `SVGError` as the initializer does, but for what is in it.
  static func size(of bytes: [UInt8], named source: String) throws(SVGError) -> Size? {
    let tree = try TreeBuilder.build(MarkupReader.read(bytes, source: source), source: source, onlyRoot: true)
    let budget = ReadingBudget(bytes: bytes.count)
    let frame = try SVGFrame(SVGReading(tree: tree, options: SVGOptions(), source: source, nesting: 0, budget: budget))
    guard let width = frame.width, let height = frame.height else { return nil }
    return Size(width, height)
  }

  /// Draws the picture into the box from the origin to `size`, stretched where that has another shape than its own.
  ///
  /// - Parameters:
  ///   - canvas: What it is drawn on; its state is what it was afterwards.
  ///   - size: Logical units.
  ///   - tint: What `currentColor` stands for where the document does not say; nil: black.
  ///   - byteLimit: Most bytes that layers, tiles and filters may hold at once.
  ///   - isCancelled: Polled before each shape and each step of a filter; the drawing then ends early.
  /// - Throws: `SVGError` where drawing takes more work than is allowed; what was drawn by then stays. `canvas.failure` says whether memory ran out.
  public func draw(
    in canvas: borrowing Canvas, size: Size, tint: Color? = nil, byteLimit: Int = DecodingBudget.shared.byteLimit,
    isCancelled: @escaping () -> Bool = { false }
  ) throws(SVGError) {
    guard size.width > 0, size.height > 0, size.isFinite, self.size.width > 0, self.size.height > 0 else { return }
    let mark = canvas.mark
    canvas.save()
    canvas.clip(Rect(size: size))
    canvas.concatenate(fit.then(.scale(size.width / self.size.width, size.height / self.size.height)))
    let drawing = SVGDrawing(tint: tint, bounds: canvas.clipBounds, byteLimit: byteLimit, isCancelled: isCancelled)
    drawing.draw(content, in: canvas)
    canvas.rewind(to: mark)
    if let reason = drawing.refusal { throw SVGError(source: source, reason: reason) }
  }
}

extension SVGReading {
  /// Adds the outermost element.
  func addRoot(_ state: State, to root: inout SVGGroup) {
    guard isShown(0), passesConditions(0) else { return }
    addGroup(0, state, to: &root) { group, state in self.addChildren(of: 0, state, to: &group) }
  }
}
