/** Rows rendered beyond the visible ones, so that fast scrolling shows no gap. */
const OVERSCAN = 4

export interface Viewport {
  /** Pixels. */
  scrollTop: number
  height: number
}

/** A run of rows of one height with a heading above. In pixels from the top of the list. */
export interface Section {
  top: number
  heading: number
  rowHeight: number
  /** The index of the section's first row among all rows. */
  first: number
  count: number
}

/** Stacks runs of rows vertically. */
export function toSections(
  runs: readonly { count: number; heading: number }[],
  rowHeight: number,
): Section[] {
  let top = 0
  let first = 0
  return runs.map(({ count, heading }) => {
    const section = { top, heading, rowHeight, first, count }
    top += heading + count * rowHeight
    first += count
    return section
  })
}

export function sectionHeight({ heading, rowHeight, count }: Section): number {
  return heading + count * rowHeight
}

/**
 * Returns the rows of a section to render, from `start` to `end`, exclusive, within the section.
 */
export function visibleRows({ top, heading, rowHeight, count }: Section, { scrollTop, height }: Viewport) {
  const offset = scrollTop - top - heading
  const start = Math.max(0, Math.floor(offset / rowHeight) - OVERSCAN)
  const end = Math.max(0, Math.min(count, Math.ceil((offset + height) / rowHeight) + OVERSCAN))
  return { start: Math.min(start, end), end }
}

/** Returns the top of a row in pixels from the top of the list. */
export function rowTop(sections: readonly Section[], row: number): number {
  const section = sections.findLast(({ first }) => first <= row)
  return section ? section.top + section.heading + (row - section.first) * section.rowHeight : 0
}

/**
 * Returns the scroll position at which a row is visible below its heading. Unchanged if it is
 * visible already.
 */
export function scrollToRow(
  sections: readonly Section[],
  row: number,
  { scrollTop, height }: Viewport,
): number {
  const section = sections.findLast(({ first }) => first <= row)
  if (!section) return scrollTop
  const top = rowTop(sections, row)
  if (top - section.heading < scrollTop) return top - section.heading
  return Math.max(scrollTop, top + section.rowHeight - height)
}
