/** How far Page Up and Page Down go. */
const PAGE = 5

/** The row a key leads to from `at`; undefined when the key is not one of movement. */
export function rowAfterKey(key: string, at: number, last: number): number | undefined {
  const wanted = target(key, at)
  return wanted === undefined ? undefined : Math.max(0, Math.min(last, wanted))
}

function target(key: string, at: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return at + 1
    case 'ArrowUp':
      return at - 1
    case 'PageDown':
      return at + PAGE
    case 'PageUp':
      return at - PAGE
    default:
      return undefined
  }
}
