import { expect, it } from 'vitest'
import { rowTop, scrollToRow, sectionHeight, toSections, visibleRows } from './windowing.ts'

const one = (count: number) => toSections([{ count, heading: 0 }], 56)[0]!

it('renders the visible rows and a few more for any list length', () => {
  expect(visibleRows(one(20_000), { scrollTop: 56_000, height: 400 })).toEqual({ start: 996, end: 1012 })
  expect(visibleRows(one(3), { scrollTop: 0, height: 400 })).toEqual({ start: 0, end: 3 })
  expect(visibleRows(one(0), { scrollTop: 900, height: 400 })).toEqual({ start: 0, end: 0 })
})

it('places groups below their headings and renders no row of distant groups', () => {
  const sections = toSections(
    [
      { count: 2, heading: 30 },
      { count: 1_000, heading: 30 },
    ],
    56,
  )
  expect(sections.map(({ top, first }) => ({ top, first }))).toEqual([
    { top: 0, first: 0 },
    { top: 142, first: 2 },
  ])
  expect(sectionHeight(sections[0]!)).toBe(142)
  expect(rowTop(sections, 1)).toBe(86)
  expect(rowTop(sections, 2)).toBe(172)
  const far = { scrollTop: 20_000, height: 400 }
  expect(visibleRows(sections[0]!, far)).toEqual({ start: 2, end: 2 })
  expect(visibleRows(sections[1]!, { scrollTop: 0, height: 60 })).toEqual({ start: 0, end: 2 })
  const { start, end } = visibleRows(sections[1]!, far)
  expect(rowTop(sections, 2 + start)).toBeLessThan(20_000)
  expect(end - start).toBeLessThan(20)
})

it('scrolls only as far as needed and shows the heading of the first row', () => {
  const viewport = { scrollTop: 560, height: 400 }
  const flat = [one(100)]
  expect(scrollToRow(flat, 12, viewport)).toBe(560)
  expect(scrollToRow(flat, 4, viewport)).toBe(224)
  expect(scrollToRow(flat, 20, viewport)).toBe(776)
  const grouped = toSections([{ count: 100, heading: 30 }], 56)
  expect(scrollToRow(grouped, 0, viewport)).toBe(0)
  expect(scrollToRow(grouped, 4, viewport)).toBe(224)
})
