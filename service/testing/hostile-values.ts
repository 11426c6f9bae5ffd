/** Values in place of a number. */
// biome-ignore format: a table of cases
export const NUMBERS = [
  '0', '1', '-1', '-0', '00', '01', '1.0', '1.5', '1e3', '1E+2', '1e77', '1e400', '-1e400', '5000', '5001', '1000',
  '1001', '9007199254740991', '9007199254740992', '9007199254740993', '"0"', '"-1"', '"+1"', '"1.5"', '"1e18"',
  '"0x10"', '"1_000"', '"1,000"', '" 1"', '"1 "', '"1\\n"', '"1\\r\\nX-Evil: 1"', '"\\u0031"', '"١٢٣"', '"１２"', '"²"',
  '"NaN"', '"Infinity"', '"-Infinity"', '"null"', '""', '"1n"', `"${'9'.repeat(48)}"`, `"${'9'.repeat(78)}"`,
  `"${'9'.repeat(9_000)}"`, '9'.repeat(400), `"1${'0'.repeat(77)}"`, `"${2n ** 160n - 1n}"`, `"${2n ** 160n}"`,
  `"${2n ** 256n}"`, 'null', 'true', '["1"]', '[1]', '{"toString":"1"}', '{"valueOf":1}',
]
/** Values in place of any field. */
// biome-ignore format: a table of cases
export const NASTY = [
  'null', 'true', 'false', '0', '1', '-1', '0.5', '-7.25', '1e9', '2e308', '""', '" "', '"x"', '"\\u0000"', '"\\r\\nSet-Cookie: a=b"',
  '"\\u202e"', '"😀"', '"\\ud800"', '"../../etc/passwd"', '"http://127.0.0.1:8545/"', '"file:///etc/passwd"', '"ethereum\\u0000"',
  '"ethereum "', '"base"', '"Bsc"', '"__proto__"', '"constructor"', '"toString"', '"hasOwnProperty"', '"%s%n"',
  '"<script>alert(1)</script>"', '"\'; drop table pools; --"', `"${'x'.repeat(5_000)}"`, '[]', '[[]]', '[null]', '{}',
  '{"$gt":""}', '{"length":3}', '{"__proto__":{"polluted":1}}', '["uniswap-v2"]', '["uniswap-v2",7]', '["delta-v2","nobody"]',
  '["__proto__"]', '[-1]', `[${'"uniswap-v2",'.repeat(64)}"uniswap-v2"]`, `[${'"uniswap-v2",'.repeat(1_000)}"uniswap-v2"]`,
  `[${'{},'.repeat(100)}{}]`, '"SELL"', '"sell"', '"BUY"', '"SELL "', '"BUY\\u0000"',
]
// biome-ignore format: a table of cases
export const BROKEN_ADDRESSES = [
  '""', '"0x"', '"0"', `"0x${'g'.repeat(40)}"`, `"0x${'a'.repeat(39)}"`, `"0x${'a'.repeat(41)}"`, `"0X${'a'.repeat(40)}"`,
  `"${'a'.repeat(42)}"`, `"0x${'a'.repeat(40)}\\n"`, `" 0x${'a'.repeat(39)}"`, `"0x${'а'.repeat(40)}"`, `"0x${'a'.repeat(64)}"`,
  '"vitalik.eth"', '"0xeth"', 'null', '0', '1e40', '{}', `["0x${'a'.repeat(40)}"]`, `{"0":"0x${'a'.repeat(40)}"}`,
]
// biome-ignore format: a table of cases
export const STRANGE_NAMES = [
  '__proto__', 'constructor', 'prototype', 'toString', 'extra', '', ' ', 'InputAmount', 'inputAmount ', 'input_amount',
  'hasOwnProperty', 'router', 'calldata', 'x-api-key', 'chainId', '0',
]
