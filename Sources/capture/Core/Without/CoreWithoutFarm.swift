import ArgumentParser

/// How the work on a film is divided: not at all where that family is left out.
struct DivisionOptions: FilmDivision {}
