import { createPublicClient, custom, type Hex, hexToBigInt, RpcRequestError } from 'viem'
import { describe, expect, it } from 'vitest'
import type { PoolLog } from '../modules/core/pool.ts'
import { chainConfig, makeAddress } from '../testing/literal-chain.ts'
import { createRecentLogs } from './recent-logs.ts'

const TOPIC: Hex = `0x${'ab'.repeat(32)}`
const HEAD = 5_000n

interface Refusal {
  code: number
  message: string
}

/**
 * Creates a node with one log per block. `refuse` returns the error for a range of that many
 * blocks.
 */
function createNode(refuse: (blocks: number) => Refusal | undefined) {
  const ranges: number[] = []
  const served: bigint[] = []
  const client = createPublicClient({
    transport: custom(
      {
        async request({ params }) {
          const [{ fromBlock, toBlock }] = params as [{ fromBlock: Hex; toBlock: Hex }]
          const [from, to] = [hexToBigInt(fromBlock), hexToBigInt(toBlock)]
          const blocks = Number(to - from) + 1
          ranges.push(blocks)
          const error = refuse(blocks)
          if (error) throw new RpcRequestError({ body: {}, error, url: 'http://localhost' })
          const numbers = Array.from({ length: blocks }, (_, i) => from + BigInt(i))
          served.push(...numbers)
          return numbers.map((n) => ({ address: makeAddress(Number(n)), topics: [TOPIC], data: '0x' }))
        },
      },
      { retryCount: 0 },
    ),
  })
  return { client, ranges, served }
}

const atMost = (limit: number) => (blocks: number) =>
  blocks > limit ? { code: -32_600, message: `${limit} blocks at most` } : undefined

function open(refuse: (blocks: number) => Refusal | undefined, config = {}) {
  const node = createNode(refuse)
  const logs: PoolLog[] = []
  const recent = createRecentLogs(
    { client: node.client, config: { ...chainConfig('ethereum', 1), ...config } },
    [TOPIC],
  )
  return { ...node, logs, read: (to: bigint) => recent.read(to, (found) => logs.push(...found)) }
}

const blocks = (from: bigint, to: bigint) =>
  Array.from({ length: Number(to - from) + 1 }, (_, i) => from + BigInt(i))

describe('recent logs', () => {
  it('cover the last hundred blocks, then new blocks, in the largest ranges that the node allows', async () => {
    const { served, ranges, logs, read } = open(atMost(10))
    await read(HEAD)
    expect(served).toEqual(blocks(HEAD - 99n, HEAD))
    expect(logs).toHaveLength(100)
    const before = ranges.length
    await read(HEAD + 7n)
    expect(served).toEqual(blocks(HEAD - 99n, HEAD + 7n))
    expect(ranges.length).toBe(before + 1)
    await read(HEAD + 7n)
    expect(ranges.length).toBe(before + 1)
  })

  it('use at most the range of the config', async () => {
    const { ranges, served, read } = open(atMost(10), { logBlocks: 10 })
    await read(HEAD)
    expect(served).toEqual(blocks(HEAD - 99n, HEAD))
    expect(ranges).toEqual(Array(10).fill(10))
  })

  it('cover the last hundred blocks after a long gap, and all blocks of a young chain', async () => {
    const { served, read } = open(() => undefined)
    await read(3n)
    await read(HEAD)
    expect(served).toEqual([...blocks(0n, 3n), ...blocks(HEAD - 99n, HEAD)])
  })

  it('are not requested again if only a later range failed', async () => {
    let left = 3
    const { served, logs, read } = open(
      () => {
        left -= 1
        return left === 0 ? { code: -32_603, message: 'Internal error' } : undefined
      },
      { logBlocks: 25 },
    )
    await expect(read(HEAD)).rejects.toThrow('Internal error')
    expect(served).toEqual(blocks(HEAD - 99n, HEAD - 50n))
    await read(HEAD)
    expect(served).toEqual(blocks(HEAD - 99n, HEAD))
    expect(logs).toHaveLength(100)
  })

  it('are requested a limited number of times if the node refuses every block', async () => {
    const { ranges, read } = open(() => ({ code: -32_005, message: 'limit exceeded' }))
    await expect(read(HEAD)).rejects.toThrow('limit exceeded')
    expect(ranges.length).toBeLessThan(10)
  })

  it('are requested in smaller ranges after an unexplained limit', async () => {
    const { served, read } = open((blocks) =>
      blocks > 30 ? { code: -32_005, message: 'limit exceeded' } : undefined,
    )
    await read(HEAD)
    expect(served).toEqual(blocks(HEAD - 99n, HEAD))
  })
})
