import { afterEach, expect, it } from 'vitest'
import { stringifyJson } from './stringify-json.ts'

afterEach(() => {
  for (const prototype of [Array.prototype, Object.prototype, String.prototype])
    Reflect.deleteProperty(prototype, 'toJSON')
})

const VALUE = { list: ['0x1', { nested: [1n.toString(), null] }], text: 'a', none: undefined, empty: [] }

it.each<[string, { array?: () => unknown; object?: () => unknown; text?: () => unknown }]>([
  ['none', {}],
  ['a list as text', { array: () => '["old"]' }],
  ['each object as text', { object: () => '{}' }],
  ['each kind as text', { array: () => 'a', object: () => 'o', text: () => 's' }],
  ['nothing', { array: () => undefined, object: () => undefined }],
])('writes JSON when the page’s toJSON returns %s', (_, { array, object, text }) => {
  const expected = JSON.stringify(VALUE)
  const spaced = JSON.stringify(VALUE, undefined, 2)
  for (const [prototype, toJSON] of [
    [Array.prototype, array],
    [Object.prototype, object],
    [String.prototype, text],
  ] as const) {
    if (toJSON)
      Object.defineProperty(prototype, 'toJSON', { value: toJSON, configurable: true, writable: true })
  }
  expect(stringifyJson(VALUE)).toBe(expected)
  expect(stringifyJson(VALUE, 2)).toBe(spaced)
  expect(stringifyJson(undefined)).toBeUndefined()
})
