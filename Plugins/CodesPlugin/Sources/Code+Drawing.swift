public import Tessera
public import TesseraGeometry
internal import TesseraRender

extension Code {
  /// Width of a module, logical units.
  private var module: Double {
    guard moduleSize.isFinite, moduleSize > 0 else { return kind.isLinear ? 2 : 4 }
    return min(100, moduleSize)
  }

  private var hasWords: Bool { showsText ?? kind.isLinear }

  private func wordsHeight(_ environment: EnvironmentValues) -> Double {
    hasWords ? (environment.theme[.small].line * min(4, environment.textScale)).rounded(.up) : 0
  }

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let (environment, scale) = (context.environment, context.environment.scale)
    guard scale > 0 else { return range.clamp(.zero) }
    // A node without a text is as large as the smallest code, so that little moves when the text arrives.
    let known = text.isEmpty ? try? CodeSymbol("0", as: .qr) : try? context.storage(of: Code.self).symbol(self).get()
    guard let symbol = known else { return range.clamp(Size(240, 96)) }
    let bars = barHeight.isFinite ? min(2000, max(1, barHeight)) : 72
    return range.clamp(
      CodeFrame.size(symbol, module: module, barHeight: bars, scale: scale, wordsHeight: wordsHeight(environment)))
  }

  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    guard !text.isEmpty, context.scale > 0 else { return .nothing }
    switch context.storage(of: Code.self).symbol(self) {
    case .failure(let error): return .pixels { drawError(error.description, context, in: $0) }
    case .success(let symbol):
      let frame = CodeFrame(symbol, in: context.contentRect, scale: context.scale, wordsHeight: wordsHeight(context.environment))
      guard frame.module > 0, frame.rowHeight > 0 else {
        let columns = symbol.width + 2 * symbol.quietZone
        return .pixels { drawError("The code needs \(columns) pixels of width.", context, in: $0) }
      }
      return .pixels { draw(symbol, frame, context, in: $0) }
    }
  }

  private func draw(_ symbol: CodeSymbol, _ frame: CodeFrame, _ context: DrawContext, in canvas: borrowing Canvas) {
    let (scale, theme) = (context.scale, context.environment.theme)
    func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Rect {
      Rect(Double(x) / scale, Double(y) / scale, Double(width) / scale, Double(height) / scale)
    }
    let area = rect(frame.area.x, frame.area.y, frame.area.width, frame.area.height)
    // The corner stays inside of the quiet zone.
    let radius = min(theme[.radius3], Double(frame.module * min(symbol.quietZone, CodeFrame.barMargin)) / scale)
    canvas.fill(RoundedRect(area, radius: radius), .color(.white))
    let (x, y, m) = (frame.origin.x, frame.origin.y, frame.module)
    for row in 0..<symbol.height {
      if context.isCancelled { return }
      var start: Int?
      for column in 0...symbol.width {
        let isDark = column < symbol.width && symbol[column, row]
        if isDark, start == nil { start = column }
        if !isDark, let first = start {
          canvas.fill(rect(x + first * m, y + row * frame.rowHeight, (column - first) * m, frame.rowHeight), .color(.black))
          start = nil
        }
      }
    }
    if symbol.hasBearer {
      let thickness = 2 * m
      canvas.fill(rect(frame.area.x + 4 * m, y - thickness, frame.area.width - 8 * m, thickness), .color(.black))
      canvas.fill(rect(frame.area.x + 4 * m, y + frame.rowHeight, frame.area.width - 8 * m, thickness), .color(.black))
    }
    guard frame.wordsHeight > 0 else { return }
    let bottom = y + symbol.height * frame.rowHeight
    drawGuards(symbol, frame, bottom, scale, in: canvas)
    drawWords(symbol, frame, bottom, context, in: canvas)
  }

  /// Draws the longer ends of the guards of EAN and UPC, between the words.
  private func drawGuards(_ symbol: CodeSymbol, _ frame: CodeFrame, _ bottom: Int, _ scale: Double, in canvas: borrowing Canvas) {
    let length = min(5 * frame.module, frame.wordsHeight)
    for column in symbol.guards.joined() where symbol[column, 0] {
      let x = frame.origin.x + column * frame.module
      canvas.fill(Rect(Double(x) / scale, Double(bottom) / scale, Double(frame.module) / scale, Double(length) / scale), .color(.black))
    }
  }

  private func drawWords(_ symbol: CodeSymbol, _ frame: CodeFrame, _ bottom: Int, _ context: DrawContext, in canvas: borrowing Canvas) {
    let scale = context.scale
    let captions = symbol.captions.isEmpty ? [CodeSymbol.Caption(words: symbol.text, modules: 0..<symbol.width)] : symbol.captions
    let gap = symbol.rowHeight == 0 ? frame.module : symbol.quietZone * frame.module
    for caption in captions {
      let left = Double(frame.origin.x + caption.modules.lowerBound * frame.module) / scale
      let width = Double(caption.modules.count * frame.module) / scale
      let words = words(caption.words, width: width, context.environment)
      let top = Double(bottom + gap) / scale + (Double(frame.wordsHeight) / scale - words.size.height) / 2
      canvas.draw(words, at: Point(left + (width - words.size.width) / 2, top))
    }
  }

  /// Returns a line of words, with smaller letters if they are too wide.
  private func words(_ string: String, width: Double, _ environment: EnvironmentValues, color: Color = .black) -> TextLayout {
    let size = environment.theme[.small].size * min(4, environment.textScale)
    var paragraph = ParagraphStyle()
    (paragraph.lineLimit, paragraph.alignment) = (1, .left)
    func layout(_ size: Double, _ width: Double) -> TextLayout {
      var font = Font(size: size, weight: FontWeight(400))
      font.features["tnum"] = 1
      let text = AttributedText(String(string.prefix(400)), attributes: TextAttributes(font: font, color: color))
      return TextLayout(text, paragraph: paragraph, width: width)
    }
    let full = layout(size, .infinity)
    guard full.size.width > width, full.size.width > 0 else { return full }
    return layout(max(8, size * width / full.size.width), max(0, width))
  }

  private func drawError(_ reason: String, _ context: DrawContext, in canvas: borrowing Canvas) {
    let (theme, box) = (context.environment.theme, context.contentRect)
    let shape = RoundedRect(box, radius: theme[.radius3])
    canvas.fill(shape, .color(theme.dangerWash))
    canvas.drawBorder(Border(width: 2, color: theme.danger), of: shape)
    var paragraph = ParagraphStyle()
    paragraph.alignment = context.environment.direction == .rtl ? .right : .left
    let font = Font(size: theme[.small].size * context.environment.textScale, weight: FontWeight(400))
    let inner = box.inset(by: theme[.space2])
    guard inner.width > 0, inner.height > 0 else { return }
    let words = TextLayout(
      AttributedText(reason, attributes: TextAttributes(font: font, color: theme.danger)), paragraph: paragraph, width: inner.width)
    canvas.save()
    canvas.clip(inner)
    canvas.draw(words, at: Point(inner.minX, max(inner.minY, inner.midY - words.size.height / 2)))
    canvas.restore()
  }
}
