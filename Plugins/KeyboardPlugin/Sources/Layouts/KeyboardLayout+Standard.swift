internal import Tessera

extension KeyboardLayout {
  /// Names of the layouts that are part of the plugin.
  public static var standardNames: [String] { StandardLayouts.texts.map { $0.name } }

  private static let known = Locked<[String: KeyboardLayout]>([:])

  /// Returns a layout that is part of the plugin, parsed on first use; nil if there is none with this name. A name of a language and a region, such as
  /// "de-AT", falls back to the language. Any thread.
  public static func standard(_ name: String) -> KeyboardLayout? {
    let texts = StandardLayouts.texts
    let language = name.prefix { $0 != "-" && $0 != "_" }.lowercased()
    var wanted = name.split(whereSeparator: { $0 == "_" }).joined(separator: "-").lowercased()
    // Regions that write Chinese in traditional signs.
    if wanted.hasPrefix("zh-hant-") || ["zh-tw", "zh-hk", "zh-mo"].contains(wanted) { wanted = "zh-hant" }
    guard
      let found = texts.first(where: { $0.name.lowercased() == wanted }) ?? texts.first(where: { $0.name.lowercased() == language })
        ?? texts.first(where: { $0.name.lowercased().hasPrefix(language + "-") })
    else { return nil }
    if let layout = known.withLock({ $0[found.name] }) { return layout }
    guard let layout = try? KeyboardLayout(text: "\(found.text)", file: found.name) else { return nil }
    known.withLock { $0[found.name] = layout }
    return layout
  }

  /// Reads a layout from a file. Any thread; blocks for the time of the read.
  /// - Throws: an error of the system, or of the text with its line.
  public static func load(file: String) throws(KeyboardLayoutError) -> KeyboardLayout {
    try KeyboardLayout(text: LayoutFile.text(of: file, limit: Limit.bytes), file: file)
  }

  /// Returns the layout with a name, or in a file whose name has a slash or ends with ".keys".
  static func find(_ name: String) throws(KeyboardLayoutError) -> KeyboardLayout {
    if name.hasSuffix(".keys") || name.contains("/") { return try load(file: name) }
    if let layout = standard(name) { return layout }
    throw KeyboardLayoutError(
      file: name, line: 0, reason: "unknown layout `\(name)`; valid are \(standardNames.joined(separator: ", ")), or a file NAME.keys")
  }
}
