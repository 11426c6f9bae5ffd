import { expect, it } from 'vitest'
import { scrollToRow, visibleRows } from './windowing.ts'

it('draws what is seen and a little more, however long the list', () => {
  expect(visibleRows(20_000, 56, { scrollTop: 56_000, height: 400 })).toEqual({ start: 996, end: 1012 })
  expect(visibleRows(3, 56, { scrollTop: 0, height: 400 })).toEqual({ start: 0, end: 3 })
  expect(visibleRows(0, 56, { scrollTop: 900, height: 400 })).toEqual({ start: 0, end: 0 })
})

it('scrolls only as far as needed', () => {
  const viewport = { scrollTop: 560, height: 400 }
  expect(scrollToRow(12, 56, viewport)).toBe(560)
  expect(scrollToRow(4, 56, viewport)).toBe(224)
  expect(scrollToRow(20, 56, viewport)).toBe(776)
})
