import { describe, expect, it } from 'vitest'
import { parseJson, parseJsonKeepingDigits, parseJsonOfPlainNumbers } from './parse-json.ts'

describe('a JSON text', () => {
  it.each([
    ['{"a":1,"a":1}', 'a'],
    ['{"amount":"1","\\u0061mount":"2"}', 'amount'],
    ['{"a":[{"b":1},{"b":1}],"c":{"d":1},"a":2}', 'a'],
    ['{"a":{"b":1,"b":2}}', 'body'],
    ['[{"b":1,"b":2}]', 'body'],
    ['{"\\r\\nX":1,"\\r\\nX":2}', 'body'],
    ['{"a":1,}', 'body'],
    [`${'['.repeat(5_000)}${']'.repeat(5_000)}`, 'body'],
    ['[[{"__proto__":1}]]', 'body'],
  ])('%s is refused for its %s', (text, parameter) => {
    expect(() => parseJson(text)).toThrow(`Invalid ${parameter} provided`)
  })

  it.each([
    '{"a":{"a":1},"b":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a","b":"\\"a\\":1,\\"a\\":2"}',
    '{"":1,"a":[],"c":["a","a"]}',
    ' null ',
  ])('%s is as it stands', (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text))
  })
})

describe('numbers', () => {
  it('rejects numbers that are not plain digits, and keeps texts unchanged', () => {
    expect(parseJsonOfPlainNumbers('{"a":1e3,"b":[-0,1.0,7],"c":"1.5 \\" -2","d":12}')).toEqual({
      a: {},
      b: [{}, {}, 7],
      c: '1.5 " -2',
      d: 12,
    })
  })

  it('of any length are kept to the last digit where that is wanted', () => {
    expect(parseJsonKeepingDigits('[1234567890123456789012, 15, 1e22]')).toEqual([
      '1234567890123456789012',
      15,
      {},
    ])
  })
})
