internal import Tessera
internal import TesseraGeometry

/// Places of a code's parts in a box, whole device pixels. A value.
struct CodeFrame {
  /// Device pixels of a module; 0 if the box is too small.
  let module: Int
  /// White area, device pixels.
  let area: (x: Int, y: Int, width: Int, height: Int)
  /// Upper left corner of the modules, device pixels.
  let origin: (x: Int, y: Int)
  /// Height of a row of modules, device pixels.
  let rowHeight: Int
  /// Height of the words below, device pixels.
  let wordsHeight: Int

  /// Modules of free space above and below bars, where no quiet zone is needed.
  static let barMargin = 4

  /// Places a code in a box. The modules are as large as possible.
  ///
  /// - Parameters:
  ///   - symbol: Modules.
  ///   - box: Content box, logical units.
  ///   - scale: Device pixels per logical unit.
  ///   - wordsHeight: Height of the words below, logical units; 0 without words.
  init(_ symbol: CodeSymbol, in box: Rect, scale: Double, wordsHeight: Double) {
    func pixels(_ length: Double) -> Int { length.isFinite ? Int(min(1e6, max(0, length * scale))) : 0 }
    let (width, height) = (pixels(box.width), pixels(box.height))
    let words = Int((min(1e5, wordsHeight * scale)).rounded(.up))
    let columns = symbol.width + 2 * symbol.quietZone
    self.wordsHeight = words
    let isLinear = symbol.rowHeight == 0
    let rows = isLinear ? 2 * Self.barMargin + 1 : symbol.height * symbol.rowHeight + 2 * symbol.quietZone
    let module = max(0, min(width / columns, (height - words) / rows))
    self.module = module
    let used = isLinear ? height : rows * module + words
    let left = Int((box.minX * scale).rounded()) + max(0, width - columns * module) / 2
    let top = Int((box.minY * scale).rounded()) + max(0, height - used) / 2
    area = (left, top, columns * module, used)
    let margin = isLinear ? Self.barMargin : symbol.quietZone
    origin = (left + symbol.quietZone * module, top + margin * module)
    rowHeight = isLinear ? max(0, used - words - (words > 0 ? margin + 1 : 2 * margin) * module) : symbol.rowHeight * module
  }

  /// Returns the size of a code, logical units.
  static func size(_ symbol: CodeSymbol, module: Double, barHeight: Double, scale: Double, wordsHeight: Double) -> Size {
    let pixels = max(1, (module * scale).rounded())
    let unit = pixels / scale
    let words = (wordsHeight * scale).rounded(.up) / scale
    let width = Double(symbol.width + 2 * symbol.quietZone) * unit
    guard symbol.rowHeight == 0 else {
      return Size(width, Double(symbol.height * symbol.rowHeight + 2 * symbol.quietZone) * unit + words)
    }
    let bars = (barHeight * scale).rounded(.up) / scale
    return Size(width, bars + Double(words > 0 ? barMargin + 1 : 2 * barMargin) * unit + words)
  }
}
