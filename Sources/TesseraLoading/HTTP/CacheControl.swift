/// The directives of `Cache-Control` that concern a private cache (RFC 9111, 5.2.2).
struct CacheControl: Hashable {
  var maxAge: Double?
  var noStore = false
  var noCache = false
  var mustRevalidate = false

  /// Reads the header; what is not understood is ignored.
  init(_ header: String?) {
    for directive in (header ?? "").split(separator: ",") {
      let parts = directive.split(separator: "=", maxSplits: 1)
      guard let name = parts.first?.trimmed.lowercased() else { continue }
      switch name {
      case "no-store": noStore = true
      case "no-cache": noCache = true
      case "must-revalidate": mustRevalidate = true
      case "max-age":
        let value = parts.count == 2 ? parts[1].trimmed.filter { $0 != "\"" } : ""
        // One that cannot be read counts as expired (4.2.1).
        maxAge = Int(value).map { Double(max(0, $0)) } ?? 0
      default: break
      }
    }
  }
}
