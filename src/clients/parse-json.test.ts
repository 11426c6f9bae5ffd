import { expect, it } from 'vitest'
import { parseJson } from './parse-json.ts'

it.each([
  '{"a":[1,-2.5,"x",null,true,{}],"b":1e3}',
  '"12345678901234567890"',
  String.raw`{"quoted\"12345678901234567890":"a\\"}`,
  '9007199254740991',
  '0.12345678901234568',
  '[]',
])('parses %s like JSON.parse', (text) => {
  expect(parseJson(text)).toEqual(JSON.parse(text))
})

it.each([
  ['9007199254740993', '9007199254740993'],
  ['-9007199254740993', '-9007199254740993'],
  ['115792089237316195423570985008687907853269984665640564039457584007913129639935', undefined],
  ['1500000000000000001', undefined],
  ['4503599627370497.25', undefined],
  ['1.00000000000000000001e18', undefined],
])('keeps the digits of the number %s', (text, expected = text) => {
  expect(parseJson(`{"a":${text}}`)).toEqual({ a: expected })
})

it('rejects text that is not JSON', () => {
  for (const text of ['', '{', '01', '1.', '{"a":}', '12345678901234567890x'])
    expect(() => parseJson(text)).toThrow(SyntaxError)
})

it('parses a long body in linear time', () => {
  const text = JSON.stringify({ calldata: `0x${'ab'.repeat(500_000)}`, list: Array(50_000).fill(1.25) })
  expect(parseJson(text)).toEqual(JSON.parse(text))
})
