internal import ControlsPlugin
internal import Tessera
internal import TesseraGeometry

/// Places of the parts of a calendar in a box. A value.
struct CalendarFrames: Sendable {
  let size: Size
  /// Height of the title with its arrows, and of the names of the days.
  let header: Double
  let names: Double
  /// Width of the column of week numbers; 0 without it.
  let weeks: Double
  let isMirrored: Bool

  /// Number of weeks of a page; years are in rows of 4.
  static let (rows, columns, yearsPerRow, years) = (6, 7, 4, 16)

  init(_ value: MonthCalendar, in size: Size, _ environment: EnvironmentValues) {
    self.size = size
    (header, names, weeks) = Self.measures(value, environment)
    isMirrored = environment.direction == .rtl
  }

  private static func measures(_ value: MonthCalendar, _ environment: EnvironmentValues) -> (Double, Double, Double) {
    let theme = environment.theme
    let header = max(theme[.control], (theme[.heading].line * environment.textScale).rounded(.up))
    let names = (theme[.micro].line * environment.textScale + theme[.space2]).rounded(.up)
    return (header, names, value.showsWeekNumbers ? theme[.space8] : 0)
  }

  /// Returns the preferred size.
  static func size(_ value: MonthCalendar, _ environment: EnvironmentValues) -> Size {
    let (header, names, weeks) = measures(value, environment)
    let theme = environment.theme
    let line = theme[.body].line * environment.textScale
    let cell = Size(max(theme[.dayWidth], (line * 1.4).rounded(.up)), max(theme[.dayHeight], line + 8))
    return Size(weeks + cell.width * Double(columns), header + names + cell.height * Double(rows))
  }

  private func placed(_ rect: Rect) -> Rect {
    isMirrored ? Rect(size.width - rect.maxX, rect.minY, rect.width, rect.height) : rect
  }

  var previous: Rect { placed(Rect(0, 0, min(header, size.width / 3), header)) }
  var next: Rect { placed(Rect(size.width - min(header, size.width / 3), 0, min(header, size.width / 3), header)) }
  var title: Rect {
    let side = min(header, size.width / 3)
    return Rect(side, 0, max(0, size.width - 2 * side), header)
  }
  /// Part of the box with the days.
  var page: Rect { Rect(0, header, size.width, max(0, size.height - header)) }

  private var cell: Size {
    Size(max(0, size.width - weeks) / Double(Self.columns), max(0, size.height - header - names) / Double(Self.rows))
  }

  /// Returns the place of the name of a day of the week, 0...6.
  func name(_ column: Int) -> Rect { placed(Rect(weeks + Double(column) * cell.width, header, cell.width, names)) }

  /// Returns the place of a day of the page, 0...41.
  func day(_ index: Int) -> Rect {
    let (row, column) = (Double(index / Self.columns), Double(index % Self.columns))
    return placed(Rect(weeks + column * cell.width, header + names + row * cell.height, cell.width, cell.height))
  }

  /// Returns the place of the number of a week, 0...5.
  func week(_ row: Int) -> Rect { placed(Rect(0, header + names + Double(row) * cell.height, weeks, cell.height)) }

  /// Returns the place of a year of the page, 0...15.
  func year(_ index: Int) -> Rect {
    let room = Size(size.width / Double(Self.yearsPerRow), max(0, size.height - header) / 4)
    let (row, column) = (Double(index / Self.yearsPerRow), Double(index % Self.yearsPerRow))
    return placed(Rect(column * room.width, header + row * room.height, room.width, room.height))
  }
}

/// Days of a page of a calendar: six weeks with the month in them. A value.
struct CalendarPage: Sendable, Hashable {
  /// First day of the month.
  let month: CalendarDate
  private let first: Int

  init(_ month: CalendarDate, firstWeekday: Int) {
    self.month = month.startOfMonth
    first = self.month.dayNumber - (self.month.weekday - firstWeekday + 7) % 7
  }

  /// Returns a day of the page, 0...41; nil outside of the calendar.
  func day(_ index: Int) -> CalendarDate? {
    let number = first + index
    return (CalendarDate.first.dayNumber...CalendarDate.last.dayNumber).contains(number) ? CalendarDate(dayNumber: number) : nil
  }

  /// Returns the place of a day on the page; nil if it is on another one.
  func index(of day: CalendarDate) -> Int? {
    let index = day.dayNumber - first
    return (0..<CalendarFrames.rows * CalendarFrames.columns).contains(index) ? index : nil
  }
}
