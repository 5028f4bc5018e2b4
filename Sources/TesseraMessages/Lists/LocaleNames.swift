/// Names of languages, regions, scripts and currencies, as `Intl.DisplayNames` of ECMA-402.
public struct LocaleNames: Sendable {
  private let data: LocaleData

  public init(locale: String) {
    data = LocaleLibrary.data(LocaleTag(locale))
  }

  /// Name of a language, for example "Brazilian Portuguese"; `nil` if it is unknown.
  public func language(_ code: String) -> String? {
    let tag = LocaleTag(code)
    for known in [[tag.language, tag.script, tag.region], [tag.language, tag.script], [tag.language, tag.region], [tag.language]] {
      let name = known.compactMap { $0 }.joined(separator: "-")
      guard let text = data["ln/" + name] else { continue }
      let hasScript = tag.script != nil && !known.contains(tag.script)
      let hasRegion = tag.region != nil && !known.contains(tag.region)
      let details = [
        hasScript ? tag.script.flatMap(script) ?? tag.script : nil, hasRegion ? tag.region.flatMap(region) ?? tag.region : nil,
      ]
      .compactMap { $0 }
      return details.isEmpty ? text : "\(text) (\(details.joined(separator: ", ")))"
    }
    return nil
  }

  /// Name of a region: `DE`, `419`.
  public func region(_ code: String) -> String? { data["rn/" + code.uppercased()] }

  /// Name of a script: `Latn`.
  public func script(_ code: String) -> String? { data["sn/" + code.prefix(1).uppercased() + code.dropFirst().lowercased()] }

  /// Name of a currency: `EUR`.
  public func currency(_ code: String) -> String? { data.fields("cu/" + code.uppercased())?.first.map(String.init) }
}
