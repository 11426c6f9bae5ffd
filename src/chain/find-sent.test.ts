import { describe, expect, it, vi } from 'vitest'
import { SETTLEMENT, USER } from '../../wire/fixtures/addresses.ts'
import type { Hex } from '../../wire/lib/address.ts'
import { findSent } from './find-sent.ts'
import type { ReadClient } from './read-actions.ts'
import type { ChainReader } from './types.ts'

const RELAYER = '0x00000000000000000000000000000000000000aa'
const HASH = `0x${'ab'.repeat(32)}` as const
const OTHER_HASH = `0x${'cd'.repeat(32)}` as const
const call = { chainId: 1, from: USER, to: SETTLEMENT, data: '0x12345678aabb', value: 0n } as const
const mined = {
  hash: HASH as Hex,
  from: USER as string,
  nonce: 7,
  blockNumber: 95n,
  to: SETTLEMENT as string,
  value: 0n,
}
type Mined = typeof mined & { input?: string }

interface LogsRequest {
  params: [{ address?: Hex; fromBlock: Hex; toBlock: Hex }]
}

/**
 * A chain with 100 blocks by default, whose contract has logged these transactions. The account has
 * nonce 7 at block 90. `growth`: blocks between two polls; `logsBehind`: by how many blocks its
 * logs are late.
 */
function createChain({
  timestamp = 1_000n,
  logged = [] as Mined[],
  silent = [] as Mined[],
  isBehind = () => false,
  forgets = false,
  height = 100n,
  cap = 100,
  growth = 0n,
  timeOf = (block: bigint) => (block > 90n ? timestamp : 900n),
  logsBehind = (_height: bigint) => 0n,
  asked = [] as Asked[],
}) {
  let now = height
  const all = [...logged, ...silent].map((entry) => ({ input: call.data, ...entry }))
  return {
    getBlock: async ({ blockTag, blockNumber }: { blockTag?: string; blockNumber?: bigint } = {}) => {
      if (blockTag === 'pending') throw new Error('not supported')
      if (blockNumber === undefined) {
        now += growth
        return { number: now, timestamp: timeOf(now), transactions: [], logsBloom: '0x01' }
      }
      const transactions = isBehind() ? [] : all.filter((entry) => entry.blockNumber === blockNumber)
      return { number: blockNumber, timestamp: timeOf(blockNumber), transactions }
    },
    getTransactionCount: async ({ blockNumber = now }: { blockNumber?: bigint }) => {
      if (forgets && blockNumber < 95n) throw new Error('missing trie node')
      const own = all.filter((entry) => entry.from === USER && entry.nonce >= 7)
      return 7 + own.filter((entry) => entry.blockNumber <= blockNumber).length
    },
    request: async ({ params: [{ address, fromBlock, toBlock }] }: LogsRequest) => {
      const [first, last] = [BigInt(fromBlock), BigInt(toBlock)]
      // Every block has a log of some contract.
      if (!address) return last <= now - logsBehind(now) ? [{}] : []
      asked.push({ first, last, now })
      if (last - first >= cap) throw Object.assign(new Error('block range too large'), { code: -32_005 })
      const shown = now - logsBehind(now)
      const found = logged.filter(
        ({ blockNumber }) => blockNumber >= first && blockNumber <= last && blockNumber <= shown,
      )
      return found.map(({ hash }) => ({ transactionHash: hash }))
    },
    getTransaction: async ({ hash }: { hash: Hex }) => all.find((entry) => entry.hash === hash),
  } as unknown as ReadClient
}

interface Asked {
  first: bigint
  last: bigint
  /** The latest block at that time. */
  now: bigint
}

type Query = Partial<Parameters<ChainReader['findSent']>[0]>

const search = (client: ReadClient, query: Query = {}) =>
  findSent(
    client,
    { ...call, fromBlock: 90n, chainDeadline: undefined, signal: AbortSignal.timeout(60), ...query },
    { pollMs: 5 },
  )

it('finds the call of the account with or without logs', async () => {
  await expect(search(createChain({ logged: [mined] }))).resolves.toBe(HASH)
  await expect(search(createChain({ silent: [mined] }))).resolves.toBe(HASH)
})

it('finds the call inside the transaction of another account', async () => {
  const input = `0xffff${call.data.slice(2)}00`
  const logged = [{ ...mined, from: RELAYER, to: RELAYER, input }]
  await expect(search(createChain({ logged }))).resolves.toBe(HASH)
})

it('accepts the hash that a wallet names once the chain shows the transaction, unless it is another swap', async () => {
  const packed = createChain({ logged: [{ ...mined, input: '0x00' } as Mined] })
  await expect(search(packed, { named: () => HASH })).resolves.toBe(HASH)
  await expect(search(packed, { named: () => OTHER_HASH })).rejects.toThrow()
  await expect(
    search(packed, { named: () => HASH, known: () => [{ hash: HASH, isSame: true }] }),
  ).rejects.toThrow()
})

