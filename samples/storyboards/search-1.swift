func find(_ wanted: Int, in numbers: [Int]) -> Int? {
  // From the first to the last.
  for index in 0..<numbers.count {
    if numbers[index] == wanted { return index }
  }
  return nil
}
