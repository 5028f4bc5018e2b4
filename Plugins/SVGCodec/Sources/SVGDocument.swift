public import TesseraGeometry
public import TesseraRender

/// Static SVG picture, ready to be drawn at any size.
///
/// A value; any thread. Source: SVG 1.1 and 2, Filter Effects 1, CSS Masking 1, Compositing and Blending 1.
public struct SVGDocument: Sendable {
  /// Intrinsic size in logical units.
  public let size: Size
  /// Map from the coordinates of the content to the intrinsic size.
  let fit: Transform
  let content: SVGGroup
  private let source: String

  /// Parses a document.
  ///
  /// - Parameters:
  ///   - bytes: Content of the file.
  ///   - source: Name in error messages.
  ///   - options: Fonts, languages, and functions for embedded pictures.
  /// - Throws: `SVGError`, with the line, if the file is malformed or exceeds the limits.
  /// - Complexity: O(n) in bytes and in content repeated by `use`. Not for the frame loop.
  public init(parsing bytes: [UInt8], named source: String = "svg", options: SVGOptions = SVGOptions()) throws(SVGError) {
    try self.init(parsing: bytes, named: source, options: options, nesting: 0, budget: ReadingBudget(bytes: bytes.count))
  }

  init(parsing bytes: [UInt8], named source: String, options: SVGOptions, nesting: Int, budget: ReadingBudget) throws(SVGError) {
    // The tree of a document has limits. Those of all embedded documents count together.
    let shared = nesting > 0 ? budget : nil
    let tree = try TreeBuilder.build(MarkupReader.read(bytes, source: source, budget: shared), source: source, budget: shared)
    let reading = SVGReading(tree: tree, options: options, source: source, nesting: nesting, budget: budget)
    let frame = try SVGFrame(reading)
    let (viewBox, state) = (frame.viewBox, frame.state)
    reading.viewport = Size(frame.width ?? state.viewBox.width, frame.height ?? state.viewBox.height)
    var root = SVGGroup()
    reading.addRoot(state, to: &root)
    if let failure = reading.failure { throw failure }
    if let reason = budget.refusal { throw SVGError(source: source, reason: reason) }
    root.measure()
    // Without a size attribute, the size is that of the content.
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

  /// Returns the size of a document without reading its content; nil if the content determines it.
  /// - Throws: `SVGError` as the initializer, except for errors in the content.
  static func size(of bytes: [UInt8], named source: String) throws(SVGError) -> Size? {
    let tree = try TreeBuilder.build(MarkupReader.read(bytes, source: source), source: source, onlyRoot: true)
    let budget = ReadingBudget(bytes: bytes.count)
    let frame = try SVGFrame(SVGReading(tree: tree, options: SVGOptions(), source: source, nesting: 0, budget: budget))
    guard let width = frame.width, let height = frame.height else { return nil }
    return Size(width, height)
  }

  /// Draws the picture into the box from the origin to `size`, stretched if the aspect ratios differ.
  ///
  /// - Parameters:
  ///   - canvas: Target; its state is restored afterwards.
  ///   - size: Logical units.
  ///   - tint: Value of `currentColor` if the document sets none; nil means black.
  ///   - byteLimit: Maximum bytes that layers, tiles and filters may hold together.
  ///   - isCancelled: Polled before each shape and each step of a filter; the drawing then ends early.
  /// - Throws: `SVGError` if drawing exceeds the work limit; the content drawn so far remains. `canvas.failure` shows whether memory ran
  ///   out.
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
  /// Adds the root element.
  func addRoot(_ state: State, to root: inout SVGGroup) {
    guard isShown(0), passesConditions(0) else { return }
    addGroup(0, state, to: &root) { group, state in self.addChildren(of: 0, state, to: &group) }
  }
}
