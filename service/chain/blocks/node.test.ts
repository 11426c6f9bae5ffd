import { createPublicClient, custom } from 'viem'
import { describe, expect, it } from 'vitest'
import { createChainNode } from './node.ts'

const HASH = `0x${'ab'.repeat(32)}` as const
const TOPIC = `0x${'01'.repeat(32)}` as const

describe('bloom filter of a header', () => {
  const block = {
    number: '0x10',
    hash: HASH,
    parentHash: HASH,
    timestamp: '0x1',
    baseFeePerGas: '0x1',
    gasLimit: '0x1c9c380',
    logsBloom: `0x${'10'.repeat(256)}`,
    transactions: [],
  }
  const read = (fields: object) =>
    createChainNode(
      createPublicClient({ transport: custom({ request: async () => ({ ...block, ...fields }) }) }),
    ).headerAt(16n)

  it('covers the logs of the block', async () => {
    expect(await read({})).toMatchObject({ logsBloom: block.logsBloom, gasLimit: 30_000_000n })
    expect(await read({ settledHeight: null })).toMatchObject({ logsBloom: block.logsBloom })
  })

  it('is absent if it covers earlier settled blocks (Avalanche since Helicon)', async () => {
    expect(await read({ settledHeight: '0xa' })).not.toHaveProperty('logsBloom')
  })
})

describe('hash of a block', () => {
  const read = (answer: () => unknown) =>
    createChainNode(
      createPublicClient({ transport: custom({ request: async () => answer() }, { retryCount: 0 }) }),
    ).hashAt(16n)

  it('is null if the node has no block, and unknown without a response', async () => {
    expect(await read(() => null)).toBeNull()
    await expect(
      read(() => {
        throw new Error('no answer')
      }),
    ).rejects.toThrow('no answer')
  })
})

describe('logs from a node', () => {
  const createNode = (answer: () => unknown) =>
    createChainNode(
      createPublicClient({ transport: custom({ request: async () => answer() }, { retryCount: 0 }) }),
    )
  const range = { topics: [TOPIC], fromBlock: 16n, toBlock: 32n }
  const log = { address: '0x01', topics: [TOPIC], data: '0x' }

  it.each(['0x10', '0x20', undefined])(
    'are accepted for a range if their block is %s',
    async (blockNumber) => {
      const logs = [{ ...log, blockNumber }]
      expect(await createNode(() => logs).logsAtOnce(range)).toEqual(logs)
    },
  )

  it.each(['0xf', '0x21', 'latest', null, 16])(
    'are rejected for a range with a log of block %s',
    async (blockNumber) => {
      const node = createNode(() => [
        { ...log, blockNumber: '0x11' },
        { ...log, blockNumber },
      ])
      await expect(node.logsAtOnce(range)).rejects.toThrow('logs of other blocks than 16 to 32')
    },
  )

  it.each([HASH, undefined])('are accepted for a block if its hash is %s', async (blockHash) => {
    const logs = [{ ...log, blockHash }]
    expect(await createNode(() => logs).logsOf(HASH, [TOPIC])).toEqual(logs)
  })

  it('are rejected for a block with a log of another one', async () => {
    const node = createNode(() => [{ ...log, blockHash: `0x${'cd'.repeat(32)}` }])
    await expect(node.logsOf(HASH, [TOPIC])).rejects.toThrow('logs of other blocks than block 0xabab')
  })

  it.each([null, {}])('are rejected if the response is not a list (%s)', async (answer) => {
    await expect(createNode(() => answer).logsAtOnce(range)).rejects.toThrow('no list of logs')
    await expect(createNode(() => answer).logsOf(HASH, [TOPIC])).rejects.toThrow('no list of logs')
  })

  it('return undefined for more than one block if the node reports too many', async () => {
    const node = createNode(() => {
      throw new Error('query returned more than 10000 results')
    })
    expect(await node.logsAtOnce(range)).toBeUndefined()
    await expect(node.logsAtOnce({ ...range, toBlock: 16n })).rejects.toThrow('more than 10000')
  })
})
