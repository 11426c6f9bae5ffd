import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { decodeSwap, encodeSwap, type Trade } from '../../contracts/testing/settlement-calldata.ts'
import type { Lie } from './lie.ts'
import type { WalletContext, WalletLie } from './lying-wallet.ts'
import { enforces } from './modes.ts'
import { ACCOUNTS } from './swaps.ts'

const wallet = (name: string, lie: WalletLie, others: Partial<Lie> = {}): Lie => ({
  name: `a wallet that ${name}`,
  wallet: lie,
  modes: enforces,
  ...others,
})

/** Applies a lie only to the swap or only to the approval. */
const at = (kind: 'swap' | 'approve', lie: (context: WalletContext) => Promise<unknown>): WalletLie => {
  return (context) => (context.kind === kind ? lie(context) : undefined)
}

const answers = (answer: unknown): WalletLie => at('swap', async () => answer)

/** Signs and sends, but returns something else than the hash. */
const answersWith = (change: (hash: Hex) => unknown): WalletLie =>
  at('swap', async ({ send }) => change(await send()))

const throws = (error: unknown): WalletLie =>
  at('swap', async () => {
    throw error
  })

const edited = (changes: Partial<Trade>): WalletLie =>
  at('swap', ({ transaction, send }) => {
    const call = decodeSwap(transaction.data)
    if (!call) throw new Error('The requested transaction is not a swap')
    return send({ data: encodeSwap({ ...call, trade: { ...call.trade, ...changes } }) })
  })

const erc20 = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function transfer(address to, uint256 amount)',
])

const approves = (amount: bigint): WalletLie =>
  at('approve', ({ send, chain }) => {
    const args = [chain.manifest.contracts.settlement, amount] as const
    return send({ data: encodeFunctionData({ abi: erc20, functionName: 'approve', args }) })
  })

const failure = (code: unknown, message: string) => Object.assign(new Error(message), { code })
const RANDOM = `0x${'c0ffee'.repeat(11).slice(0, 64)}`

/** Returns the hash of an earlier transaction. */
const oldHash = (isMeant: (transaction: { from: string }, person: string) => boolean): WalletLie =>
  at('swap', async ({ chain }) => {
    const latest = await chain.publicClient.getBlockNumber()
    for (let number = latest; number > 0n; number -= 1n) {
      const { transactions } = await chain.publicClient.getBlock({
        blockNumber: number,
        includeTransactions: true,
      })
      const found = transactions.find((entry) => isMeant(entry, chain.account(ACCOUNTS.user)))
      if (found) return found.hash
    }
    throw new Error('The account has no earlier transaction')
  })

