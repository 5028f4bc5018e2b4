/// Short words for roles and states on a braille line. Languages without short words have those of speech. Any thread.
enum BrailleWords {
  /// Returns a short word, or nil.
  ///
  /// - Parameters:
  ///   - key: role or state, as in the words of the reader.
  ///   - language: BCP 47 tag.
  static func short(_ key: String, language: String) -> String? {
    let tag = language.split(separator: "-").first.map { $0.lowercased() } ?? "en"
    return tables[tag]?[key]
  }

  private static let keys = [
    "button", "toggleButton", "switch", "checkbox", "radio", "radioGroup", "slider", "stepper", "textField", "searchField", "password",
    "comboBox", "progress", "meter", "link", "image", "separator", "toolbar", "tabList", "tab", "list", "table", "menu", "menuItem",
    "dialog", "selected", "dimmed", "busy", "required", "invalid", "read-only",
  ]

  private static let tables: [String: [String: String]] = [
    "en": table(
      "btn tbtn swt chk rbtn rgrp sld spn edt srch pwd cbo prg mtr lnk img sep tbar tabs tab lst tbl mnu mi dlg sel dim bsy req inv ro"),
    "de": table(
      "schl usch sch kk opt optgr srl dreh ein such pwt ausw fort anz lnk bild trn symbl regs reg lst tab mnü mp dlg ausg inakt bel erf ung nl"
    ),
    "fr": table(
      "btn btnb int cch rad grad curs cptr éd rech mdp ldr prog mes lien img sép barre ongs ong lst tab mnu em dlg sél gris occ obl inv ls"),
    "es": table(
      "btn btna int cas opc gopc desl num ed bsq cla cbo prog med enl img sep barra pests pest lst tab mnú em dlg sel ina ocu obl inv sl"),
    "it": table(
      "pls plsa int csl opz gopz curs num ed cerc pwd cas prog mis col img sep barra schs sch lst tab mnu vm dlg sel dis occ obl inv sl"),
    "nl": table(
      "knp wknp sch vak keu keugr schf tel inv zoek ww lijst voort mtr lnk afb scheid wb tabs tab lst tbl mnu mi dlg gesel uit bez ver ong al"
    ),
  ]

  private static func table(_ words: String) -> [String: String] {
    Dictionary(uniqueKeysWithValues: zip(keys, words.split(separator: " ").map(String.init)))
  }
}
