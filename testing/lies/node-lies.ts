import { encodeEventTopics, type Hex, maxUint256, pad, parseAbi, toHex } from 'viem'
import type { HttpAnswer } from './http-server.ts'
import type { Lie } from './lie.ts'
import type { NodeAnswer, NodeContext, NodeLie } from './lying-node.ts'
import type { WalletContext } from './lying-wallet.ts'
import { decodes, enforces, simulates } from './modes.ts'
import { halfRoute, oneUnit } from './quote-lies.ts'
import { attack } from './replay.ts'
import { ACCOUNTS } from './swaps.ts'
import { both, call, getFee, trade } from './tampering.ts'

const node = (name: string, lie: NodeLie, others: Partial<Lie> = {}): Lie => ({
  name: `a node ${name}`,
  node: lie,
  ...others,
})

const BALANCE_OF = '0x70a08231'
const ALLOWANCE = '0xdd62ed3e'
const DECIMALS = '0x313ce567'
const word = (value: bigint): Hex => pad(toHex(value), { size: 32 })
const STRANGER: Hex = `0x${'5'.repeat(40)}`

/** Returns this result for a method. */
const says = (method: string, answer: unknown, isMeant = (_: NodeContext): boolean => true): NodeLie => {
  return (_, context) => (context.method === method && isMeant(context) ? { result: answer } : undefined)
}

const fails = (method: string, code: number, message = 'no'): NodeLie => {
  return (_, context) => (context.method === method ? { error: { code, message } } : undefined)
}

/** Returns this result for a view function of any token. */
const reads = (selector: string, answer: string, isMeant = (_: NodeContext): boolean => true): NodeLie =>
  says('eth_call', answer, (context) => getData(context.params[0]).startsWith(selector) && isMeant(context))

const http = (answer: Partial<HttpAnswer>): NodeLie => {
  return (honest) => ({
    http: {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...honest }),
      ...answer,
    },
  })
}

/** Applies a lie only after the first transaction was sent. */
const afterwards = (lie: NodeLie): NodeLie => {
  return (honest, context) => (context.sent > 0 ? lie(honest, context) : undefined)
}

const all = (...lies: readonly NodeLie[]): NodeLie => {
  return async (honest, context) => {
    for (const lie of lies) {
      const answer = await lie(honest, context)
      if (answer) return answer
    }
    return undefined
  }
}

// biome-ignore lint/suspicious/noExplicitAny: results may contain anything.
type SimulatedCall = Record<string, any>

/** Changes the calls in the result of a simulation. `isRead` is true for reads of balances. */
const simulation = (
  change: (
    calls: SimulatedCall[],
    about: { isRead: (index: number) => boolean; asked: SimulatedCall[]; context: NodeContext },
  ) => unknown,
): NodeLie => {
  return (honest, context) => {
    if (context.method !== 'eth_simulateV1' || !('result' in honest)) return undefined
    const asked: SimulatedCall[] = context.params[0].blockStateCalls[0].calls
    const isRead = (index: number) => getData(asked[index]).startsWith(BALANCE_OF)
    const [block] = honest.result as { calls: SimulatedCall[] }[]
    return { result: [{ ...block, calls: change(block?.calls ?? [], { isRead, asked, context }) }] }
  }
}

/** Every simulated call succeeds, and all balances increase by `more`. */
const goesWell = (more: bigint): NodeLie =>
  simulation((calls, { isRead, asked }) => {
    const first = asked.findIndex((_, index) => !isRead(index))
    return calls.map((call, index) =>
      isRead(index)
        ? {
            ...call,
            status: '0x1',
            returnData: word(BigInt(calls[index % first]?.returnData ?? 0) + (index > first ? more : 0n)),
          }
        : { status: '0x1', returnData: word(1n), gasUsed: '0x30000', logs: [] },
    )
  })

const changeOwn = (change: (call: SimulatedCall) => SimulatedCall): NodeLie =>
  simulation((calls, { isRead }) => calls.map((call, index) => (isRead(index) ? call : change(call))))

/** Changes the last balance read. */
const changeLast = (change: (balance: bigint) => Hex): NodeLie =>
  simulation((calls) =>
    calls.map((call, index) =>
      index === calls.length - 1 ? { ...call, returnData: change(BigInt(call.returnData)) } : call,
    ),
  )

const erc20 = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
])

