import type { Hex } from '../../wire/lib/address.ts'
import type { NodeLie } from './lying-node.ts'
import type { WalletContext } from './lying-wallet.ts'
import type { ReplacementLie, Stuck } from './run-replacement.ts'

// biome-ignore lint/suspicious/noExplicitAny: lies set any field to any value.
type Shown = Record<string, any>

const STRANGER: Hex = `0x${'5'.repeat(40)}`
const HUGE = '0x38d7ea4c68000'
const hex = (value: number | bigint): Hex => `0x${value.toString(16)}`

/** Changes what the node returns for the pending transaction. */
const shows =
  (change: (shown: Shown, stuck: Stuck) => unknown) =>
  (stuck: Stuck): NodeLie =>
  (honest, { method, params }) => {
    const isMeant = method === 'eth_getTransactionByHash' && params[0] === stuck.original.hash
    if (!isMeant || !('result' in honest) || !honest.result) return undefined
    return { result: change(honest.result as Shown, stuck) }
  }

const field = (changes: Shown) => shows((shown) => ({ ...shown, ...changes }))
const says = (method: string, result: unknown) => (): NodeLie => (_, context) =>
  context.method === method ? { result } : undefined

/** Changes every block. */
const blocks =
  (changes: Shown) =>
  (): NodeLie =>
  (honest, { method }) =>
    method === 'eth_getBlockByNumber' && 'result' in honest && honest.result
      ? { result: { ...(honest.result as Shown), ...changes } }
      : undefined

const FIELDS: readonly [name: string, node: (stuck: Stuck) => NodeLie][] = [
  ['the next nonce', shows((shown) => ({ ...shown, nonce: hex(Number(shown.nonce) + 1) }))],
  ['a nonce far ahead', shows((shown) => ({ ...shown, nonce: hex(Number(shown.nonce) + 1_000) }))],
  ['the first nonce', field({ nonce: '0x0' })],
  ['a negative nonce', field({ nonce: '-0x1' })],
  ['a gas limit of a whole block', field({ gas: hex(30_000_000) })],
  ['a gas limit beyond any block', field({ gas: hex(10n ** 15n) })],
  ['a gas limit of zero', field({ gas: '0x0' })],
  [
    'a thousandfold fee',
    shows((shown) => ({ ...shown, maxFeePerGas: hex(BigInt(shown.maxFeePerGas) * 1_000n) })),
  ],
  ['a fee of one wei', field({ maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' })],
  ['a thousandfold tip', field({ maxPriorityFeePerGas: HUGE, maxFeePerGas: HUGE })],
  ['the legacy type', field({ type: '0x0', gasPrice: HUGE })],
  [
    'the legacy type without fees',
    field({ type: '0x0', gasPrice: HUGE, maxFeePerGas: undefined, maxPriorityFeePerGas: undefined }),
  ],
  ['the access list type', field({ type: '0x1', gasPrice: HUGE })],
  [
    'the blob type',
    field({ type: '0x3', maxFeePerBlobGas: HUGE, blobVersionedHashes: [`0x01${'ab'.repeat(31)}`] }),
  ],
  [
    'the authorization type',
    field({
      type: '0x4',
      authorizationList: [
        { address: STRANGER, chainId: '0x1', nonce: '0x0', yParity: '0x0', r: '0x1', s: '0x1' },
      ],
    }),
  ],
  ['an unknown type', field({ type: '0x7f' })],
  ['an access list', field({ accessList: [{ address: STRANGER, storageKeys: [`0x${'0'.repeat(64)}`] }] })],
  ['an appended byte', shows((shown) => ({ ...shown, input: `${shown.input}00` }))],
  ['truncated data', shows((shown) => ({ ...shown, input: shown.input.slice(0, -64) }))],
  ['other data', field({ input: '0x12345678' })],
  ['another target', field({ to: STRANGER })],
  ['no target', field({ to: null })],
  ['a value', field({ value: hex(5n * 10n ** 18n) })],
  ['another sender', field({ from: STRANGER })],
  ['another chain', field({ chainId: '0x1' })],
  ['no chain', field({ chainId: undefined })],
  ['another hash', field({ hash: `0x${'ab'.repeat(32)}` })],
  ['another signature', field({ r: `0x${'1'.repeat(64)}` })],
  ['no signature', field({ r: undefined, s: undefined, v: undefined, yParity: undefined })],
  [
    'the other parity',
    shows((shown) => ({
      ...shown,
      v: hex(1 - Number(shown.yParity)),
      yParity: hex(1 - Number(shown.yParity)),
    })),
  ],
  ['a list instead of a transaction', shows(() => [])],
  ['text instead of numbers', field({ nonce: 'seven', gas: 'much' })],
  ['nothing', shows(() => null)],
]

const NETWORK: readonly [name: string, node: (stuck: Stuck) => NodeLie][] = [
  ['reports a huge gas price', says('eth_gasPrice', HUGE)],
  ['reports no gas price', says('eth_gasPrice', '0x0')],
  ['reports a changing gas price', alternates('eth_gasPrice', ['0x1', HUGE])],
  ['reports a huge base fee', blocks({ baseFeePerGas: HUGE })],
  ['reports no base fee', blocks({ baseFeePerGas: undefined })],
  ['reports blocks of the far future', blocks({ timestamp: hex(10n ** 12n) })],
  ['reports no transactions of the account', says('eth_getTransactionCount', '0x0')],
  ['reports many transactions of the account', says('eth_getTransactionCount', '0xffff')],
  ['estimates the gas of a whole block', says('eth_estimateGas', hex(30_000_000))],
  ['estimates zero gas', says('eth_estimateGas', '0x0')],
  ['reports the account as a contract', says('eth_getCode', '0x60006000')],
  ['is on another chain', says('eth_chainId', '0x1')],
  ['returns the transaction and then another one', flips()],
  ['never returns a result', () => () => ({ error: { code: -32_000, message: 'no' } })],
]

/** Returns one answer after the other. */
function alternates(method: string, answers: readonly string[]) {
  return (): NodeLie => (_, context) =>
    context.method === method ? { result: answers[context.nth % answers.length] } : undefined
}

/** Raises the fees of the transaction with each request. */
function flips() {
  return (stuck: Stuck): NodeLie =>
    (honest, context) =>
      context.nth % 2 === 0
        ? shows((shown) => ({ ...shown, nonce: hex(Number(shown.nonce) + 1), gas: HUGE }))(stuck)(
            honest,
            context,
          )
        : undefined
}

const WALLETS: readonly [name: string, wallet: (context: WalletContext) => Promise<unknown>][] = [
  ['returns an invalid hash', async () => '0x12'],
  ['returns an object', async () => ({ hash: `0x${'ab'.repeat(32)}` })],
  ['returns an unknown hash', async () => `0x${'ab'.repeat(32)}`],
  ['chooses another nonce', ({ send, transaction }) => send({ nonce: hex(Number(transaction.nonce) + 1) })],
  [
    'raises the fee',
    ({ send }) => send({ maxFeePerGas: hex(10n ** 12n), maxPriorityFeePerGas: hex(10n ** 12n) }),
  ],
  ['sends other data', ({ send }) => send({ data: '0x1234', to: STRANGER })],
  ['declines', async () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }))],
  [
    'sends the transaction and fails',
    async ({ send }) => {
      await send()
      throw Object.assign(new Error('lost'), { code: -32_603 })
    },
  ],
]

