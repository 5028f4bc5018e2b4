internal import ControlsPlugin
public import Tessera
internal import TesseraGeometry
public import TesseraRender

extension RollerControl {
  public func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan { drawColumns(in: $0, context) } }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) { drawColumns(in: canvas, context) }

  private func drawColumns(in canvas: borrowing Canvas, _ context: DrawContext) {
    let state = context.storage(of: Self.self).state.withLock { $0 }
    let environment = context.environment
    var look = ControlLook(isEnabled: isEnabled, InteractionState(), in: context)
    look.isEditing = state.isEditing && look.isEnabled
    let columns = columns(in: environment)
    let frames = frames(in: context.size, environment)
    for index in columns.indices {
      if context.isCancelled { return }
      let position = state.scrolls[index]?.position ?? Double(columns[index].index)
      drawBand(look.aligned(frames.band(index)), isEdited: look.isEditing && state.column == index, look, in: canvas)
      canvas.save()
      canvas.clip(frames.columns[index])
      drawRows(columns[index], in: frames.columns[index], row: frames.row, position: position, look, canvas)
      canvas.restore()
      if index > 0, !columns[index].separator.isEmpty {
        let (a, b) = (frames.columns[index - 1], frames.columns[index])
        let x = (min(a.maxX, b.maxX) + max(a.minX, b.minX)) / 2
        let text = ControlText(columns[index].separator, look.theme[.heading], environment, weight: 700).layout(look.mark(look.theme.ink))
        canvas.draw(text, at: Point(x - text.size.width / 2, b.midY - text.size.height / 2))
      }
    }
  }

  private func drawBand(_ band: Rect, isEdited: Bool, _ look: ControlLook, in canvas: borrowing Canvas) {
    let theme = look.theme
    let shape = RoundedRect(band, radius: theme[.radius2])
    if look.isBilevel {
      if look.isEnabled { canvas.fill(shape, .color(theme.ink)) } else { look.edge(shape, theme.ink, width: look.pixel, in: canvas) }
      if isEdited {
        canvas.drawBorder(Border(width: 2, color: theme.ink), of: RoundedRect(band.inset(by: -3), radius: theme[.radius2] + 3))
      }
      return
    }
    canvas.fill(shape, .color(look.isEnabled ? theme.wash : theme.well))
    if isEdited { return look.edge(shape, theme.accent, width: 3, in: canvas) }
    let color = look.isEnabled ? theme.edge : theme.edge.opacity(0.45)
    let inset = theme[.radius2] / 2
    for y in [band.minY, band.maxY - look.pixel] {
      canvas.fill(look.aligned(Rect(band.minX + inset, y, max(0, band.width - 2 * inset), look.pixel)), .color(color))
    }
  }

  private func drawRows(
    _ column: RollerColumn, in frame: Rect, row: Double, position: Double, _ look: ControlLook, _ canvas: borrowing Canvas
  ) {
    guard column.count > 0, row > 0, position.isFinite, abs(position) < 1e12 else { return }
    let theme = look.theme
    let reach = Int((frame.height / row / 2).rounded(.up)) + 1
    let middle = Int(position.rounded())
    let unit = RollerFrames.unitWidth(column, look.environment)
    for place in (middle - min(reach, 100))...(middle + min(reach, 100)) {
      if !column.isEndless, !(0..<column.count).contains(place) { continue }
      let distance = abs(Double(place) - position)
      let isMiddle = distance < 0.5
      let text = title(
        column.title(column.row(at: place)), isMiddle: isMiddle, color(isMiddle: isMiddle, distance, look),
        width: max(0, frame.width - unit),
        look)
      let y = frame.midY + (Double(place) - position) * row
      let x = frame.midX - (text.size.width + unit) / 2
      canvas.draw(text, at: Point(x, y - text.size.height / 2))
      if isMiddle, !column.unit.isEmpty {
        let words = ControlText(column.unit, theme[.small], look.environment).layout(color(isMiddle: true, distance, look))
        canvas.draw(words, at: Point(x + text.size.width + 4, y - words.size.height / 2 + 1))
      }
    }
  }

  /// Returns the title of a row, in smaller letters if a narrow column would cut it.
  private func title(_ words: String, isMiddle: Bool, _ color: Color, width: Double, _ look: ControlLook) -> TextLayout {
    let types = [look.theme[isMiddle ? .heading : .body], look.theme[.small]].map {
      ControlText(words, $0, look.environment, weight: isMiddle ? 700 : nil, isTabular: true)
    }
    let fits = types[0].layout(color).size.width <= width
    return types[fits ? 0 : 1].layout(color, width: width)
  }

  private func color(isMiddle: Bool, _ distance: Double, _ look: ControlLook) -> Color {
    let theme = look.theme
    if look.isBilevel { return isMiddle && look.isEnabled ? theme.ground : theme.ink }
    if isMiddle { return look.isEnabled ? theme.onWash : look.mark(theme.ink) }
    // In high contrast nothing is faint.
    if look.outlinesWells { return look.mark(theme.inkSoft) }
    guard look.isEnabled else { return theme.ink.opacity(distance < 1.5 ? 0.45 : 0.3) }
    return theme.inkSoft.opacity(distance < 1.5 ? 0.7 : 0.4)
  }
}
