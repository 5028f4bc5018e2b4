import TesseraKit

/// People, places and words of the screens. A real program would load them from its server.
enum Sample {
  static let people = ["Amara", "Bjørn", "Chiyo", "Diego", "Elif", "Farah", "Goran", "Hana"]
  static let places = [
    "Lofoten, Norway", "Torres del Paine", "Kyoto", "Atacama", "Cappadocia", "Isle of Skye", "Plitvice", "Hokkaido",
  ]
  static let captions = [
    "First light. Worth every step in the dark.", "Nobody here but the wind, and a thermos of tea.",
    "We missed the last bus, so we walked, and this is what the road had kept for us.", "Blue hour.",
    "Eleven days of rain, then ten minutes of this.",
    "The map said there was a lake. The map was right. We stayed until the stars came out, and then a while longer.",
  ]
  static let traits = ["Naps in the sun.", "Loves long walks, hates the vacuum.", "Gentle, a bit shy at first.", "Up all night."]
  static let shelves = [
    "New arrivals", "Quiet evenings", "Far away", "From the archive", "Because you like mountains", "Under ten minutes",
  ]
  static let films = [
    "The Long Thaw", "Paper Lanterns", "Salt Road", "A Field of Noise", "Northbound", "The Tide Clock", "Low Sun", "Ninth Harbour",
    "Kestrel", "Amber Hours",
  ]
  static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  static let times: [(name: String, hours: Range<Int>)] = [("Morning", 7..<12), ("Afternoon", 12..<18), ("Evening", 18..<23)]
  static let entries = [
    ("Stand-up", "Room 4"), ("Swim", "City pool"), ("Design review", "Video call"), ("Lunch with Ines", "Café Lume"),
    ("Focus", "No meetings"), ("Dentist", "Dr. Okafor"), ("Ship the release", "Fingers crossed"), ("Piano", "With Mr. Lind"),
    ("Walk the dog", "Twice around the lake"),
  ]
  static let messages = [
    "Are you awake?", "Since five. The gulls have opinions.", "How is the engine?",
    "Better. It was the fuel filter after all, as you said.", "Told you!",
    "You did. I have written it in the log so that it is on record: you were right once.", "Once?!",
    "The wind turned in the night, so we stay in the harbour until Thursday. There is a bakery.", "Priorities.",
    "They do a cardamom bun.", "Bring me one. Bring me six.", "They will be stale in a week.", "I do not care about that at all.",
    "A seal followed us for an hour yesterday. It looked like your uncle.", "Which one?", "The one with the moustache.", "Oh dear. Yes.",
    "Photo, please.",
  ]
  static let heart = "M8 15C3 11 0 8 0 4.5C0 2 2 0 4.3 0C5.8 0 7.2 .8 8 2C8.8 .8 10.2 0 11.7 0C14 0 16 2 16 4.5C16 8 13 11 8 15Z"
  static let accents = [0xEF476F, 0xF78C6B, 0x06A77D, 0x118AB2, 0x7768AE, 0xD68C45].map { Color(rgb: $0) }
}

extension Color {
  static let ink = Color(rgb: 0x1F2430)
  static let soft = Color(rgb: 0x6C7486)
}
