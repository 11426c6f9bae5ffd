import { describe, expect, it } from 'vitest'
import type { BlockHeader } from './chain-reader.ts'
import { findBlockAt, findFirst } from './find-block.ts'

/** Creates a chain from the seconds between its blocks. */
function getChain(gaps: readonly number[]) {
  let at = 1000n
  const headers: BlockHeader[] = [{ number: 0n, hash: '0x', timestamp: at }]
  for (const gap of gaps) {
    at += BigInt(gap)
    headers.push({ number: BigInt(headers.length), hash: '0x', timestamp: at })
  }
  let looks = 0
  const find = (timestamp: bigint) =>
    findBlockAt(timestamp, {
      first: headers[0]!,
      last: headers.at(-1)!,
      async block(number) {
        looks += 1
        return headers[Number(number)]!
      },
    })
  return { headers, find, looks: () => looks }
}

describe('block at a timestamp', () => {
  it.each([
    ['even', Array.from({ length: 5000 }, () => 12)],
    ['getting slower', Array.from({ length: 5000 }, (_, i) => 1 + i)],
    ['idle for a year in the middle', Array.from({ length: 5000 }, (_, i) => (i === 2500 ? 31_536_000 : 2))],
    ['has several blocks per second', Array.from({ length: 5000 }, (_, i) => (i % 4 === 0 ? 1 : 0))],
  ])(
    'is the last block at or before the timestamp, found with few requests, on a chain that is %s',
    async (_, gaps) => {
      const { headers, find, looks } = getChain(gaps)
      for (const number of [1, 7, 2499, 2500, 2501, 4999]) {
        const { timestamp } = headers[number]!
        for (const wanted of [timestamp - 1n, timestamp, timestamp + 1n]) {
          const expected = headers.filter((header) => header.timestamp <= wanted).at(-1)
          expect(await find(wanted)).toBe(expected)
        }
      }
      expect(looks() / 18).toBeLessThan(30)
    },
  )

  it('stays within the known blocks', async () => {
    const { headers, find } = getChain([5, 5, 5])
    expect(await find(0n)).toBe(headers[0])
    expect(await find(10n ** 12n)).toBe(headers[3])
  })
})

it('finds the first block that satisfies a condition', async () => {
  for (const first of [1n, 2n, 77n, 100n]) {
    expect(await findFirst(async (number) => number >= first, { without: 0n, having: 100n })).toBe(first)
  }
})
