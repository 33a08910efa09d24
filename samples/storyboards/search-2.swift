func find(_ wanted: Int, in numbers: [Int]) -> Int? {
  var range = 0..<numbers.count
  while !range.isEmpty {
    let index = (range.lowerBound + range.upperBound) / 2
    if numbers[index] == wanted { return index }
    if numbers[index] < wanted {
      range = index + 1..<range.upperBound
    } else {
      range = range.lowerBound..<index
    }
  }
  return nil
}