const withLog = (eventName: 'Transfer' | 'Approval', token: Hex): NodeLie =>
  simulation((calls, { isRead, asked }) =>
    calls.map((call, index) => {
      if (isRead(index)) return call
      const from: Hex = asked[index]?.from
      const args = eventName === 'Transfer' ? { from, to: STRANGER } : { owner: from, spender: STRANGER }
      const topics = encodeEventTopics({ abi: erc20, eventName, args } as never)
      return { ...call, logs: [...(call.logs ?? []), { address: token, topics, data: word(10n ** 18n) }] }
    }),
  )

/** keccak256 of `Approval(address,address,address,uint160,uint48)`, as Permit2 logs it. */
const PERMIT2_APPROVAL: Hex = '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b'

/** Adds a log to the swap. Its topics are made of the account, the router and the input token. */
const withSwapLog = (toLog: (parties: { from: Hex; to: Hex }) => object): NodeLie =>
  simulation((calls, { isRead, asked }) => {
    const own = asked.map((_, index) => index).filter((index) => !isRead(index))
    return calls.map((call, index) => {
      if (index !== own.at(-1)) return call
      const { from, to } = asked[index] as { from: Hex; to: Hex }
      return { ...call, logs: [...(call.logs ?? []), toLog({ from, to })] }
    })
  })

const allowsMore = withSwapLog(({ from, to }) => ({
  address: STRANGER,
  topics: encodeEventTopics({ abi: erc20, eventName: 'Approval', args: { owner: from, spender: to } }),
  data: word(maxUint256),
}))

const allowsByPermit2 = (spender: (router: Hex) => Hex): NodeLie =>
  withSwapLog(({ from, to }) => ({
    address: STRANGER,
    topics: [PERMIT2_APPROVAL, ...[from, STRANGER, spender(to)].map((party) => pad(party, { size: 32 }))],
    data: `${word(10n ** 18n)}${word(1n).slice(2)}`,
  }))

const receipt = (change: (receipt: SimulatedCall) => unknown): NodeLie => {
  return (honest, { method }) =>
    method === 'eth_getTransactionReceipt' && 'result' in honest && honest.result
      ? { result: change(honest.result as SimulatedCall) }
      : undefined
}

/**
 * The user leaves after a few polls of a pending swap, because failing polls are delayed by
 * backoff.
 */
const leavesSoon: Partial<Lie> = {
  leaves: (state, { node }) =>
    state.stage === 'watching' &&
    // Blocks are also read before the wallet request.
    (node.requestCount('eth_getTransactionReceipt') > 2 || node.requestCount('eth_blockNumber') > 8),
}

const withoutResult = { skipsResult: true }
const simulating = { modes: simulates }
const sluice = { modes: decodes }

