internal import Tessera

/// Names that people know from CSS and other frameworks for what is called otherwise here.
enum FamiliarNames {
  /// Lower-case letters only, to the names that may be meant, the likeliest first.
  private static let meanings: [String: [String]] = [
    "text": ["string", "title"], "content": ["string"], "value": ["string"], "caption": ["title", "string"], "markdown": ["markup"],
    "fontfamily": ["font"], "family": ["font"], "typeface": ["font"], "fontweight": ["weight"], "bold": ["weight"], "fontstyle": ["slant"],
    "italic": ["slant"], "textsize": ["fontSize"], "fontstretch": ["fontWidth"], "fontvariationsettings": ["axes"],
    "fontfeaturesettings": ["features"], "textcolor": ["color"], "foreground": ["color"], "foregroundcolor": ["color"],
    "backgroundcolor": ["background"], "align": ["alignment"], "textalign": ["alignment"], "textalignment": ["alignment"],
    "verticalalign": ["verticalAlignment"], "maxlines": ["lineLimit"], "numberoflines": ["lineLimit"], "lineclamp": ["lineLimit"],
    "lines": ["lineLimit"], "maximumnumberoflines": ["lineLimit"], "textoverflow": ["truncation"], "ellipsis": ["truncation"],
    "ellipsize": ["truncation"], "linebreakmode": ["truncation"], "wrap": ["wrapping"], "whitespace": ["wrapping"], "nowrap": ["wrapping"],
    "tracking": ["letterSpacing"], "kerning": ["letterSpacing"], "leading": ["lineSpacing"], "textindent": ["firstLineIndent"],
    "hyphens": ["hyphenation"], "lang": ["language"], "textdecoration": ["underline"], "strike": ["strikethrough"],
    "linethrough": ["strikethrough"], "stroke": ["outlineColor"], "strokecolor": ["outlineColor"], "strokewidth": ["outlineWidth"],
    "href": ["link"], "url": ["link"], "minimumscalefactor": ["minimumScale"], "userselect": ["selectable"], "tabs": ["tabStops"],
    "superscript": ["position"], "subscript": ["position"], "radius": ["cornerRadius"], "borderradius": ["cornerRadius"],
    "boxshadow": ["shadow"], "visible": ["hidden"], "alpha": ["opacity"], "src": ["source"], "file": ["source"], "path": ["source"],
  ]

  /// The candidate that `name` was meant to be: what others call so, else the nearest; nil where none is near.
  static func meant(by name: String, among candidates: [String]) -> String? {
    let word = name.lowercased().filter { $0.isLetter }
    return meanings[word]?.first(where: candidates.contains) ?? nearestName(to: name, among: candidates)
  }
}
