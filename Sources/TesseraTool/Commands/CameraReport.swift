internal import TesseraJSON
internal import TesseraKit
internal import TesseraScene

/// Description of a camera as text and as JSON.
enum CameraReport {
  static func text(_ camera: CameraDescription) -> String {
    var lines = ["\(camera.path)  \(camera.name)  (\(camera.driver), \(camera.bus))"]
    for mode in camera.modes where mode.pixelFormat != nil {
      let size =
        mode.widths.count == 1 && mode.heights.count == 1
        ? "\(mode.widths.lowerBound)x\(mode.heights.lowerBound)"
        : "\(mode.widths.lowerBound)x\(mode.heights.lowerBound) to \(mode.widths.upperBound)x\(mode.heights.upperBound)"
      let rates = mode.rates.map { shown(($0 * 100).rounded() / 100) }.joined(separator: mode.hasRateRange ? " to " : ", ")
      lines.append("  \(mode.format)  \(size)" + (rates.isEmpty ? "" : "  \(rates) a second"))
    }
    var others: [String] = []
    for mode in camera.modes where mode.pixelFormat == nil && !others.contains(mode.format) { others.append(mode.format) }
    if !others.isEmpty { lines.append("  not supported: \(others.joined(separator: ", "))") }
    for control in camera.controls {
      let range = control.kind == .boolean ? "0 or 1" : "\(control.range.lowerBound) to \(control.range.upperBound)"
      let step = control.step > 1 ? ", step \(control.step)" : ""
      let value = control.value.map { ", now \($0)" } ?? ""
      lines.append("  \(control.name): \(range)\(step), default \(control.standard)\(value)" + (control.isFixed ? ", fixed" : ""))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  static func json(_ camera: CameraDescription) -> JSONValue {
    func number(_ value: Int) -> JSONValue { .number(Double(value)) }
    func range(_ range: ClosedRange<Int>) -> JSONValue { .list([number(range.lowerBound), number(range.upperBound)]) }
    return .map([
      ("path", .text(camera.path)), ("name", .text(camera.name)), ("driver", .text(camera.driver)), ("bus", .text(camera.bus)),
      (
        "modes",
        .list(
          camera.modes.map { mode in
            .map([
              ("format", .text(mode.format)), ("isSupported", .boolean(mode.pixelFormat != nil)), ("widths", range(mode.widths)),
              ("heights", range(mode.heights)), ("rates", .list(mode.rates.map(JSONValue.number))),
              ("hasRateRange", .boolean(mode.hasRateRange)),
            ])
          })
      ),
      (
        "controls",
        .list(
          camera.controls.map { control in
            .map([
              ("name", .text(control.name)), ("title", .text(control.title)), ("kind", .text(control.kind.rawValue)),
              ("range", range(control.range)), ("step", number(control.step)), ("default", number(control.standard)),
              ("value", control.value.map(number) ?? .null), ("isFixed", .boolean(control.isFixed)),
            ])
          })
      ),
    ])
  }
}