it('ignores a named transaction from before the wallet request, and prefers the call found on chain', async () => {
  const before = { ...mined, hash: OTHER_HASH as Hex, nonce: 3, blockNumber: 80n, input: '0x00' } as Mined
  await expect(search(createChain({ silent: [before] }), { named: () => OTHER_HASH })).rejects.toThrow()
  const both = createChain({ logged: [mined], silent: [{ ...before, blockNumber: 99n }] })
  await expect(search(both, { named: () => OTHER_HASH })).resolves.toBe(HASH)
})

it('finds a transaction of another account hours later on a node limited to 500 blocks per request', async () => {
  const input = `0xffff${call.data.slice(2)}00`
  const late = { ...mined, from: RELAYER, to: RELAYER, input, blockNumber: 4_000n }
  const client = createChain({ logged: [late], height: 5_000n, cap: 500 })
  await expect(search(client, { signal: AbortSignal.timeout(20_000) })).resolves.toBe(HASH)
})

const relayed = { ...mined, from: RELAYER, to: RELAYER, input: `0xffff${call.data.slice(2)}00` }
/** A quarter of a second for each block. */
const fast = { growth: 10n, timeOf: (block: bigint) => 1_000n + block / 4n }
const patient = () => AbortSignal.timeout(20_000)

it.each([
  ['150 blocks late for a while', (now: bigint) => (now < 300n ? 150n : 0n)],
  ['missing before the deadline', (now: bigint) => (now < 500n ? now : 0n)],
  ['minutes late after the deadline', (now: bigint) => (now < 2_000n ? now : 0n)],
])('finds a transaction of another account when the logs of a node are %s', async (_, logsBehind) => {
  const chain = createChain({ ...fast, logged: [relayed], logsBehind, cap: 1_000 })
  await expect(search(chain, { chainDeadline: 1_080, signal: patient() })).resolves.toBe(HASH)
})

it('resolves to undefined after a second search of all blocks past the deadline', async () => {
  const asked: Asked[] = []
  const chain = createChain({ ...fast, growth: 50n, asked, cap: 20 })
  await expect(search(chain, { chainDeadline: 1_080, signal: patient() })).resolves.toBeUndefined()
  let next = 90n
  for (const { first, last, now } of asked)
    if (Number(fast.timeOf(now)) > 1_140 && first === next && last - first < 20n) next = last + 1n
  expect(Number(fast.timeOf(next - 1n))).toBeGreaterThan(1_140)
})

it('finds the call by its nonce or its named hash when a node returns no logs', async () => {
  await expect(search(createChain({ silent: [mined], cap: 0 }))).resolves.toBe(HASH)
  const packed = createChain({ silent: [{ ...mined, from: RELAYER, input: '0x00' } as Mined], cap: 0 })
  await expect(search(packed, { named: () => HASH })).resolves.toBe(HASH)
})

it('sends no request after it is aborted', async () => {
  const asked: Asked[] = []
  const left = new AbortController()
  const push = (one: Asked) => {
    if (asked.length === 5) left.abort(new Error('left'))
    return Array.prototype.push.call(asked, one)
  }
  asked.push = push
  const chain = createChain({ height: 5_000n, cap: 8, asked })
  await expect(search(chain, { signal: left.signal })).rejects.toThrow('left')
  expect(asked).toHaveLength(6)
})

it('finds a call with an attribution suffix of the wallet (ERC-8021)', async () => {
  const input = `${call.data}62635f6274617765743107${'8021'.repeat(8)}`
  await expect(search(createChain({ logged: [{ ...mined, input }] }))).resolves.toBe(HASH)
})

it.each([
  ['another call', { input: '0x12345678aabc' }],
  ['another value', { value: 1n }],
])('does not match %s, and continues', async (_, other) => {
  await expect(search(createChain({ logged: [{ ...mined, ...other }] }))).rejects.toThrow()
})

it("resolves to undefined only once a block is later than the deadline by the chain's clock", async () => {
  await expect(search(createChain({ timestamp: 1_060n }), { chainDeadline: 1_000 })).rejects.toThrow()
  await expect(search(createChain({ timestamp: 1_061n }), { chainDeadline: 1_000 })).resolves.toBeUndefined()
})

it.each([
  ['is unknown', undefined, false],
  ['was a guess of an earlier search', 50n, true],
])(
  'never resolves to undefined when the block before the wallet request %s',
  async (_, fromBlock, isGuess) => {
    const late = createChain({ timestamp: 5_000n })
    await expect(search(late, { fromBlock, isGuess, chainDeadline: 1_000 })).rejects.toThrow()
  },
)

it('reports a guessed first block, so that a later search starts there too', async () => {
  const onStart = vi.fn()
  await expect(search(createChain({}), { fromBlock: undefined, onStart })).rejects.toThrow()
  expect(onStart.mock.calls).toEqual([[50n]])
})

it('ignores an earlier transaction with the same call, and one of another swap', async () => {
  const before = { ...mined, nonce: 6, blockNumber: 90n }
  await expect(search(createChain({ logged: [before] }))).rejects.toThrow()
  await expect(search(createChain({ logged: [before], forgets: true }))).rejects.toThrow()
  const same = { ...mined, hash: OTHER_HASH, nonce: 8, blockNumber: 97n }
  const both = createChain({ logged: [mined, same] })
  await expect(search(both, { known: () => [{ hash: HASH, isSame: true }] })).resolves.toBe(OTHER_HASH)
})

