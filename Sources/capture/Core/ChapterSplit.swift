import Reel

/// What a film is split into.
enum SplitUnit: String, CaseIterable {
  /// A film for each chapter.
  case chapters
}

/// The files of a film that is split: one of each pattern for every chapter.
struct ChapterSplit {
  /// A chapter: its files and its frames.
  struct Part {
    var names: [String]
    var frames: Range<Int>
  }

  let parts: [Part]

  /// All files, chapter by chapter.
  var names: [String] { parts.flatMap(\.names) }

  /// Names the files.
  ///
  /// - Throws: `DescriptionError` for a film without chapters, `InvalidValue` for a pattern that gives two chapters one name.
  init(_ film: FilmDescription, patterns: [String], at now: FilmDate) throws {
    let chapters = try film.chapterFrames
    guard !chapters.isEmpty else {
      throw DescriptionError(
        "--split chapters is for a film that has some, and this one has none: give its scenes a chapter, or leave it out"
      )
    }
    let names = try patterns.map { pattern in
      try NamePattern(pattern).names(ofChapters: chapters.map(\.title), at: now.date, zone: now.zone)
    }
    parts = chapters.enumerated().map { index, chapter in
      Part(names: names.map { $0[index] }, frames: chapter.frames)
    }
  }
}
