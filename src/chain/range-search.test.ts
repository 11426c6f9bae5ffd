import { expect, it } from 'vitest'
import { createRangeSearch, type Range } from './range-search.ts'
import type { ReadClient } from './read-actions.ts'

const START = 1_000n

/** A search of a node that answers for `cap` blocks at once, and the ranges that it was asked for. */
function createSearch({
  cap = 1_000_000n,
  failWith = (): Error | undefined => undefined,
  foundAt = -1n,
  blockMs = 2_000n,
  showsLogs = (): unknown[] => [{}],
} = {}) {
  const blockAt = (number: bigint) => ({
    number,
    timestamp: (number * blockMs) / 1_000n,
    logsBloom: '0x01' as const,
  })
  const asked: Range[] = []
  const client = {
    getBlock: async ({ blockNumber }: { blockNumber: bigint }) => blockAt(blockNumber),
    request: async () => showsLogs(),
  }
  const left = new AbortController()
  const search = createRangeSearch(client as unknown as ReadClient, {
    start: START,
    signal: left.signal,
    async findIn(range) {
      asked.push(range)
      const failure = failWith()
      if (failure) throw failure
      const { fromBlock, toBlock } = range
      if (toBlock - fromBlock >= cap) throw Object.assign(new Error('too many blocks'), { code: -32_602 })
      return fromBlock <= foundAt && foundAt <= toBlock ? 'found' : undefined
    },
  })
  /** The ranges of one look. */
  const look = async (latest: bigint, isLate = false) => {
    const before = asked.length
    const found = await search.find(blockAt(latest), isLate)
    return { found, ranges: asked.slice(before) }
  }
  return { ...search, look, asked, leave: () => left.abort(new Error('left')) }
}

it.each([250n, 2_000n, 12_000n])(
  'asks for all blocks at once, and then for the last minutes and what is new, with a block each %d ms',
  async (blockMs) => {
    const { look } = createSearch({ blockMs })
    expect((await look(50_000n)).ranges).toEqual([{ fromBlock: START, toBlock: 50_000n }])
    const [again = { fromBlock: 0n, toBlock: 0n }, ...more] = (await look(50_001n)).ranges
    expect(more).toEqual([])
    expect(again.toBlock).toBe(50_001n)
    const ageMs = (50_000n - again.fromBlock) * blockMs
    expect(ageMs).toBeGreaterThanOrEqual(60_000n)
    expect(ageMs).toBeLessThan(300_000n)
  },
)

it('asks a node that refuses for less, in few requests at once, and goes on where it was', async () => {
  const { look, isUpToDate } = createSearch({ cap: 500n })
  const looked: Range[] = []
  for (let looks = 0; !isUpToDate(); looks += 1) {
    expect(looks).toBeLessThan(20)
    const { ranges } = await look(21_000n)
    expect(ranges.length).toBeLessThanOrEqual(20)
    looked.push(...ranges.filter(({ fromBlock, toBlock }) => toBlock - fromBlock < 500n))
  }
  const firsts = looked.map(({ fromBlock }) => fromBlock)
  expect(firsts).toEqual([START, ...looked.slice(0, -1).map(({ toBlock }) => toBlock + 1n)])
  expect(looked.at(-1)?.toBlock).toBe(21_000n)
})

it.each<[string, Error, bigint]>([
  ['did not reach, where what it refuses may show as that, for less', new TypeError('fetch failed'), 12_250n],
  ['asked too often for as much', Object.assign(new Error('wait'), { status: 429 }), 49_001n],
])('asks a node that it %s, and only at the next look', async (_, failure, blocks) => {
  let isFailing = true
  const { look, asked } = createSearch({ failWith: () => (isFailing ? failure : undefined) })
  await expect(look(50_000n)).rejects.toBe(failure)
  expect(asked).toHaveLength(1)
  isFailing = false
  await look(50_000n)
  expect(asked[1]).toEqual({ fromBlock: START, toBlock: START + blocks - 1n })
})

it('looks through everything once more when it is late, before it is complete', async () => {
  const { look, isComplete } = createSearch({ cap: 500n })
  while ((await look(21_000n)).ranges.at(-1)?.toBlock !== 21_000n);
  expect(isComplete()).toBe(false)
  const late = (await look(21_100n, true)).ranges
  expect(late[0]?.fromBlock).toBe(START)
  expect(isComplete()).toBe(false)
  while (!isComplete()) late.push(...(await look(21_200n, true)).ranges)
  expect(late.at(-1)?.toBlock).toBe(21_100n)
  // Then what is new.
  expect((await look(21_200n, true)).ranges.at(-1)?.toBlock).toBe(21_200n)
})

it('is not complete before the node shows the logs of a late block, which may be minutes behind', async () => {
  let logs: unknown[] = []
  const { look, isComplete } = createSearch({ showsLogs: () => logs })
  await look(21_000n, true)
  await look(22_000n, true)
  expect(isComplete()).toBe(false)
  logs = [{}]
  expect((await look(23_000n, true)).ranges[0]).toEqual({ fromBlock: START, toBlock: 23_000n })
  expect(isComplete()).toBe(true)
})

it.each<[string, Error, boolean]>([
  ['refuses to show', Object.assign(new Error('too many results'), { code: -32_005 }), true],
  ['does not answer for', new TypeError('fetch failed'), false],
])('concludes what it can where a node %s all logs of a block', async (_, failure, isConcluded) => {
  const showsLogs = () => {
    throw failure
  }
  const { look, isComplete } = createSearch({ showsLogs })
  await look(21_000n, true).catch(() => {})
  expect(isComplete()).toBe(isConcluded)
})

it('ends at what it finds, and when it is left', async () => {
  const { look, asked } = createSearch({ cap: 500n, foundAt: START + 5n })
  await expect(look(21_000n)).resolves.toMatchObject({ found: 'found' })
  expect(asked.at(-1)?.fromBlock).toBe(START)
  const other = createSearch()
  other.leave()
  await expect(other.look(21_000n)).rejects.toThrow('left')
  expect(other.asked).toEqual([])
})