/** False responses and actions of the wallet. */
export const WALLET_LIES: readonly Lie[] = [
  // Not a hash.
  ...[
    '0x',
    '0x12',
    '0xnot a hash',
    'hello',
    '',
    RANDOM.slice(0, -1),
    `${RANDOM}0`,
    `0X${RANDOM.slice(2)}`,
    `${RANDOM}\n`,
    ` ${RANDOM}`,
    RANDOM.slice(2),
    `0x${'zz'.repeat(32)}`,
  ].map((answer) => wallet(`answers ${JSON.stringify(answer)}`, answers(answer))),
  ...[undefined, null, 42, true, {}, [], { hash: RANDOM }, [RANDOM]].map((answer) =>
    wallet(`answers ${JSON.stringify(answer) ?? 'nothing'}`, answers(answer)),
  ),
  wallet(
    'sends it and returns half of its hash',
    answersWith((hash) => hash.slice(0, 34)),
  ),
  wallet(
    'sends it and returns its hash in capitals',
    answersWith((hash) => `0x${hash.slice(2).toUpperCase()}`),
  ),
  wallet(
    'sends it and returns an object',
    answersWith((hash) => ({ hash })),
  ),
  // The hash of another transaction.
  wallet('sends nothing and returns a hash', answers(RANDOM)),
  wallet(
    'sends it and returns another hash',
    answersWith(() => RANDOM),
  ),
  wallet(
    'returns the hash of an old transaction of the user',
    oldHash(({ from }, person) => from.toLowerCase() === person.toLowerCase()),
  ),
  wallet(
    'returns the hash of an old transaction of another account',
    oldHash(({ from }, person) => from.toLowerCase() !== person.toLowerCase()),
  ),
  wallet('returns the hash of the approval for the swap', approvalTwice(), { swap: 'approval' }),
  wallet(
    'returns a hash for the approval and sends nothing',
    at('approve', async () => RANDOM),
    { swap: 'approval' },
  ),
  wallet(
    'returns no hash for the approval',
    at('approve', async () => '0x1'),
    { swap: 'approval' },
  ),
  // No response, or several transactions.
  wallet(
    'never answers',
    at('swap', async ({ hold, send }) => {
      await hold()
      return send()
    }),
  ),
  wallet(
    'never answers the approval',
    at('approve', async ({ hold, send }) => {
      await hold()
      return send()
    }),
    { swap: 'approval' },
  ),
  wallet(
    'sends it twice',
    at('swap', async ({ send }) => {
      await send()
      return send()
    }),
  ),
  wallet(
    'sends it and reports a rejection by the user',
    at('swap', async ({ send }) => {
      await send()
      throw failure(4001, 'User rejected the request.')
    }),
  ),
  // Account or chain changes.
  wallet(
    'changes the account after the approval',
    at('approve', async ({ send, wallet: dev, chain }) => {
      const hash = await send()
      dev.setAccounts([chain.account(ACCOUNTS.stranger)])
      return hash
    }),
    { swap: 'approval' },
  ),
  wallet(
    'locks after the approval',
    at('approve', async ({ send, wallet: dev }) => {
      const hash = await send()
      dev.setAccounts([])
      return hash
    }),
    { swap: 'approval' },
  ),
  wallet(
    'changes the chain after the approval',
    at('approve', async ({ send, wallet: dev }) => {
      const hash = await send()
      dev.setChain(31_338)
      return hash
    }),
    { swap: 'approval' },
  ),
  wallet(
    'changes the account while it signs',
    at('swap', async ({ send, wallet: dev, chain }) => {
      const hash = await send()
      dev.setAccounts([chain.account(ACCOUNTS.stranger)])
      return hash
    }),
  ),
  // Another transaction is sent.
  ...[0n, 1n, 10n ** 18n - 1n].map((amount) =>
    wallet(`approves ${amount}`, approves(amount), { swap: 'approval' }),
  ),
  wallet('approves an unlimited amount', approves(2n ** 256n - 1n), { swap: 'approval' }),
  wallet(
    'approves a stranger',
    at('approve', ({ send, chain }) =>
      send({
        data: encodeFunctionData({
          abi: erc20,
          functionName: 'approve',
          args: [chain.account(ACCOUNTS.stranger), 10n ** 18n],
        }),
      }),
    ),
    { swap: 'approval' },
  ),
  wallet('removes the minimum', edited({ minOutputAmount: 1n })),
  wallet(
    'pays another receiver',
    at('swap', ({ transaction, send, chain }) => {
      const call = decodeSwap(transaction.data)
      if (!call) throw new Error('The requested transaction is not a swap')
      return send({
        data: encodeSwap({
          ...call,
          trade: { ...call.trade, outputReceiver: chain.account(ACCOUNTS.stranger) },
        }),
      })
    }),
  ),
  wallet(
    'transfers to a stranger',
    at('swap', ({ send, chain }) =>
      send({
        to: chain.token('DAI').address,
        data: encodeFunctionData({
          abi: erc20,
          functionName: 'transfer',
          args: [chain.account(ACCOUNTS.stranger), 500n * 10n ** 18n],
        }),
      }),
    ),
  ),
  wallet(
    'sends an empty call to itself',
    at('swap', ({ transaction, send }) => send({ to: transaction.from, data: '0x' })),
  ),
  wallet(
    'adds a wei of value',
    at('swap', ({ send }) => send({ value: '0x1' })),
  ),
  wallet(
    'sets a gas limit that is too low',
    at('swap', ({ send }) => send({ gas: '0x19000' })),
  ),
  wallet(
    'sets the gas limit of a whole block',
    at('swap', ({ send }) => send({ gas: '0xf42400' })),
  ),
  wallet(
    'appends a byte',
    at('swap', ({ transaction, send }) => send({ data: `${transaction.data}00` })),
  ),
  // Rejections.
  ...(
    [
      ['4001 in words', failure(4001, 'User rejected the request.')],
      ['ACTION_REJECTED', failure('ACTION_REJECTED', 'rejected')],
      ['an internal error', failure(-32_603, 'Internal JSON-RPC error.')],
      ['a pending request', failure(-32_002, 'Already processing')],
      ['4100', failure(4100, 'Unauthorized')],
      ['4900', failure(4900, 'Disconnected')],
      ['a number', 4001],
      ['a text', 'no'],
      ['nothing', undefined],
      ['null', null],
      ['an object', {}],
      ['an object with a code as text', { code: '4001' }],
      ['an error that is its own cause', selfCaused()],
      ['a long text', failure(-32_000, 'x'.repeat(100_000))],
    ] as const
  ).map(([name, error]) => wallet(`rejects with ${name}`, throws(error))),
]

function approvalTwice(): WalletLie {
  let approval: Hex | undefined
  return ({ kind, send }) =>
    kind === 'approve'
      ? send().then((hash) => {
          approval = hash
          return hash
        })
      : Promise.resolve(approval)
}

function selfCaused(): Error {
  const error: Error & { cause?: unknown } = new Error('over and over')
  error.cause = error
  return error
}
