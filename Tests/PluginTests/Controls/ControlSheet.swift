import TesseraKit
import TesseraTestSupport
import Testing

/// Sheet of one control: the same rows in several modes of the theme next to each other.
enum ControlSheet {
  /// A mode, with the background of its rows.
  static let modes: [(name: String, ground: String)] = [
    ("light", "#EFEBE7"), ("dark", "#101418"), ("contrast", "#FFFFFF"), ("night", "#000000"),
  ]

  /// Creates a stage with the rows (children of a column in YAML, without indentation) in light, dark, high contrast and night.
  ///
  /// - Parameters:
  ///   - rows: Children; `$` at the end of an ID is replaced by the mode.
  ///   - width: Width of one column, logical units.
  ///   - height: Height of the sheet, logical units.
  ///   - density: Density of the controls.
  ///   - direction: Direction of lines.
  static func stage(
    _ rows: String, width: Double, height: Double, density: String = "regular", direction: String = "ltr", modes: Int = 4
  ) throws -> HeadlessStage {
    let columns = Self.modes.prefix(modes).map { mode in
      let children = rows.split(separator: "\n").map { "        " + named($0, mode.name) }.joined(separator: "\n")
      return """
            - type: box
              environment: {theme: {mode: \(mode.name)}, density: \(density)}
              background: '\(mode.ground)'
              style: {flexDirection: column, alignItems: flex-start, padding: 12, gap: 8, width: \(width), height: \(height), boxSizing: border-box}
              children:
        \(children)
        """
    }
    let scene = """
      tessera: 1
      size: [\(width * Double(modes)), \(height)]
      direction: \(direction)
      fonts: [docs/examples/assets/fonts]
      root:
        type: box
        children:
      \(columns.joined(separator: "\n").split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
      """
    return try HeadlessStage(scene: scene, directory: try PackageFolder.root())
  }

  private static func named(_ row: Substring, _ mode: String) -> String {
    String(row).replacing("$,", with: mode + ",").replacing("$}", with: mode + "}")
  }

  /// Begins a touch on the middle of the node with this ID in each mode.
  static func press(_ id: String, in h: HeadlessStage) throws {
    for (i, mode) in modes.enumerated() {
      guard let node = h.root.find(id + mode.name) else { continue }
      try h.touch(.began, at: h.frame(of: node).center, id: i)
    }
    try h.advance(by: 0.2)
  }
}