/** False responses of the host's RPC. */
export const NODE_LIES: readonly Lie[] = [
  node('of another chain without the contracts', anotherChain),
  // Balances.
  node('that reports an input balance of zero', reads(BALANCE_OF, word(0n))),
  node('that reports an unlimited input balance', reads(BALANCE_OF, word(maxUint256))),
  node('that reports a balance the user does not have', all(reads(BALANCE_OF, word(maxUint256))), {
    before: ({ chain }) => chain.deal('DAI', chain.account(ACCOUNTS.user), 0n),
    onChain: true,
  }),
  node(
    'that reports a balance the user does not have, and a successful simulation',
    all(reads(BALANCE_OF, word(maxUint256)), says('eth_estimateGas', '0x30000'), goesWell(10n ** 18n)),
    {
      before: ({ chain }) => chain.deal('DAI', chain.account(ACCOUNTS.user), 0n),
      onChain: true,
    },
  ),
  node('that reports a native balance too low for the network cost', says('eth_getBalance', '0x0')),
  node('that reports an unlimited native balance', says('eth_getBalance', toHex(2n ** 200n))),
  node('that returns an empty balance', reads(BALANCE_OF, '0x')),
  node('that returns a balance of one byte', reads(BALANCE_OF, '0x01')),
  node('that returns a balance of a hundred words', reads(BALANCE_OF, `0x${'f'.repeat(6_400)}`)),
  node('that returns an invalid balance', reads(BALANCE_OF, 'plenty')),
  // Allowances.
  node('that denies the existing allowance', reads(ALLOWANCE, word(0n)), { modes: enforces }),
  node('that reports an unlimited allowance instead of none', reads(ALLOWANCE, word(maxUint256)), {
    swap: 'approval',
  }),
  node(
    'that reports an unlimited allowance instead of none, and a successful simulation',
    all(reads(ALLOWANCE, word(maxUint256)), says('eth_estimateGas', '0x30000'), goesWell(10n ** 12n)),
    { swap: 'approval' },
  ),
  node('that never reports the approved allowance', reads(ALLOWANCE, word(0n)), { swap: 'approval' }),
  node('that reports a remaining allowance to reset', reads(ALLOWANCE, word(1n)), {
    swap: 'approval',
    modes: enforces,
  }),
  node('that denies the remaining allowance to reset', reads(ALLOWANCE, word(0n)), { swap: 'reset' }),
  node('that returns an empty allowance', reads(ALLOWANCE, '0x'), { swap: 'approval' }),
  node('that reports no allowance after it was used', afterwards(reads(ALLOWANCE, word(0n))), {
    swap: 'approval',
  }),
  // Decimals.
  ...[0n, 6n, 77n, 255n, maxUint256].map((decimals) =>
    node(
      `that reports ${decimals > 255n ? '2^256 - 1' : decimals} decimals for each token`,
      reads(DECIMALS, word(decimals)),
    ),
  ),
  node('that returns no decimals', reads(DECIMALS, '0x')),
  node('that fails on reads of decimals', (_, context) =>
    getData(context.params[0]).startsWith(DECIMALS)
      ? { error: { code: 3, message: 'execution reverted', data: '0x' } }
      : undefined,
  ),
  node('that never responds to reads of decimals', async (honest, context) => {
    if (getData(context.params[0]).startsWith(DECIMALS)) await context.hold()
    return honest
  }),
  // Simulations.
  node(
    'that simulates a much larger output',
    changeLast((balance) => word(balance + 10n ** 24n)),
    simulating,
  ),
  node('that simulates a success of every call', goesWell(10n ** 24n), simulating),
  node(
    'that simulates half of the output',
    changeLast((balance) => word(balance - 10n ** 17n)),
    simulating,
  ),
  node(
    'that simulates no output',
    changeLast((balance) => word(balance - 175n * 10n ** 15n)),
    simulating,
  ),
  node(
    'that simulates without balances before the call',
    simulation((calls, { isRead }) =>
      calls.map((call, index) =>
        isRead(index) && index < 2 ? { ...call, status: '0x0', returnData: '0x' } : call,
      ),
    ),
    simulating,
  ),
  node(
    'that simulates without balances after the call',
    simulation((calls, { isRead }) =>
      calls.map((call, index) =>
        isRead(index) && index >= 2 ? { ...call, status: '0x0', returnData: '0x' } : call,
      ),
    ),
    simulating,
  ),
  node(
    'that simulates without transfers',
    changeOwn((call) => ({ ...call, logs: [] })),
    simulating,
  ),
  node(
    'that simulates without logs',
    changeOwn(({ logs: _, ...call }) => call),
    simulating,
  ),
  node('that simulates a transfer of another token', withLog('Transfer', STRANGER), simulating),
  node('that simulates an allowance of another token for the router', allowsMore, simulating),
  node(
    'that simulates a Permit2 allowance for a stranger',
    allowsByPermit2(() => STRANGER),
    simulating,
  ),
  node(
    'that simulates a Permit2 allowance of another token for the router',
    allowsByPermit2((router) => router),
    simulating,
  ),
  node('that simulates an allowance for a stranger', withLog('Approval', STRANGER), simulating),
  node(
    'that simulates a failure',
    changeOwn((call) => ({ ...call, status: '0x0', error: { message: 'execution reverted', data: '0x' } })),
    simulating,
  ),
  node(
    'that simulates without a status',
    changeOwn((call) => ({ ...call, status: '0x2' })),
    simulating,
  ),
  node(
    'that simulates with a boolean status',
    changeOwn((call) => ({ ...call, status: true })),
    simulating,
  ),
  node(
    'that simulates one call less',
    simulation((calls) => calls.slice(1)),
    simulating,
  ),
  node(
    'that simulates one call more',
    simulation((calls) => [...calls, calls.at(-1)]),
    simulating,
  ),
  node(
    'that simulates the calls in reverse order',
    simulation((calls) => [...calls].reverse()),
    simulating,
  ),
  node(
    'that simulates no calls',
    simulation(() => []),
    simulating,
  ),
  node(
    'that omits the simulated calls',
    simulation(() => undefined),
    simulating,
  ),
  ...[null, {}, [], 'well', 0, [null]].map((answer) =>
    node(`that returns the simulation ${JSON.stringify(answer)}`, says('eth_simulateV1', answer), simulating),
  ),
  ...['0x0', '0x1', '0x1ba8140', toHex(maxUint256), 'lots', undefined, '-0x1'].map((gasUsed) =>
    node(
      `that simulates ${gasUsed ?? 'unknown'} gas`,
      changeOwn((call) => ({ ...call, gasUsed })),
      simulating,
    ),
  ),
  ...[3, -32_000, -32_003, -32_005, -32_601, -32_603, -38_013, 0].map((code) =>
    node(`that refuses to simulate with ${code}`, fails('eth_simulateV1', code), simulating),
  ),
  node(
    'that stops simulating after the approval',
    (_, { method, sent }) =>
      method === 'eth_simulateV1' && sent > 0
        ? { error: { code: -32_601, message: 'no such method' } }
        : undefined,
    { swap: 'approval', ...simulating },
  ),
  node('that simulates a success of every call after the approval', afterwards(goesWell(10n ** 24n)), {
    swap: 'approval',
    ...simulating,
  }),
  // Gas.
  ...[
    '0x0',
    '0x1',
    '0x5208',
    '0x1ba8140',
    '0x1c9c380',
    toHex(10n ** 12n),
    toHex(maxUint256),
    '0x',
    'lots',
  ].map((gas) => node(`that estimates ${gas} gas`, says('eth_estimateGas', gas))),
  node('estimates nothing', says('eth_estimateGas', null)),
  node(
    'that estimates 29 million gas for the approval',
    says('eth_estimateGas', '0x1ba8140', ({ sent }) => sent === 0),
    { swap: 'approval', modes: enforces },
  ),
  ...[3, -32_000, -32_603].map((code) =>
    node(`that refuses to estimate with ${code}`, fails('eth_estimateGas', code, 'execution reverted')),
  ),
  ...['0x0', toHex(10n ** 30n), toHex(maxUint256), 'much'].map((price) =>
    node(`that reports a gas price of ${price}`, says('eth_gasPrice', price)),
  ),
  node('that reports no gas price', fails('eth_gasPrice', -32_601)),
  // Receipts and transactions.
  node(
    'that reports the swap as failed',
    receipt((honest) => ({ ...honest, status: '0x0' })),
  ),
  node(
    'that reports a reverted swap as successful',
    receipt((honest) => ({ ...honest, status: '0x1' })),
    {
      ...sluice,
      wallet: undoneOnChain,
    },
  ),
  node(
    'that returns the receipt of another transaction',
    receipt((honest) => ({ ...honest, transactionHash: `0x${'ab'.repeat(32)}`, status: '0x1' })),
    leavesSoon,
  ),
  node(
    'that returns a receipt from another sender',
    receipt((honest) => ({ ...honest, from: STRANGER, to: STRANGER })),
  ),
  node(
    'that returns a receipt with empty logs',
    receipt((honest) => ({ ...honest, logs: [] })),
    withoutResult,
  ),
  node(
    'that returns a receipt without logs',
    receipt(({ logs: _, ...honest }) => honest),
    leavesSoon,
  ),
  node(
    'that returns a receipt without a status',
    receipt(({ status: _, ...honest }) => honest),
    leavesSoon,
  ),
  node(
    'that returns a receipt with other gas',
    receipt((honest) => ({ ...honest, gasUsed: toHex(2n ** 255n) })),
  ),
  node('that returns a receipt with ten times the output', receipt(tenTimes), withoutResult),
  node('that never returns the receipt', says('eth_getTransactionReceipt', null)),
  node(
    'that never returns the transaction',
    all(says('eth_getTransactionReceipt', null), says('eth_getTransactionByHash', null)),
  ),
  node(
    'that returns the user’s last transaction instead of the swap',
    all(says('eth_getTransactionReceipt', null), says('eth_getTransactionCount', toHex(10_000))),
  ),
  node(
    'that reports the user’s account as a contract',
    all(
      says('eth_getTransactionReceipt', null),
      says('eth_getTransactionByHash', null),
      says('eth_getCode', '0x6001'),
    ),
  ),
  node('that stays at an old block', says('eth_blockNumber', '0x1')),
  node('that returns no block number', says('eth_blockNumber', 'soon'), leavesSoon),
  node(
    'that returns HTML pages after the swap was sent',
    afterwards(http({ headers: { 'content-type': 'text/html' }, body: '<html></html>' })),
    leavesSoon,
  ),
  // Invalid responses.
  node(
    'that returns an HTML page',
    http({ headers: { 'content-type': 'text/html' }, body: '<html></html>' }),
  ),
  node(
    'that returns an HTML page with an error status',
    http({ status: 502, headers: { 'content-type': 'text/html' }, body: '<html></html>' }),
  ),
  node('wants patience', http({ status: 429, body: '{}' })),
  node('says nothing', http({ body: '' })),
  node('says null', http({ body: 'null' })),
  node('says a list', http({ body: '[]' })),
  node('that returns no result', http({ body: '{"jsonrpc":"2.0","id":1}' })),
  node(
    'that returns a result and an error',
    (honest) => ({ ...honest, error: { code: 1, message: 'but no' } }) as NodeAnswer,
  ),
  node('that disconnects in the middle of the response', http({ fate: 'cut' })),
  node('that disconnects without a response', http({ fate: 'dropped' })),
  node('sends elsewhere', http({ status: 307, headers: { location: '/elsewhere' }, body: '' })),
  node('never answers', async (honest, { hold }) => {
    await hold()
    return honest
  }),
  node('is overloaded', (_) => ({ error: { code: -32_005, message: 'limit exceeded' } })),
  // Node and service lie together: only the calldata itself can be verified.
  node('that confirms a call with a minimum of one unit', goesWell(10n ** 18n), {
    quote: oneUnit,
    ...sluice,
  }),
  node(
    'that confirms a call that sells half',
    all(goesWell(10n ** 18n), says('eth_estimateGas', '0x30000')),
    {
      quote: halfRoute,
      ...sluice,
    },
  ),
  node(
    'that confirms a call that sells half with a minimum of one unit',
    all(goesWell(10n ** 18n), says('eth_estimateGas', '0x30000')),
    { quote: both(halfRoute, oneUnit), ...sluice },
  ),
  node(
    'that confirms a call that pays a stranger',
    all(goesWell(10n ** 18n), says('eth_estimateGas', '0x30000')),
    { quote: trade({ outputReceiver: STRANGER }), ...sluice },
  ),
  node(
    'that confirms a call without a receiver',
    all(goesWell(10n ** 18n), says('eth_estimateGas', '0x30000')),
    { quote: call((honest) => ({ ...honest, route: '0x1234' })), ...sluice },
  ),
  node(
    'that confirms a call with a fee of 8.99 %',
    all(goesWell(10n ** 18n), says('eth_estimateGas', '0x30000')),
    { quote: getFee(899), ...sluice },
  ),
  node(
    'that confirms a call that sells a token with an unrelated allowance',
    all(goesWell(10n ** 18n), says('eth_estimateGas', '0x30000')),
    { quote: trade((_, { chain }) => ({ inputToken: chain.token('LINK').address })), ...sluice },
  ),
]

