/** Rows rendered beyond the visible ones, so that fast scrolling shows no gap. */
const OVERSCAN = 4

export interface Viewport {
  /** Pixels. */
  scrollTop: number
  height: number
}

/** The rows of a long list to render: from `start` to `end`, exclusive. */
export function visibleRows(count: number, rowHeight: number, { scrollTop, height }: Viewport) {
  const start = Math.max(0, Math.floor(scrollTop / rowHeight) - OVERSCAN)
  const end = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + OVERSCAN)
  return { start: Math.min(start, end), end }
}

/** The scroll position at which a row is visible; unchanged if it is already. */
export function scrollToRow(row: number, rowHeight: number, { scrollTop, height }: Viewport): number {
  const top = row * rowHeight
  if (top < scrollTop) return top
  return Math.max(scrollTop, top + rowHeight - height)
}
