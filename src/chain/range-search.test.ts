import { expect, it } from 'vitest'
import type { Hex } from '../../wire/lib/address.ts'
import { createRangeSearch, type Range } from './range-search.ts'
import type { ReadClient } from './read-actions.ts'

const START = 1_000n

/** A search on a node limited to `cap` blocks per request. Records the requested ranges. */
function createSearch({
  cap = 1_000_000n,
  failWith = (): Error | undefined => undefined,
  foundAt = -1n,
  blockMs = 2_000n,
  showsLogs = (): unknown[] => [{}],
  logsBloom = '0x01' as Hex | null,
} = {}) {
  const blockAt = (number: bigint) => ({
    number,
    timestamp: (number * blockMs) / 1_000n,
    logsBloom,
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
  /** The ranges of one search, at a block that is late by so many seconds. */
  const look = async (latest: bigint, lateS = 0) => {
    const before = asked.length
    const block = blockAt(latest)
    const found = await search.find(block, Number(block.timestamp) - lateS)
    return { found, ranges: asked.slice(before) }
  }
  return { ...search, look, asked, leave: () => left.abort(new Error('left')) }
}

it.each([250n, 2_000n, 12_000n])(
  'requests all blocks first, then only new blocks and the last minutes, with a block each %d ms',
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

it('requests smaller ranges after a rejection, in few requests, and resumes where it stopped', async () => {
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
  [
    'did not respond, and then requests less, because a browser may hide a rejection',
    new TypeError('fetch failed'),
    12_250n,
  ],
  [
    'limited the rate, and then requests the same blocks',
    Object.assign(new Error('wait'), { status: 429 }),
    49_001n,
  ],
])('stops its search after a node %s', async (_, failure, blocks) => {
  let isFailing = true
  const { look, asked } = createSearch({ failWith: () => (isFailing ? failure : undefined) })
  await expect(look(50_000n)).rejects.toBe(failure)
  expect(asked).toHaveLength(1)
  isFailing = false
  await look(50_000n)
  expect(asked[1]).toEqual({ fromBlock: START, toBlock: START + blocks - 1n })
})

it('searches all blocks once more after the deadline before it is complete', async () => {
  const { look, isComplete } = createSearch({ cap: 500n })
  while ((await look(21_000n)).ranges.at(-1)?.toBlock !== 21_000n);
  expect(isComplete()).toBe(false)
  const late = (await look(21_100n, 1)).ranges
  expect(late[0]?.fromBlock).toBe(START)
  expect(isComplete()).toBe(false)
  while (!isComplete()) late.push(...(await look(21_200n, 1)).ranges)
  expect(late.at(-1)?.toBlock).toBe(21_100n)
  // The next range contains the new blocks.
  expect((await look(21_200n, 1)).ranges.at(-1)?.toBlock).toBe(21_200n)
})

it('is not complete before the node returns the logs of a late block', async () => {
  let logs: unknown[] = []
  const { look, isComplete } = createSearch({ showsLogs: () => logs })
  await look(21_000n, 1)
  await look(22_000n, 1)
  expect(isComplete()).toBe(false)
  logs = [{}]
  expect((await look(23_000n, 1)).ranges[0]).toEqual({ fromBlock: START, toBlock: 23_000n })
  expect(isComplete()).toBe(true)
})

const refuse = () => {
  throw Object.assign(new Error('too many results'), { code: -32_005 })
}

it.each<[string, Parameters<typeof createSearch>[0]]>([
  ['of a block that has none', { showsLogs: () => [], logsBloom: '0x00' }],
  ['of a block with an unknown bloom filter', { showsLogs: () => [], logsBloom: null }],
  ['that the node refuses to return', { showsLogs: refuse }],
])('does not conclude from logs %s before an hour has passed', async (_, node) => {
  const { look, isComplete } = createSearch(node)
  await look(21_000n, 1)
  await look(22_000n, 3_600)
  expect(isComplete()).toBe(false)
  expect((await look(23_000n, 3_601)).ranges).toEqual([{ fromBlock: START, toBlock: 23_000n }])
  expect(isComplete()).toBe(true)
})

it('concludes once a late block with logs follows a block without logs', async () => {
  let logs: unknown[] = []
  const { look, isComplete } = createSearch({ showsLogs: () => logs, logsBloom: '0x00' })
  await look(21_000n, 1)
  expect(isComplete()).toBe(false)
  logs = [{}]
  await look(21_001n, 3)
  expect(isComplete()).toBe(true)
})

it('never concludes when a node lacks the logs of a block that has some, or fails', async () => {
  const behind = createSearch({ showsLogs: () => [] })
  await behind.look(21_000n, 9_999)
  expect(behind.isComplete()).toBe(false)
  const failure = new TypeError('fetch failed')
  const lost = createSearch({
    showsLogs: () => {
      throw failure
    },
  })
  await expect(lost.look(21_000n, 9_999)).rejects.toBe(failure)
  expect(lost.isComplete()).toBe(false)
})

it('ends at the first result and when it is aborted', async () => {
  const { look, asked } = createSearch({ cap: 500n, foundAt: START + 5n })
  await expect(look(21_000n)).resolves.toMatchObject({ found: 'found' })
  expect(asked.at(-1)?.fromBlock).toBe(START)
  const other = createSearch()
  other.leave()
  await expect(other.look(21_000n)).rejects.toThrow('left')
  expect(other.asked).toEqual([])
})
