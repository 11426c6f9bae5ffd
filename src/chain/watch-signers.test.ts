import { expect, it, vi } from 'vitest'
import type { Hex } from '../../wire/lib/address.ts'
import type { ReadClient } from './read-actions.ts'
import type { OtherSwap } from './types.ts'
import { watchTransaction } from './watch-transaction.ts'

const SUCCESS: Hex = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e'
const FAILURE: Hex = '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23'
const ACCOUNT = '0x00000000000000000000000000000000000000a1'
const ROUTER = '0x00000000000000000000000000000000000000b2'
const PROPOSAL: Hex = `0x${'12'.repeat(32)}`
const OTHER_PROPOSAL: Hex = `0x${'56'.repeat(32)}`
const EXECUTION: Hex = `0x${'34'.repeat(32)}`
const SELECTOR: Hex = '0xabcdef12'
const CALL: Hex = `${SELECTOR}${'00'.repeat(31)}05`
const DEADLINE = 1_800_000_000
const FIRST = 1_000
const BLOCK_S = 12n

interface Node {
  /** Blocks since the watch began. */
  blocks: number
  /** The highest number of blocks in one request. */
  cap?: number
  failedAt?: number
  otherAt?: number
  /** The calldata in that block. */
  input?: Hex
  /** The request that the account names in that transaction. */
  named?: Hex
  timestamp?: number
  /** Blocks between two polls. */
  growth?: number
  /** The node returns no logs before a block of this time. */
  logsFrom?: number
}

/** A node with only these transactions, and every range that was requested. */
function createNode({
  blocks,
  cap = 10_000,
  failedAt,
  otherAt,
  input = '0x6a761202',
  named,
  timestamp = DEADLINE - 60,
  growth = 0,
  logsFrom = 0,
}: Node) {
  const ranges: [number, number][] = []
  const notFound = Object.assign(new Error('none'), { name: 'TransactionNotFoundError' })
  let latest = BigInt(FIRST + blocks)
  const blockAt = (number: bigint) => ({
    number,
    timestamp: BigInt(timestamp) + (number - BigInt(FIRST + blocks)) * BLOCK_S,
    logsBloom: '0x01' as const,
  })
  const client = {
    getBlock: async (query?: { blockNumber: bigint }) => {
      if (query) return blockAt(query.blockNumber)
      latest += BigInt(growth)
      return blockAt(latest)
    },
    getBlockNumber: async () => latest,
    getCode: async () => '0x60',
    getTransaction: async ({ hash }: { hash: Hex }) => {
      if (hash !== EXECUTION) throw notFound
      const blockNumber = BigInt(FIRST + (otherAt ?? failedAt ?? 0))
      return { hash, from: ROUTER, to: ACCOUNT, input, value: 0n, gas: 1n, blockNumber }
    },
    getTransactionReceipt: async ({ hash }: { hash: Hex }) => {
      if (hash !== EXECUTION) throw notFound
      const logs = named ? [{ address: ACCOUNT, topics: [SUCCESS, named], data: '0x' }] : []
      return { transactionHash: hash, status: 'success', blockNumber: 1_001n, gasUsed: 0n, logs }
    },
    call: async () => {
      throw new Error('GS026')
    },
    request: async ({ params: [{ address, fromBlock, toBlock }] }: LogsRequest) => {
      const [first, last] = [Number(fromBlock), Number(toBlock ?? latest)]
      if (last - first >= cap) throw Object.assign(new Error('block range too large'), { code: -32_005 })
      if (address === ACCOUNT) ranges.push([first, last])
      const at = address === ACCOUNT ? failedAt : otherAt
      if (blockAt(latest).timestamp < logsFrom) return []
      // Every block has a log of some contract.
      if (!address) return [{}]
      if (at === undefined || first > FIRST + at || last < FIRST + at) return []
      return [{ transactionHash: EXECUTION, topics: [FAILURE, PROPOSAL], data: '0x' }]
    },
  }
  return { client: client as unknown as ReadClient, ranges }
}

interface LogsRequest {
  params: [{ address?: string; fromBlock: Hex; toBlock?: Hex }]
}

interface WatchOptions {
  chainDeadline?: number
  data?: Hex
  known?: OtherSwap[]
  unseenAfterMs?: number
  onUnseen?: (isUnseen: boolean) => void
  onAwaitingSigners?: () => void
}

