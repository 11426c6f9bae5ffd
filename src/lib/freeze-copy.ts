/** A deep copy of plain data that nobody can change. What is no plain data, such as a function, is left out. */
export function freezeCopy<Value>(value: Value): Value {
  if (Array.isArray(value)) return Object.freeze(value.map(freezeCopy)) as Value
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, inner]) => typeof inner !== 'function')
  return Object.freeze(Object.fromEntries(entries.map(([key, inner]) => [key, freezeCopy(inner)]))) as Value
}
