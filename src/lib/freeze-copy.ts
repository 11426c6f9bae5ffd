/** A deep, frozen copy of plain data. Omits other values, such as functions. */
export function freezeCopy<Value>(value: Value): Value {
  if (Array.isArray(value)) return Object.freeze(value.map(freezeCopy)) as Value
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, inner]) => typeof inner !== 'function')
  return Object.freeze(Object.fromEntries(entries.map(([key, inner]) => [key, freezeCopy(inner)]))) as Value
}