const EVENTS: readonly ReplacementLie[] = [
  {
    name: 'a transaction that is mined before the click',
    meanwhile: ({ stage }) => stage.chain.testClient.mine({ blocks: 1 }),
  },
  {
    name: 'a transaction that is mined before the click, which the node denies',
    meanwhile: ({ stage }) => stage.chain.testClient.mine({ blocks: 1 }),
    node: field({ blockNumber: null, blockHash: null, transactionIndex: null }),
    sinceClick: true,
  },
  {
    name: 'a transaction that is mined before the click, with a node that reports no nonce',
    meanwhile: ({ stage }) => stage.chain.testClient.mine({ blocks: 1 }),
    node: says('eth_getTransactionCount', '0x0'),
    sinceClick: true,
  },
  { name: 'a transaction that was replaced before the click', meanwhile: replaceBySelf },
  {
    name: 'a transaction whose replacement is mined before the click',
    async meanwhile(stuck) {
      await replaceBySelf(stuck)
      await stuck.stage.chain.testClient.mine({ blocks: 1 })
    },
  },
  {
    name: 'a transaction that is dropped before the click',
    meanwhile: ({ stage, original }) => stage.chain.testClient.dropTransaction({ hash: original.hash }),
  },
  {
    name: 'a wallet that changes its account before the click',
    meanwhile: async ({ stage }, { bench }) => bench.wallet.setAccounts([stage.chain.account(7)]),
  },
  {
    name: 'a wallet that changes its chain before the click',
    meanwhile: async (_, { bench }) => bench.wallet.setChain(1),
  },
]

/** The account itself sends another transaction with the nonce of the swap. */
async function replaceBySelf({ stage, original, account }: Stuck): Promise<void> {
  const fee = (original.maxFeePerGas ?? 0n) * 3n
  await stage.chain.wallet(0).sendTransaction({
    to: account,
    nonce: original.nonce,
    gas: 21_000n,
    maxFeePerGas: fee,
    maxPriorityFeePerGas: fee,
  })
}

/** False responses, actions and events around a speed-up and a cancellation. */
export const REPLACEMENT_LIES: readonly ReplacementLie[] = [
  ...FIELDS.flatMap(([name, node]) => [
    { name: `a node that shows the transaction with ${name}`, node },
    { name: `a node that shows the transaction with ${name} since the click`, node, sinceClick: true },
  ]),
  ...NETWORK.flatMap(([name, node]) => [
    { name: `a node that ${name}`, node },
    { name: `a node that ${name} since the click`, node, sinceClick: true },
  ]),
  ...WALLETS.map(([name, wallet]) => ({ name: `a wallet that ${name}`, wallet })),
  ...EVENTS,
]
