import Foundation
import Testing

/// Text of one script that a font of Debian covers, with several words: what is compared with `hb-shape`, and what a page shows.
struct ScriptSample: CustomTestStringConvertible, Sendable {
  var script: String
  var text: String
  var file: String
  var family: String
  var index = 0
  var units = 1000.0
  var language = ""
  var testDescription: String { script }

  init(_ script: String, _ text: String, font: String? = nil) {
    let name = font ?? "Sans\(script)"
    self.script = script
    self.text = text
    file = "/usr/share/fonts/truetype/noto/Noto\(name)-Regular.ttf"
    family = "Noto " + name.replacing(#/([a-z])([A-Z])/#) { "\($0.1) \($0.2)" }
  }

  init(_ script: String, _ text: String, cjk family: String, index: Int, language: String) {
    self.init(script, text)
    file = Files.notoCJK
    self.family = "Noto Sans CJK \(family)"
    self.index = index
    self.language = language
  }

  static let all: [ScriptSample] = [
    ScriptSample("Latin", "Affine office AVAToWa, fi ffl “Ünïcödé” e\u{301} (Tý. Wey) 1/2 Ǆ ﬁ ạ̈", font: "Sans"),
    ScriptSample("Greek", "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι, και ἴσοι ᾧ ΆΥΤΟ", font: "Sans"),
    ScriptSample("Cyrillic", "Все люди рождаются свободными, и равными; Ѳїта Їжак й", font: "Sans"),
    ScriptSample("Armenian", "Բոլոր մարդիկ ծնվում են ազատ ու հավասար և իրենց"),
    ScriptSample("Georgian", "ყველა ადამიანი იბადება თავისუფალი და ᲗᲐᲜᲐᲡᲬᲝᲠᲘ"),
    ScriptSample("Hebrew", "כָּל בְּנֵי הָאָדָם נוֹלְדוּ בְּנֵי חוֹרִין שָׁלוֹם"),
    ScriptSample("Arabic", "يُولَدُ جميعُ النّاسِ أحرارًا مُتساوين في الكرامة لا الله پچگ"),
    ScriptSample("Syriac", "ܟܠ ܒܪܢܫܐ ܒܪܝܠܗ ܚܐܪܐ ܘܒܪܒܪ ܓܘ ܐܝܩܪܐ"),
    ScriptSample("Thaana", "ހުރިހާ އިންސާނުން ވެސް އުފަންވަނީ މިނިވަންކަމުގައި"),
    ScriptSample("NKo", "ߡߐ߱ ߓߍ߯ ߦߋ߫ ߢߌߣߌ߫ ߘߡߍߘߌ ߟߋ߬ ߘߌ߫"),
    ScriptSample("Devanagari", "सभी मनुष्यों को गौरव और अधिकारों के क्षत्रियविद्यार्थी स्वतन्त्रता र्‍य ज्ञ कि"),
    ScriptSample("Bengali", "সমস্ত মানুষ স্বাধীনভাবে সমান মর্যাদা এবং জন্মগ্রহণ ক্ষ্ম কো"),
    ScriptSample("Gurmukhi", "ਸਾਰਾ ਮਨੁੱਖੀ ਪਰਿਵਾਰ ਆਪਣੀ ਮਹਿਮਾ ਸ਼ਾਨ ਅਤੇ ਪ੍ਰਾਪਤ"),
    ScriptSample("Gujarati", "પ્રતિષ્ઠા અને અધિકારોની દૃષ્ટિએ સર્વ માનવો જન્મથી સ્વતંત્ર"),
    ScriptSample("Oriya", "ଜନ୍ମକାଳରୁ ସମସ୍ତ ମନୁଷ୍ୟ ସ୍ବାଧୀନ ଏବଂ ମର୍ଯ୍ୟାଦା କୌ"),
    ScriptSample("Tamil", "மனிதப் பிறவியினர் சகலரும் சுதந்திரமாகவே க்ஷ ஸ்ரீ கொள்"),
    ScriptSample("Telugu", "ప్రతిపత్తిస్వత్వముల విషయమున మానవులెల్లరును జన్మతః స్త్రీ క్ష్మి"),
    ScriptSample("Kannada", "ಎಲ್ಲಾ ಮಾನವರೂ ಸ್ವತಂತ್ರರಾಗಿಯೇ ಜನಿಸಿದ್ದಾರೆ ಕ್ಷ್ಮೀ ಕೋ"),
    ScriptSample("Malayalam", "മനുഷ്യരെല്ലാവരും തുല്യാവകാശങ്ങളോടും അന്തസ്സോടും സ്വാതന്ത്ര്യത്തോടും ന്‍ ക്ഷ"),
    ScriptSample("Sinhala", "සියලු මනුෂ්‍යයෝ නිදහස්ව උපත ලබා ඇත ක්‍රියා ශ්‍රී ලං"),
    ScriptSample("Thai", "มนุษย์ทั้งหลายเกิดมามีอิสระ น้ำใจดีที่สุด ปี่ ฏุ"),
    ScriptSample("Lao", "ມະນຸດທຸກຄົນເກີດມາມີ ສິດເສຣີພາບ ນ້ຳ ຫຼັງ"),
    ScriptSample("Tibetan", "འགྲོ་བ་མིའི་རིགས་རྒྱུད་ཡོངས་ལ་སྐྱེས་ཙམ་ཉིད་ནས ཨོཾ་མ་ཎི་པདྨེ་ཧཱུྃ", font: "SerifTibetan"),
    ScriptSample("Myanmar", "လူတိုင်းသည် တူညီ လွတ်လပ်သော ဂုဏ်သိက္ခာဖြင့် ကြွ င်္ဂ"),
    ScriptSample("Khmer", "មនុស្សទាំងអស់ កើតមកមាន សេរីភាព និងសមភាព ស្ត្រី ក្រៅ"),
    ScriptSample("Ethiopic", "የሰው ልጅ ሁሉ ሲወለድ ነጻና በክብርና በመብትም"),
    ScriptSample("Cherokee", "ᏂᎦᏓ ᎠᏂᏴᏫ ᏂᎨᎫᏓᎸᎾ ᎠᎴ ᎤᏂᏠᏱ ꭰꮒᏼꮻ"),
    ScriptSample("CanadianAboriginal", "ᐃᓅᔪᓕᒫᑦ ᐊᓂᖅᑎᕆᔪᖅ ᐃᓱᒪᕐᓱᕐᖢᓂ"),
    ScriptSample("Mongolian", "ᠬᠦᠮᠦᠨ ᠪᠦᠷ ᠲᠥᠷᠥᠵᠦ ᠮᠡᠨᠳᠡᠯᠡᠬᠦ ᠡᠷᠬᠡ"),
    ScriptSample("Javanese", "ꦱꦧꦼꦤ꧀ꦮꦺꦴꦁ ꦏꦭꦲꦶꦫꦏꦺ ꦏꦤ꧀ꦛꦶ"),
    ScriptSample("Balinese", "ᬫᬦᬸᬱ᭄ᬬ ᬓᬾᬢᬾᬓᬵ ᬮᬳᬶᬃ ᬫᬃᬤᬾᬓ"),
    ScriptSample("Tifinagh", "ⵉⵎⴷⴰⵏⴻⵏ ⴰⴽⴽ ⵜⵜⵍⴰⵍⴻⵏ ⴷ ⵉⵍⴻⵍⵍⵉⵢⴻⵏ"),
    ScriptSample("OlChiki", "ᱡᱚᱛᱚ ᱦᱚᱲ ᱨᱮᱱᱟᱜ ᱡᱟᱱᱟᱢ"),
    ScriptSample("Adlam", "𞤋𞤥𞤢𞤲𞤫 𞤳𞤢𞤤 𞤬𞤮𞤬 𞤵𞤥𞤫𞤲𞤪𞤭"),
    ScriptSample("Hangul", "모든 인간은 태어날 때부터 자유로우며 그 존엄과 각 한글", cjk: "KR", index: 1, language: "ko"),
    ScriptSample("Han", "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心！", cjk: "SC", index: 2, language: "zh-cn"),
    ScriptSample("Kana", "すべての人間は、生まれながらにして自由であり「尊厳」と権利、ショッピング・センターが゙", cjk: "JP", index: 0, language: "ja"),
  ]
}
