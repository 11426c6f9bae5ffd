import { expect, it } from 'vitest'
import { SETTLEMENT, USER } from '../../wire/fixtures/addresses.ts'
import type { Hex } from '../../wire/lib/address.ts'
import type { ReadClient } from './read-actions.ts'
import { watchTransaction } from './watch-transaction.ts'

const SENT: Hex = `0x${'12'.repeat(32)}`
const MINED: Hex = `0x${'34'.repeat(32)}`
/** Calldata with capital letters, as a router's service may write it. */
const DATA: Hex = '0xABCDEF12000000000000000000000000000000000000000000000000000000000000A0B1'
const NONCE = 7
const SAME = { hash: MINED, isSame: true }

/**
 * A node on which the account used the nonce in block 95 for this transaction. It returns no other.
 */
function createNode(mined: { to: string; input: string; value?: bigint }) {
  const notFound = Object.assign(new Error('none'), { name: 'TransactionNotFoundError' })
  return {
    getBlockNumber: async () => 100n,
    getCode: async () => undefined,
    getTransactionCount: async ({ blockNumber }: { blockNumber: bigint }) =>
      blockNumber >= 95n ? NONCE + 1 : NONCE,
    getBlock: async () => ({
      transactions: [{ hash: MINED, from: USER, nonce: NONCE, value: 0n, ...mined }],
    }),
    getTransaction: async () => {
      throw notFound
    },
    getTransactionReceipt: async ({ hash }: { hash: Hex }) => {
      if (hash !== MINED) throw notFound
      return { transactionHash: hash, status: 'success', blockNumber: 95n, gasUsed: 0n, logs: [] }
    },
  } as unknown as ReadClient
}

interface WatchOptions extends Pick<Parameters<typeof watchTransaction>[1], 'known' | 'maxPolls'> {
  nonce?: number | undefined
}

const watch = (client: ReadClient, { nonce, ...options }: WatchOptions = { nonce: NONCE }) =>
  watchTransaction(
    client,
    {
      transaction: {
        chainId: 1,
        hash: SENT,
        from: USER,
        to: SETTLEMENT,
        data: DATA,
        value: 0n,
        trace: { fromBlock: 90n, nonce },
      },
      signal: AbortSignal.timeout(5_000),
      ...options,
    },
    { pollMs: 5 },
  )

it('does not cancel a swap whose calldata has capital letters, unlike the calldata of a node', async () => {
  const outcome = await watch(createNode({ to: SETTLEMENT, input: DATA.toLowerCase() }))
  expect(outcome).toMatchObject({ kind: 'replaced', receipt: { hash: MINED, status: 'success' } })
})

it('does not cancel a swap that its wallet sent again inside another call', async () => {
  const packed = `0x34fcd5be${'00'.repeat(32)}${DATA.slice(2).toLowerCase()}00`
  const outcome = await watch(createNode({ to: USER, input: packed }))
  expect(outcome).toMatchObject({ kind: 'replaced', receipt: { hash: MINED } })
})

it.each([
  ['nothing to itself', { to: USER, input: '0x' }],
  ['another call of the router', { to: SETTLEMENT, input: `0xabcdef13${DATA.slice(10).toLowerCase()}` }],
  ['the same call of another contract', { to: USER, input: DATA.toLowerCase().slice(0, -2) }],
  ['the call with another value', { to: SETTLEMENT, input: DATA.toLowerCase(), value: 1n }],
])('cancels a swap whose nonce the account used for %s', async (_, mined) => {
  await expect(watch(createNode(mined))).resolves.toEqual({ kind: 'cancelled', hash: MINED })
})

it('does not cancel a swap with an attribution suffix of the wallet (ERC-8021)', async () => {
  const mark = `62635f6274617765743107${'8021'.repeat(8)}`
  const outcome = await watch(createNode({ to: SETTLEMENT, input: `${DATA.toLowerCase()}${mark}` }))
  expect(outcome).toMatchObject({ kind: 'replaced', receipt: { hash: MINED, status: 'success' } })
})

it('ignores a receipt from before the swap request whose hash the wallet returned', async () => {
  const node = createNode({ to: SETTLEMENT, input: DATA.toLowerCase() })
  const earlier: ReadClient = {
    ...node,
    getTransactionReceipt: (async ({ hash }: { hash: Hex }) => ({
      ...(await node.getTransactionReceipt({ hash: MINED })),
      transactionHash: hash,
      blockNumber: hash === SENT ? 80n : 95n,
    })) as ReadClient['getTransactionReceipt'],
  }
  // The swap itself is searched, with its nonce and without.
  for (const nonce of [NONCE, undefined]) {
    const outcome = await watch(earlier, { nonce })
    expect(outcome).toMatchObject({ kind: 'replaced', receipt: { hash: MINED, blockNumber: 95n } })
  }
})

it('finds a swap that a wallet with a private relay sped up before any node returned its hash', async () => {
  const outcome = await watch(createNode({ to: SETTLEMENT, input: DATA.toLowerCase() }), { nonce: undefined })
  expect(outcome).toMatchObject({ kind: 'replaced', receipt: { hash: MINED } })
})

it.each<[string, Parameters<typeof createNode>[0], WatchOptions]>([
  ['another swap of the same trade', { to: SETTLEMENT, input: DATA.toLowerCase() }, { known: () => [SAME] }],
  ['another call', { to: SETTLEMENT, input: '0xabcdef13' }, {}],
])(
  'takes %s neither for a replacement nor for the cancellation of an unseen swap',
  async (_, mined, options) => {
    await expect(watch(createNode(mined), { ...options, maxPolls: 8 })).rejects.toMatchObject({
      code: 'TIMEOUT',
    })
  },
)
