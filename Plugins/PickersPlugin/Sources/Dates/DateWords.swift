/// Words of dates in one language. A value.
struct DateWords: Sendable, Hashable {
  /// Names of the months from January on.
  let months: [String]
  /// Names of the days of the week from Monday on.
  let weekdays: [String]
  /// Short names of the days of the week from Monday on.
  let shortWeekdays: [String]
  /// Morning and afternoon.
  let halves: [String]

  private init(_ months: String, _ weekdays: String, _ short: String, _ halves: String = "AM PM") {
    func list(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
    (self.months, self.weekdays, shortWeekdays, self.halves) = (list(months), list(weekdays), list(short), list(halves))
  }

  /// Returns the words of a language; English ones for unknown languages.
  static func of(_ language: String) -> DateWords { all[language] ?? english }

  private static let numbered = (1...12).map { "\($0)月" }.joined(separator: " ")

  private static let english = DateWords(
    "January February March April May June July August September October November December",
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday", "Mo Tu We Th Fr Sa Su")

  private static let all: [String: DateWords] = [
    "de": DateWords(
      "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
      "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag", "Mo Di Mi Do Fr Sa So"),
    "fr": DateWords(
      "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
      "lundi mardi mercredi jeudi vendredi samedi dimanche", "lu ma me je ve sa di"),
    "es": DateWords(
      "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
      "lunes martes miércoles jueves viernes sábado domingo", "lu ma mi ju vi sá do"),
    "it": DateWords(
      "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
      "lunedì martedì mercoledì giovedì venerdì sabato domenica", "lu ma me gi ve sa do"),
    "pt": DateWords(
      "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
      "segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo", "seg ter qua qui sex sáb dom"),
    "nl": DateWords(
      "januari februari maart april mei juni juli augustus september oktober november december",
      "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag", "ma di wo do vr za zo"),
    "sv": DateWords(
      "januari februari mars april maj juni juli augusti september oktober november december",
      "måndag tisdag onsdag torsdag fredag lördag söndag", "må ti on to fr lö sö"),
    "da": DateWords(
      "januar februar marts april maj juni juli august september oktober november december",
      "mandag tirsdag onsdag torsdag fredag lørdag søndag", "ma ti on to fr lø sø"),
    "nb": DateWords(
      "januar februar mars april mai juni juli august september oktober november desember",
      "mandag tirsdag onsdag torsdag fredag lørdag søndag", "ma ti on to fr lø sø"),
    "fi": DateWords(
      "tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu marraskuu joulukuu",
      "maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai", "ma ti ke to pe la su"),
    "pl": DateWords(
      "styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień",
      "poniedziałek wtorek środa czwartek piątek sobota niedziela", "pn wt śr cz pt so nd"),
    "cs": DateWords(
      "leden únor březen duben květen červen červenec srpen září říjen listopad prosinec",
      "pondělí úterý středa čtvrtek pátek sobota neděle", "po út st čt pá so ne"),
    "tr": DateWords(
      "Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık",
      "Pazartesi Salı Çarşamba Perşembe Cuma Cumartesi Pazar", "Pt Sa Ça Pe Cu Ct Pz"),
    "ru": DateWords(
      "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь",
      "понедельник вторник среда четверг пятница суббота воскресенье", "пн вт ср чт пт сб вс"),
    "uk": DateWords(
      "січень лютий березень квітень травень червень липень серпень вересень жовтень листопад грудень",
      "понеділок вівторок середа четвер пʼятниця субота неділя", "пн вт ср чт пт сб нд"),
    "ar": DateWords(
      "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
      "الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد", "ن ث ر خ ج س ح", "ص م"),
    "he": DateWords(
      "ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר",
      "שני שלישי רביעי חמישי שישי שבת ראשון", "ב׳ ג׳ ד׳ ה׳ ו׳ ש׳ א׳"),
    "ja": DateWords(numbered, "月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日", "月 火 水 木 金 土 日", "午前 午後"),
    "zh": DateWords(numbered, "星期一 星期二 星期三 星期四 星期五 星期六 星期日", "一 二 三 四 五 六 日", "上午 下午"),
    "ko": DateWords(
      (1...12).map { "\($0)월" }.joined(separator: " "), "월요일 화요일 수요일 목요일 금요일 토요일 일요일", "월 화 수 목 금 토 일", "오전 오후"),
  ]
}
