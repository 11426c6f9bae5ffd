import { expect, it } from 'vitest'
import { nameFailure } from './name-failure.ts'
import type { WidgetFailure } from './types.ts'

const nameOf = (error: Error) => {
  nameFailure(error as WidgetFailure)
  return error as WidgetFailure
}

it('names code that failed to load, without a support id', () => {
  const error = nameOf(new TypeError('Failed to fetch dynamically imported module: https://a.example/b.js'))
  expect(error.code).toBe('LOAD_FAILED')
  expect(error.supportId).toBeUndefined()
})

it.each([
  new TypeError("Cannot read properties of undefined (reading 'module')"),
  new ReferenceError('fetchPrice is not defined'),
  new Error('a defect'),
])('names code that threw %s, with a support id', (cause) => {
  const error = nameOf(cause)
  expect(error.code).toBe('UNKNOWN')
  expect(error.supportId).toMatch(/^sluice-\d+$/)
})
