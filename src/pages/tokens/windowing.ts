/** Rows drawn beyond the visible ones, so that a quick scroll meets no gap. */
const OVERSCAN = 4

export interface Viewport {
  /** Pixels. */
  scrollTop: number
  height: number
}

/** Which rows of a long list must exist: from `start` up to, not including, `end`. */
export function visibleRows(count: number, rowHeight: number, { scrollTop, height }: Viewport) {
  const start = Math.max(0, Math.floor(scrollTop / rowHeight) - OVERSCAN)
  const end = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + OVERSCAN)
  return { start: Math.min(start, end), end }
}

/** Where to scroll so that a row is in view; the same place when it is. */
export function scrollToRow(row: number, rowHeight: number, { scrollTop, height }: Viewport): number {
  const top = row * rowHeight
  if (top < scrollTop) return top
  return Math.max(scrollTop, top + rowHeight - height)
}
