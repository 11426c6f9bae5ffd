/** Replaces a value by a better one until `findBetter` returns none. */
export function climb<Value>(first: Value, findBetter: (best: Value) => Value | undefined): Value {
  let best = first
  for (let next: Value | undefined = first; next !== undefined; next = findBetter(best)) best = next
  return best
}