it('matches a transaction that two swaps share, unless both have the same trade', async () => {
  const chain = createChain({ logged: [mined] })
  await expect(search(chain, { known: () => [{ hash: HASH, isSame: false }] })).resolves.toBe(HASH)
  await expect(search(chain, { known: () => [{ hash: HASH, isSame: true }] })).rejects.toThrow()
})

it('does not conclude while another account sent an unreadable transaction for this one', async () => {
  const packed = { ...mined, from: RELAYER, to: RELAYER, input: '0x00' } as Mined
  const late = { chainDeadline: 1_000 }
  const chain = createChain({ logged: [packed], timestamp: 5_000n })
  await expect(search(chain, late)).rejects.toThrow()
  const known = () => [{ hash: HASH, isSame: false }]
  await expect(search(chain, { ...late, known })).resolves.toBeUndefined()
  // The account itself called something else.
  const own = createChain({ logged: [{ ...mined, to: RELAYER, input: '0x00' } as Mined], timestamp: 5_000n })
  await expect(search(own, late)).resolves.toBeUndefined()
})

describe('with an odd node', () => {
  const late = { chainDeadline: 1_000 }

  it('does not conclude from one block with a wrong time', async () => {
    let reads = 0
    const timeOf = (block: bigint) => {
      if (block <= 90n) return 900n
      reads += 1
      return reads === 1 ? 9_000n : 950n
    }
    const silent = [{ ...mined, blockNumber: 130n }]
    await expect(
      search(createChain({ timeOf, growth: 10n, silent }), { ...late, signal: patient() }),
    ).resolves.toBe(HASH)
  })

  it('does not conclude while another node has earlier blocks or a used nonce', async () => {
    const chain = createChain({ timestamp: 5_000n })
    for (const other of [createChain({}), createChain({ timestamp: 5_000n, silent: [mined] })])
      await expect(search({ ...chain, nodes: [chain, other] }, late)).rejects.toThrow()
  })

  it('does not conclude when the block before the request is later than the deadline', async () => {
    await expect(search(createChain({ timeOf: () => 5_000n }), late)).rejects.toThrow()
  })

  it('waits for a node that does not respond, but not forever', async () => {
    const chain = createChain({ timestamp: 5_000n })
    const fail = () => Promise.reject(new Error('down'))
    const dead = { ...chain, getBlock: fail, getTransactionCount: fail }
    const client = { ...chain, nodes: [chain, dead] }
    await expect(search(client, { ...late, maxPolls: 5, signal: patient() })).rejects.toMatchObject({
      code: 'TIMEOUT',
    })
    await expect(search(client, { ...late, signal: patient() })).resolves.toBeUndefined()
    await expect(search({ ...chain, nodes: [dead] }, late)).rejects.toThrow()
  })
})

it('does not conclude before the wallet had time to name the transaction', async () => {
  const chain = createChain({ timestamp: 5_000n })
  await expect(search(chain, { chainDeadline: 1_000, isAnswered: () => false })).rejects.toThrow()
})

it('finds the call by its logs when the node has pruned the nonce of that block', async () => {
  await expect(search(createChain({ logged: [mined], forgets: true }))).resolves.toBe(HASH)
})

it('retries a transaction that a lagging node does not return yet, also after the deadline', async () => {
  let reads = 0
  const isBehind = () => {
    reads += 1
    return reads < 4
  }
  const chain = createChain({ silent: [mined], isBehind, timestamp: 5_000n })
  await expect(search(chain, { chainDeadline: 1_000 })).resolves.toBe(HASH)
})

it('ends its search for a nonce that no transaction has used', async () => {
  const chain = createChain({ silent: [mined], isBehind: () => true, timestamp: 5_000n })
  const signal = AbortSignal.timeout(2_000)
  await expect(search(chain, { chainDeadline: 1_000, signal })).resolves.toBeUndefined()
})

it('ignores the nonce at the newest block of a node, because the call may follow in it', async () => {
  const chain = createChain({ silent: [mined] })
  let polls = 0
  const racing = {
    ...chain,
    getBlock: async (query?: { blockNumber?: bigint }) => {
      if (query) return chain.getBlock(query as never)
      polls += 1
      return { number: polls === 1 ? 90n : 100n, timestamp: 1_000n, transactions: [] }
    },
    getTransactionCount: async (query: { address: typeof USER; blockNumber: bigint }) =>
      (await chain.getTransactionCount(query)) + (polls === 1 ? 1 : 0),
  } as unknown as ReadClient
  await expect(search(racing)).resolves.toBe(HASH)
})

it('limits its polls and rejects with TIMEOUT', async () => {
  const asked: Asked[] = []
  const client = createChain({ asked })
  await expect(search(client, { maxPolls: 3 })).rejects.toMatchObject({ code: 'TIMEOUT' })
  expect(asked).toHaveLength(3)
  await expect(search(createChain({ logged: [mined] }), { maxPolls: 1 })).resolves.toBe(HASH)
})
