internal import Tessera

/// Names from CSS and other frameworks, mapped to their equivalents here.
enum FamiliarNames {
  /// Names in lower-case letters, mapped to possible equivalents, most likely first.
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

  /// Node types of other frameworks in lower-case letters, mapped to types here.
  private static let types: [String: [String]] = [
    "label": ["text"], "paragraph": ["text"], "p": ["text"], "span": ["text"], "heading": ["text"], "title": ["text"], "string": ["text"],
    "view": ["box"], "div": ["box"], "container": ["box"], "stack": ["box"], "row": ["box"], "column": ["box"], "hstack": ["box"],
    "vstack": ["box"], "zstack": ["box"], "flex": ["box"], "panel": ["box"], "group": ["box"], "rect": ["box"], "rectangle": ["box"],
    "spacer": ["box"], "card": ["box"], "img": ["image"], "picture": ["image"], "photo": ["image"], "icon": ["image"], "svg": ["image"],
    "lottie": ["image"], "gif": ["image"], "imageview": ["image"], "textfield": ["editable-text"], "textarea": ["editable-text"],
    "input": ["editable-text"], "textinput": ["editable-text"], "field": ["editable-text"], "edit": ["editable-text"],
    "textview": ["editable-text"], "list": ["table"], "listview": ["table"], "tableview": ["table"], "grid": ["collection"],
    "gridview": ["collection"], "collectionview": ["collection"], "carousel": ["pager"], "pageview": ["pager"], "swiper": ["pager"],
    "scrollview": ["scroll"], "scroller": ["scroll"], "navigation": ["screens"], "navigator": ["screens"], "tabbar": ["tabs"],
    "tabview": ["tabs"], "movie": ["video", "video-player"], "player": ["video-player"], "path": ["shape"], "circle": ["shape"],
    "ellipse": ["shape"],
    "line": ["shape"], "polygon": ["shape"], "activityindicator": ["spinner"], "progress": ["spinner"], "loader": ["spinner"],
    "loading": ["spinner"], "link": ["text"], "pressable": ["button"], "touchable": ["button"],
  ]

  /// Returns the node type that `name` probably refers to.
  static func type(meantBy name: String, among candidates: [String]) -> String? {
    let word = name.lowercased().filter { $0.isLetter }
    if let same = candidates.first(where: { $0.filter(\.isLetter) == word }) { return same }
    return types[word]?.first(where: candidates.contains) ?? nearestName(to: name, among: candidates)
  }

  /// Returns the candidate that `name` probably refers to: its equivalent, otherwise the nearest name; nil if no name is near.
  static func meant(by name: String, among candidates: [String]) -> String? {
    let word = name.lowercased().filter { $0.isLetter }
    return meanings[word]?.first(where: candidates.contains) ?? nearestName(to: name, among: candidates)
  }
}