function anotherChain(_: NodeAnswer, { method, params }: NodeContext): NodeAnswer | undefined {
  if (method === 'eth_chainId') return { result: '0x1' }
  if (method === 'eth_call') return { result: '0x' }
  if (method === 'eth_getCode') return { result: '0x' }
  if (method === 'eth_estimateGas') return { result: '0x5208' }
  if (method === 'eth_getBalance') return { result: toHex(10n ** 20n) }
  if (method !== 'eth_simulateV1') return undefined
  const { calls } = params[0].blockStateCalls[0]
  return {
    result: [{ calls: calls.map(() => ({ status: '0x1', returnData: '0x', gasUsed: '0x5208', logs: [] })) }],
  }
}

/** Moves the price before the swap, so that it reverts. */
async function undoneOnChain({ kind, transaction, send, chain }: WalletContext): Promise<Hex> {
  if (kind === 'swap') await attack(chain, transaction)
  return send()
}

/** Multiplies the received amount in the logs by ten. */
function tenTimes(honest: SimulatedCall): SimulatedCall {
  const logs = honest.logs.map((log: SimulatedCall) => ({
    ...log,
    data: log.data.length === 66 ? word(BigInt(log.data) * 10n) : multiplied(log.data),
  }))
  return { ...honest, logs }
}

/** The data of `Swapped`: two tokens, the spent and the received amount, two fees. */
function multiplied(data: Hex): Hex {
  const words = data.slice(2).match(/.{64}/g) ?? []
  return `0x${words.map((value, index) => (index === 3 ? word(BigInt(`0x${value}`) * 10n).slice(2) : value)).join('')}`
}

function getData(call: SimulatedCall | undefined): string {
  return String(call?.data ?? call?.input ?? '')
}
