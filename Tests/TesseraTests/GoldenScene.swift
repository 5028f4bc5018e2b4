import TesseraTestSupport
import Testing

/// Small scene for one feature, with the name and tolerance of its golden picture.
struct GoldenScene: Sendable, CustomTestStringConvertible {
  let name: String
  let tolerance: PixelTolerance
  let reason: String
  /// Children of the root, as YAML flow lines indented by two.
  let body: String
  var direction = "ltr"
  var size = (width: 160, height: 96)
  var testDescription: String { name }

  var yaml: String {
    """
    tessera: 1
    size: [\(size.width), \(size.height)]
    background: '#ffffff'
    direction: \(direction)
    fonts: [fonts]
    defaults:
      box: {boxSizing: border-box}
      text: {color: black}
      editable-text: {color: black, selectionColor: '#337AF24D'}
    styles:
      key: {titleColor: '#ffffff', states: {normal: {background: '#3366cc'}, selected: {background: '#993300'}, disabled: {background: '#3366cc', titleColor: '#ffffff80'}}}
    root:
      type: box
      id: root
      style: {width: 100%, height: 100%, padding: 16, gap: 16, alignItems: center}
      children:
    \(body)
    """
  }

  /// Returns a stage that shows the scene with the fonts and pictures of the examples.
  func stage(scale: Double = 1, threads: Int = 0, replacing old: String? = nil, with new: String = "") throws -> HeadlessStage {
    var text = yaml
    if let old { text = text.replacing(old, with: new) }
    return try HeadlessStage(scene: text, scale: scale, directory: try Self.assets(), threads: threads)
  }

  static func assets() throws -> String { try PackageFolder.root() + "/docs/examples/assets" }

  init(_ name: String, _ body: String) { self.init(name, .exact, because: "", body) }

  init(_ name: String, _ tolerance: PixelTolerance, because reason: String, _ body: String) {
    self.name = name
    self.tolerance = tolerance
    self.reason = reason
    self.body = body
  }

  private static let rounding = "compilers for other processors may fuse multiplication and addition where gradients and curves are set up"
  private static let outlines = "versions of FreeType round outlines of glyphs differently"
  private static let codec = "versions and vector paths of libjpeg-turbo round the inverse transform differently"