function watch(
  client: ReadClient,
  { chainDeadline, data = SELECTOR, known = [], unseenAfterMs = 90_000, ...listeners }: WatchOptions = {},
) {
  const left = new AbortController()
  const outcome = watchTransaction(
    client,
    {
      transaction: {
        chainId: 1,
        hash: PROPOSAL,
        from: ACCOUNT,
        to: ROUTER,
        data,
        value: 0n,
        trace: { fromBlock: BigInt(FIRST), nonce: undefined },
      },
      chainDeadline,
      known: () => known,
      signal: left.signal,
      ...listeners,
    },
    { pollMs: 1, unseenAfterMs },
  )
  return { outcome, leave: () => left.abort(new Error('left')) }
}

it.each([10_000, 500])(
  'finds an execution from hours ago on a node limited to %d blocks per request',
  async (cap) => {
    const { client } = createNode({ blocks: 50_000, cap, failedAt: 49_000 })
    await expect(watch(client).outcome).resolves.toMatchObject({
      kind: 'mined',
      receipt: { hash: EXECUTION },
    })
  },
)

it('does not request searched blocks again', async () => {
  const { client, ranges } = createNode({ blocks: 50_000 })
  const { outcome, leave } = watch(client)
  await expect.poll(() => ranges.length).toBeGreaterThan(30)
  leave()
  await expect(outcome).rejects.toThrow('left')
  const again = ranges.slice(ranges.findIndex(([, last]) => last === FIRST + 50_000) + 1)
  expect(again.every(([first]) => first > FIRST + 49_800)).toBe(true)
})

it('drops a request that the signers did not execute before the deadline', async () => {
  const { client } = createNode({ blocks: 10, timestamp: DEADLINE + 61 })
  await expect(watch(client, { chainDeadline: DEADLINE }).outcome).resolves.toEqual({ kind: 'dropped' })
})

it('finds an execution after the deadline on a node whose logs were late', async () => {
  const late = { timestamp: DEADLINE - 3_600, growth: 20, failedAt: 5, logsFrom: DEADLINE }
  const { client } = createNode({ blocks: 10, ...late })
  await expect(watch(client, { chainDeadline: DEADLINE }).outcome).resolves.toMatchObject({
    kind: 'mined',
    receipt: { hash: EXECUTION },
  })
})

it.each<[string, Node]>([
  ['the deadline is near', { blocks: 10, timestamp: DEADLINE + 59 }],
  ['something else was done for the account', { blocks: 10, timestamp: DEADLINE + 999, otherAt: 5 }],
])('keeps waiting when %s', async (_, node) => {
  const { client, ranges } = createNode(node)
  const { outcome, leave } = watch(client, { chainDeadline: DEADLINE })
  await expect.poll(() => ranges.length).toBeGreaterThan(3)
  leave()
  await expect(outcome).rejects.toThrow('left')
})

it('does not report a multisig request as unseen when a node fails for a while', async () => {
  const { client } = createNode({ blocks: 10 })
  let failures = 0
  const breakDown = () => {
    client.getBlock = async () => {
      failures += 1
      throw new Error('The node is down')
    }
  }
  const onUnseen = vi.fn()
  const { outcome, leave } = watch(client, { unseenAfterMs: 0, onUnseen, onAwaitingSigners: breakDown })
  await expect.poll(() => failures).toBeGreaterThan(2)
  leave()
  await expect(outcome).rejects.toThrow('left')
  expect(onUnseen).not.toHaveBeenCalled()
})

it('has no revert reason for a request that the account reports as failed', async () => {
  const { client } = createNode({ blocks: 10, failedAt: 5 })
  await expect(watch(client).outcome).resolves.toMatchObject({
    receipt: { status: 'reverted', revertReason: undefined },
  })
})

/** A call of the account inside the data of another contract's call. */
const inside = (call: Hex): Hex => `0x6a761202${call.slice(2)}00`
const repeated = { blocks: 10, otherAt: 5, input: inside(CALL) }

it('recognizes a call in a transaction of another account, even if the call may be repeated', async () => {
  const { client } = createNode(repeated)
  await expect(watch(client, { data: CALL }).outcome).resolves.toMatchObject({
    kind: 'mined',
    receipt: { hash: EXECUTION },
  })
})

it.each<[string, Node, WatchOptions]>([
  ['contains no more than its selector', { ...repeated, input: inside(SELECTOR) }, {}],
  ['the account names as another request', { ...repeated, named: OTHER_PROPOSAL }, { data: CALL }],
  ['is another swap of the same trade', repeated, { data: CALL, known: [{ hash: EXECUTION, isSame: true }] }],
  ['was mined before the wallet request', { ...repeated, otherAt: 0 }, { data: CALL }],
])('does not match a transaction that %s', async (_, node, watched) => {
  const { client, ranges } = createNode(node)
  const { outcome, leave } = watch(client, watched)
  await Promise.race([outcome, expect.poll(() => ranges.length).toBeGreaterThan(3)])
  leave()
  await expect(outcome).rejects.toThrow('left')
})
