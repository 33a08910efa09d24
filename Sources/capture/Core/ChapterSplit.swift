import Reel

/// The unit that a film is split into.
enum SplitUnit: String, CaseIterable {
  /// One film per chapter.
  case chapters
}

/// The files of a split film: for every chapter, one file per pattern.
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
        "--split chapters needs a film with chapters, but this one has none: give its scenes a chapter, or leave out --split"
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
