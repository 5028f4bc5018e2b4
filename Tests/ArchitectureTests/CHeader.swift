import Foundation

/// A C header, read as far as the rules need: no preprocessor, no grammar beyond names at file scope.
struct CHeader {
  /// The text without comments and without the bodies of inline functions.
  let code: String

  init(_ text: String) {
    code = text.replacing(#/(?s)/\*.*?\*//#, with: " ").replacing(#///[^\n]*/#, with: "")
  }

  /// What `#include` lines name, with their brackets or quotes.
  var includes: [String] {
    code.matches(of: #/(?m)^\s*#\s*include\s+([<"][^>"]+[>"])/#).map { String($0.output.1) }
  }

  /// Names that the header gives to whoever includes it: functions, types, tags, enumerators, macros.
  ///
  /// Include guards are left out.
  var names: [String] {
    let guards = Set(code.matches(of: #/(?m)^\s*#\s*ifndef\s+(\w+)/#).map { String($0.output.1) })
    var names = code.matches(of: #/(?m)^\s*#\s*define\s+(\w+)/#).map { String($0.output.1) }.filter { !guards.contains($0) }
    let plain = code.replacing(#/(?m)^\s*#(?:[^\n]*\\\n)*[^\n]*/#, with: "").replacing(#/extern\s+"C"\s*\{/#, with: "")
    names += plain.matches(of: #/\b(?:struct|enum|union)\s+(\w+)/#).map { String($0.output.1) }
    for body in plain.matches(of: #/\benum\b[^{;]*\{([^}]*)\}/#) {
      names += body.output.1.split(separator: ",").compactMap { $0.firstMatch(of: #/^\s*([A-Za-z_]\w*)/#).map { String($0.output.1) } }
    }
    // What is left at file scope, a declaration a piece.
    for declaration in Self.fileScope(plain).split(separator: ";") {
      if let pointer = declaration.firstMatch(of: #/typedef\b.*\(\s*\*\s*(\w+)\s*\)\s*\(/#) {
        names.append(String(pointer.output.1))
      } else if let alias = declaration.firstMatch(of: #/typedef\b.*?(\w+)\s*(?:\[[^\]]*\])?\s*$/#.dotMatchesNewlines()) {
        names.append(String(alias.output.1))
      } else if let function = declaration.replacing(#/__attribute__\s*\(\(.*?\)\)/#, with: "").firstMatch(of: #/(\w+)\s*\(/#) {
        names.append(String(function.output.1))
      }
    }
    return names.filter { $0 != "defined" }
  }

  /// The text with everything between braces left out; a closing brace at file scope ends a declaration unless a name follows it.
  private static func fileScope(_ text: String) -> String {
    var depth = 0
    var kept = ""
    for character in text {
      switch character {
      case "{": depth += 1
      case "}":
        depth = max(0, depth - 1)
        if depth == 0 { kept.append(kept.contains(#/\)\s*$/#) ? ";" : " ") }
      default: if depth == 0 { kept.append(character) }
      }
    }
    return kept
  }
}
