import { encodeFunctionData, encodeFunctionResult, multicall3Abi } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Hex } from '../../../wire/lib/address.ts'
import { makeAddress } from '../../testing/literal-chain.ts'
import { decodeAggregate, encodeAggregate } from './aggregate-codec.ts'

const DATA: readonly Hex[] = [
  '0x',
  '0x01020304',
  `0x${'ab'.repeat(32)}`,
  `0x${'cd'.repeat(33)}`,
  `0x${'0f'.repeat(700)}`,
]
const WORD = 64
const CALLS = DATA.map((data, i) => ({ to: makeAddress(i + 0xabc), data }))

function encodeResults(results: readonly { success: boolean; returnData: Hex }[]): Hex {
  return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result: results })
}

describe('aggregate codec', () => {
  it('encodes like the published encoder', () => {
    for (const calls of [[], CALLS.slice(0, 1), CALLS]) {
      const args = [
        calls.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data })),
      ] as const
      const published = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args })
      expect(encodeAggregate(calls)).toBe(published)
    }
  })

  it('decodes calls that failed or returned nothing as undefined', () => {
    const answer = encodeResults([
      ...DATA.map((returnData) => ({ success: true, returnData })),
      { success: false, returnData: '0x08c379a0' },
    ])
    expect(decodeAggregate(answer, 6)).toEqual([undefined, ...DATA.slice(1), undefined])
    expect(decodeAggregate(encodeResults([]), 0)).toEqual([])
  })

  it('rejects responses that are truncated, have another length, or point outside themselves', () => {
    const answer = encodeResults(DATA.map((returnData) => ({ success: true, returnData })))
    expect(() => decodeAggregate(answer, 4)).toThrow('returned 5')
    expect(() => decodeAggregate('0x', 5)).toThrow('malformed')
    for (let length = 2; length < answer.length - WORD; length += WORD)
      expect(() => decodeAggregate(answer.slice(0, length) as Hex, 5)).toThrow()
    for (const place of [0, 2, 7]) {
      const at = 2 + place * WORD
      const spoiled = `${answer.slice(0, at)}${'f'.repeat(WORD)}${answer.slice(at + WORD)}` as Hex
      expect(() => decodeAggregate(spoiled, 5)).toThrow('malformed')
    }
  })
})
