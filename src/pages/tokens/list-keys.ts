/** Rows per Page Up and Page Down. */
const PAGE = 5

/** Returns the row that a navigation key selects from `at`. Undefined for other keys. */
export function rowAfterKey(key: string, at: number, last: number): number | undefined {
  const row = target(key, at)
  return row === undefined ? undefined : Math.max(0, Math.min(last, row))
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
