import ArgumentParser

/// The division of the work on a film: none in a build without that family.
struct DivisionOptions: FilmDivision {}
