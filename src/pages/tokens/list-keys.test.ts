import { expect, it } from 'vitest'
import { rowAfterKey } from './list-keys.ts'

it.each([
  ['ArrowDown', 3, 4],
  ['ArrowUp', 3, 2],
  ['PageDown', 1, 6],
  ['PageUp', 8, 3],
  ['ArrowUp', 0, 0],
  ['ArrowDown', 9, 9],
  ['PageUp', 2, 0],
  ['PageDown', 7, 9],
])('moves with %s from row %i of ten to row %i', (key, from, to) => {
  expect(rowAfterKey(key, from, 9)).toBe(to)
})

it('ignores other keys', () => {
  expect(rowAfterKey('a', 3, 9)).toBeUndefined()
})