  static let all: [GoldenScene] = [
    GoldenScene(
      "box_background_and_border",
      """
          - {type: box, style: {width: 56, height: 48}, background: '#3366cc'}
          - {type: box, style: {width: 56, height: 48}, background: '#ffcc66', border: {width: 3, color: '#993300'}}
      """),
    GoldenScene(
      "box_rounded", .perChannel(1), because: rounding,
      """
          - {type: box, style: {width: 56, height: 48}, background: '#3366cc', cornerRadius: 12}
          - {type: box, style: {width: 56, height: 48}, background: '#ffcc66', cornerRadius: [0, 24, 8, 16], border: {width: 2, color: '#993300'}}
      """),
    GoldenScene(
      "box_shadow", .perChannel(1), because: rounding,
      """
          - {type: box, style: {width: 48, height: 48}, background: '#ffffff', cornerRadius: 8, shadow: {color: '#00000080', y: 4, radius: 12}}
          - {type: box, style: {width: 48, height: 48}, background: '#ffffff80', shadow: {color: '#cc0000', x: 6, y: 6, radius: 0, spread: 2}}
      """),
    GoldenScene(
      "gradient_linear", .perChannel(1), because: rounding,
      """
          - {type: box, style: {width: 128, height: 64}, cornerRadius: 8, background: {gradient: linear, from: [0, 0], to: [1, 1], stops: [{at: 0, color: '#ff0000'}, {at: 0.5, color: '#00ff0080'}, {at: 1, color: '#0000ff'}]}}
      """),
    GoldenScene(
      "gradient_radial_and_conic", .perChannel(1), because: rounding,
      """
          - {type: box, style: {width: 56, height: 64}, background: {gradient: radial, center: [0.5, 0.5], radius: 0.5, stops: [{at: 0, color: '#ffffff'}, {at: 1, color: '#003366'}]}}
          - {type: box, style: {width: 56, height: 64}, cornerRadius: 28, background: {gradient: conic, angle: 45, stops: [{at: 0, color: '#ff8800'}, {at: 0.5, color: '#0088ff'}, {at: 1, color: '#ff8800'}]}}
      """),
    GoldenScene(
      "opacity_of_a_group",
      """
          - type: box
            opacity: 0.5
            style: {width: 96, height: 64}
            children:
              - {type: box, style: {position: absolute, left: 0, top: 0, width: 56, height: 40}, background: '#cc0000'}
              - {type: box, style: {position: absolute, left: 24, top: 16, width: 64, height: 40}, background: '#0000cc'}
      """),
    GoldenScene(
      "blend_modes",
      """
          - {type: box, style: {position: absolute, left: 0, right: 0, top: 32, height: 32}, background: '#4477aa'}
          - {type: box, style: {width: 20, height: 64}, background: '#ddaa55', blend: multiply}
          - {type: box, style: {width: 20, height: 64}, background: '#ddaa55', blend: screen}
          - {type: box, style: {width: 20, height: 64}, background: '#ddaa55', blend: difference}
          - {type: box, style: {width: 20, height: 64}, background: '#ddaa55', blend: overlay}
      """),
    GoldenScene(
      "transform_turns_and_scales", .perChannel(2), because: rounding + ", and turned pictures are resampled",
      """
          - {type: box, style: {width: 48, height: 48}, background: '#3366cc', transform: {rotate: 30}}
          - type: box
            style: {width: 48, height: 48}
            background: '#ffcc66'
            transform: {rotate: -12, scale: 0.75, y: 4}
            children:
              - {type: box, style: {position: absolute, left: 32, top: 32, width: 32, height: 32}, background: '#cc3366'}
      """),
    GoldenScene(
      "clip_at_rounded_corners", .perChannel(1), because: rounding,
      """
          - type: box
            clip: true
            cornerRadius: 24
            style: {width: 64, height: 64}
            children:
              - {type: box, style: {position: absolute, left: -8, top: -8, width: 48, height: 48}, background: '#cc3366'}
              - {type: box, style: {position: absolute, left: 32, top: 32, width: 48, height: 48}, background: '#3366cc'}
          - type: box
            clip: true
            style: {width: 40, height: 40}
            children:
              - {type: box, style: {position: absolute, left: 24, top: 24, width: 48, height: 48}, background: '#339966'}
      """),
    GoldenScene(
      "backdrop_blur_of_a_photo", .perChannel(2), because: codec,
      """
          - {type: image, source: photos/espresso.jpg, contentMode: fill, style: {position: absolute, left: 0, right: 0, top: 0, bottom: 0}}
          - {type: box, style: {width: 96, height: 48}, cornerRadius: 12, backdropBlur: 8, background: '#ffffff40', border: {width: 1, color: '#ffffff80'}}
      """),
    GoldenScene(
      "image_modes", .perChannel(2), because: codec,
      """
          - {type: image, source: photos/cat.jpg, contentMode: fill, style: {width: 32, height: 64}}
          - {type: image, source: photos/cat.jpg, contentMode: fit, style: {width: 40, height: 64}, background: '#dddddd'}
          - {type: image, source: photos/cat.jpg, contentMode: stretch, style: {width: 24, height: 64}, rounding: 8}
      """),
    GoldenScene(
      "video_frame_first_picture", .perChannel(2),
      because: "versions and vector paths of libyuv round the conversion of colours differently",
      """
          - {type: video-frame, source: video/cat.y4m, style: {width: 96, height: 56}}
      """),
    GoldenScene(
      "shape_path_stroke_and_ellipse", .perChannel(1), because: rounding,
      """
          - {type: shape, style: {width: 40, height: 40}, viewBox: [0, 0, 24, 24], path: M4 12 L10 18 L20 6, stroke: '#339966', strokeWidth: 3, cap: round, join: round}
          - {type: shape, style: {width: 32, height: 48}, fill: '#ffcc66', stroke: '#993300', strokeWidth: 4}
          - {type: shape, style: {width: 40, height: 40}, points: [20, 0, 32, 38, 1, 14, 39, 14, 8, 38], fill: '#3366cc', rule: evenOdd}
      """),
    GoldenScene(
      "text_latin_wrapped_and_cut", .perChannel(40), because: outlines,
      """
          - {type: text, fontSize: 14, lineLimit: 3, style: {width: 128}, string: 'A tessera is one tile of a mosaic; many of them make a picture that nobody forgets.'}
      """),
    GoldenScene(
      "text_arabic", .perChannel(40), because: outlines,
      """
          - {type: text, fontSize: 14, style: {width: 128}, string: 'مساء الخير! هل تشاهدون الإطلاق 24 ساعة؟'}
      """),
    GoldenScene(
      "text_devanagari", .perChannel(40), because: outlines,
      """
          - {type: text, fontSize: 18, style: {width: 128}, string: 'शुभ यात्रा! हम सब देख रहे हैं'}
      """),
    GoldenScene(
      "text_chinese", .perChannel(40), because: outlines,
      """
          - {type: text, fontSize: 18, style: {width: 128}, string: '今晚一路平安，咖啡准备好了！'}
      """),
    GoldenScene(
      "text_emoji", .perChannel(40), because: outlines + "; colour glyphs are scaled pictures",
      """
          - {type: text, fontSize: 22, style: {width: 128}, string: '🚀👨‍👩‍👧‍👦🇮🇳👩🏾‍🚀☕1️⃣🏳️‍🌈'}
      """),
    GoldenScene(
      "text_spans_and_shadow", .perChannel(40), because: outlines,
      """
          - {type: text, fontSize: 16, textShadow: {color: '#00000080', x: 1, y: 2, radius: 2}, spans: [{text: 'Bold ', weight: bold}, {text: red, color: '#cc0000'}, {text: ' line', underline: true}, {text: ' mark', background: '#ffee88'}]}
      """),
    GoldenScene(
      "text_around_shapes", .perChannel(40), because: outlines,
      """
          - {type: text, fontSize: 10, style: {width: 288, height: 128}, exclusions: [{ellipse: [110, 16, 72, 72]}, {rect: [240, 60, 60, 30], radius: 8}, {polygon: [[0, 30], [40, 60], [0, 90]]}], string: 'All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience and should act towards one another in a spirit of brotherhood. Everyone is entitled to all the rights and freedoms set forth in this Declaration, without distinction of any kind, such as race, colour, sex, language, religion, political or other opinion.'}
      """
    ).large,
    GoldenScene(
      "text_justified", .perChannel(40), because: outlines,
      """
          - {type: text, fontSize: 14, alignment: justify, style: {width: 136}, string: 'يولد جميع الناس أحرارا متساوين في الكرامة والحقوق، وقد وهبوا عقلا وضميرا'}
          - {type: text, fontSize: 13, alignment: justify, style: {width: 136}, hangingPunctuation: true, string: '“Hanging signs,” she said, “stand outside.” It looks, he said, straighter; so it does.'}
      """
    ).large,
    GoldenScene(
      "text_nodes_in_lines", .perChannel(40), because: outlines,
      """
          - type: text
            fontSize: 14
            style: {width: 128}
            spans: [{text: 'Press '}, {node: ok, width: 34, height: 22, align: center}, {text: ' where the '}, {node: dot}, {text: ' is, then '}, {node: bar, width: 20, height: 6, align: top}]
            children: [{type: button, styles: key, id: ok, title: OK, fontSize: 11, contentInsets: 0}, {type: box, id: dot, background: '#cc3366', cornerRadius: 7}, {type: box, id: bar, background: '#3366cc'}]
      """),
    GoldenScene(
      "button_states", .perChannel(40), because: outlines,
      """
          - {type: button, styles: key, title: Go, style: {width: 64, height: 32}}
          - {type: button, styles: key, title: 'On', selected: true, style: {width: 64, height: 32}}
          - {type: button, styles: key, title: Hot, highlighted: true, style: {width: 64, height: 32}}
          - {type: button, styles: key, title: 'Off', enabled: false, style: {width: 64, height: 32}}
      """
    ).wide,
    GoldenScene(
      "editable_text_selection", .perChannel(40), because: outlines,
      """
          - {type: editable-text, string: Edit this word, autofocus: true, initialSelection: [5, 9], style: {width: 128, height: 32, padding: 4}, border: {width: 1, color: '#888888'}}
      """),
    GoldenScene(
      "editable_text_caret_and_placeholder", .perChannel(40), because: outlines,
      """
          - {type: editable-text, string: Caret, autofocus: true, style: {width: 60, height: 32}, border: {width: 1, color: '#888888'}}
          - {type: editable-text, placeholderText: Name, style: {width: 52, height: 32}, border: {width: 1, color: '#888888'}}
      """),
    GoldenScene(
      "rows_from_right_to_left", .perChannel(40), because: outlines,
      """
          - {type: box, style: {width: 24, height: 48}, background: '#cc3366'}
          - {type: box, style: {width: 40, height: 48}, background: '#3366cc'}
          - {type: text, string: 'مرحبا', fontSize: 16}
      """
    ).rightToLeft,
    GoldenScene(
      "hidden_keeps_its_place",
      """
          - {type: box, hidden: true, style: {width: 48, height: 48}, background: '#ff0000'}
          - {type: box, style: {width: 48, height: 48}, background: '#339966'}
      """),
  ]

  private var wide: GoldenScene {
    var copy = self
    copy.size = (352, 64)
    return copy
  }

  private var large: GoldenScene {
    var copy = self
    copy.size = (320, 160)
    return copy
  }

  private var rightToLeft: GoldenScene {
    var copy = self
    copy.direction = "rtl"
    return copy
  }
}
