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

/** Changes the calls in the result of a simulation. `isRead` tells which of them read balances. */
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

/** The user leaves after a few polls of a pending swap: failing polls are delayed by backoff. */
const leavesSoon: Partial<Lie> = {
  leaves: (state, { node }) =>
    state.stage === 'watching' &&
    // Blocks are asked for before the wallet is, too.
    (node.requestCount('eth_getTransactionReceipt') > 2 || node.requestCount('eth_blockNumber') > 8),
}

const onlyTheCall = { knowable: 'the call' } as const
const simulating = { modes: simulates }
const sluice = { modes: decodes }

/** False responses of the host's RPC. */
export const NODE_LIES: readonly Lie[] = [
  node('of another chain, which knows none of the contracts', anotherChain),
  // Balances.
  node('says that the person has nothing of the input', reads(BALANCE_OF, word(0n))),
  node('says that the person has all there is of the input', reads(BALANCE_OF, word(maxUint256))),
  node('says that the person has what they have not', all(reads(BALANCE_OF, word(maxUint256))), {
    before: ({ chain }) => chain.deal('DAI', chain.account(ACCOUNTS.person), 0n),
    onChain: true,
  }),
  node(
    'says that the person has what they have not, and that all goes well',
    all(reads(BALANCE_OF, word(maxUint256)), says('eth_estimateGas', '0x30000'), goesWell(10n ** 18n)),
    {
      before: ({ chain }) => chain.deal('DAI', chain.account(ACCOUNTS.person), 0n),
      onChain: true,
    },
  ),
  node('says that the person cannot pay the network', says('eth_getBalance', '0x0')),
  node('says that the person could pay anything', says('eth_getBalance', toHex(2n ** 200n))),
  node('says a balance of no bytes', reads(BALANCE_OF, '0x')),
  node('says a balance of one byte', reads(BALANCE_OF, '0x01')),
  node('says a balance of a hundred words', reads(BALANCE_OF, `0x${'f'.repeat(6_400)}`)),
  node('says a balance that is no number', reads(BALANCE_OF, 'plenty')),
  // Allowances.
  node('denies the allowance that stands', reads(ALLOWANCE, word(0n)), { modes: enforces }),
  node('says that all is allowed where nothing is', reads(ALLOWANCE, word(maxUint256)), { swap: 'approval' }),
  node(
    'says that all is allowed where nothing is, and that all goes well',
    all(reads(ALLOWANCE, word(maxUint256)), says('eth_estimateGas', '0x30000'), goesWell(10n ** 12n)),
    { swap: 'approval' },
  ),
  node('never admits that the approval was given', reads(ALLOWANCE, word(0n)), { swap: 'approval' }),
  node('says that something is left to be cleared', reads(ALLOWANCE, word(1n)), {
    swap: 'approval',
    modes: enforces,
  }),
  node('denies what is left to be cleared', reads(ALLOWANCE, word(0n)), { swap: 'reset' }),
  node('says an allowance of no bytes', reads(ALLOWANCE, '0x'), { swap: 'approval' }),
  node('takes the allowance back once it is used', afterwards(reads(ALLOWANCE, word(0n))), {
    swap: 'approval',
  }),
  // Decimals.
  ...[0n, 6n, 77n, 255n, maxUint256].map((decimals) =>
    node(
      `says that each token has ${decimals > 255n ? '2^256 - 1' : decimals} decimals`,
      reads(DECIMALS, word(decimals)),
    ),
  ),
  node('says no decimals', reads(DECIMALS, '0x')),
  node('fails where decimals are asked for', (_, context) =>
    getData(context.params[0]).startsWith(DECIMALS)
      ? { error: { code: 3, message: 'execution reverted', data: '0x' } }
      : undefined,
  ),
  node('never says the decimals', async (honest, context) => {
    if (getData(context.params[0]).startsWith(DECIMALS)) await context.hold()
    return honest
  }),
  // Simulations.
  node(
    'tries and sees much more arrive',
    changeLast((balance) => word(balance + 10n ** 24n)),
    simulating,
  ),
  node('tries and sees all go well, whatever it is', goesWell(10n ** 24n), simulating),
  node(
    'tries and sees half arrive',
    changeLast((balance) => word(balance - 10n ** 17n)),
    simulating,
  ),
  node(
    'tries and sees nothing arrive',
    changeLast((balance) => word(balance - 175n * 10n ** 15n)),
    simulating,
  ),
  node(
    'tries and cannot read what was there before',
    simulation((calls, { isRead }) =>
      calls.map((call, index) =>
        isRead(index) && index < 2 ? { ...call, status: '0x0', returnData: '0x' } : call,
      ),
    ),
    simulating,
  ),
  node(
    'tries and cannot read what is there afterwards',
    simulation((calls, { isRead }) =>
      calls.map((call, index) =>
        isRead(index) && index >= 2 ? { ...call, status: '0x0', returnData: '0x' } : call,
      ),
    ),
    simulating,
  ),
  node(
    'tries and tells of no transfer',
    changeOwn((call) => ({ ...call, logs: [] })),
    simulating,
  ),
  node(
    'tries and leaves the logs out',
    changeOwn(({ logs: _, ...call }) => call),
    simulating,
  ),
  node('tries and sees another token leave', withLog('Transfer', STRANGER), simulating),
  node('tries and sees the router allowed all of another token', allowsMore, simulating),
  node(
    'tries and sees Permit2 allow a stranger',
    allowsByPermit2(() => STRANGER),
    simulating,
  ),
  node(
    'tries and sees Permit2 allow the router another token',
    allowsByPermit2((router) => router),
    simulating,
  ),
  node('tries and sees an allowance for a stranger', withLog('Approval', STRANGER), simulating),
  node(
    'tries and says that it fails',
    changeOwn((call) => ({ ...call, status: '0x0', error: { message: 'execution reverted', data: '0x' } })),
    simulating,
  ),
  node(
    'tries and says neither',
    changeOwn((call) => ({ ...call, status: '0x2' })),
    simulating,
  ),
  node(
    'tries and says it by a boolean',
    changeOwn((call) => ({ ...call, status: true })),
    simulating,
  ),
  node(
    'tries other calls: one is missing',
    simulation((calls) => calls.slice(1)),
    simulating,
  ),
  node(
    'tries other calls: there is one more',
    simulation((calls) => [...calls, calls.at(-1)]),
    simulating,
  ),
  node(
    'tries other calls: the other way round',
    simulation((calls) => [...calls].reverse()),
    simulating,
  ),
  node(
    'tries no calls',
    simulation(() => []),
    simulating,
  ),
  node(
    'tries and leaves the calls out',
    simulation(() => undefined),
    simulating,
  ),
  ...[null, {}, [], 'well', 0, [null]].map((answer) =>
    node(`tries and says ${JSON.stringify(answer)}`, says('eth_simulateV1', answer), simulating),
  ),
  ...['0x0', '0x1', '0x1ba8140', toHex(maxUint256), 'lots', undefined, '-0x1'].map((gasUsed) =>
    node(
      `tries and uses ${gasUsed ?? 'no word on'} gas`,
      changeOwn((call) => ({ ...call, gasUsed })),
      simulating,
    ),
  ),
  ...[3, -32_000, -32_003, -32_005, -32_601, -32_603, -38_013, 0].map((code) =>
    node(`refuses to try, by ${code}`, fails('eth_simulateV1', code), simulating),
  ),
  node(
    'no longer tries once the approval is given',
    (_, { method, sent }) =>
      method === 'eth_simulateV1' && sent > 0
        ? { error: { code: -32_601, message: 'no such method' } }
        : undefined,
    { swap: 'approval', ...simulating },
  ),
  node('sees all go well once the approval is given', afterwards(goesWell(10n ** 24n)), {
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
  ].map((gas) => node(`estimates ${gas} of gas`, says('eth_estimateGas', gas))),
  node('estimates nothing', says('eth_estimateGas', null)),
  node(
    'estimates 29 million for the approval',
    says('eth_estimateGas', '0x1ba8140', ({ sent }) => sent === 0),
    { swap: 'approval', modes: enforces },
  ),
  ...[3, -32_000, -32_603].map((code) =>
    node(`refuses to estimate, by ${code}`, fails('eth_estimateGas', code, 'execution reverted')),
  ),
  ...['0x0', toHex(10n ** 30n), toHex(maxUint256), 'much'].map((price) =>
    node(`names ${price} as the price of gas`, says('eth_gasPrice', price)),
  ),
  node('has no price for gas', fails('eth_gasPrice', -32_601)),
  // Receipts and transactions.
  node(
    'says that the swap failed',
    receipt((honest) => ({ ...honest, status: '0x0' })),
  ),
  node(
    'says that a swap went through which was undone',
    receipt((honest) => ({ ...honest, status: '0x1' })),
    {
      ...sluice,
      wallet: undoneOnChain,
    },
  ),
  node(
    'answers with the receipt of another transaction',
    receipt((honest) => ({ ...honest, transactionHash: `0x${'ab'.repeat(32)}`, status: '0x1' })),
    leavesSoon,
  ),
  node(
    'answers with a receipt from somebody else',
    receipt((honest) => ({ ...honest, from: STRANGER, to: STRANGER })),
  ),
  node(
    'answers with a receipt without logs',
    receipt((honest) => ({ ...honest, logs: [] })),
    onlyTheCall,
  ),
  node(
    'answers with a receipt that leaves the logs out',
    receipt(({ logs: _, ...honest }) => honest),
    leavesSoon,
  ),
  node(
    'answers with a receipt that leaves the status out',
    receipt(({ status: _, ...honest }) => honest),
    leavesSoon,
  ),
  node(
    'answers with a receipt of other gas',
    receipt((honest) => ({ ...honest, gasUsed: toHex(2n ** 255n) })),
  ),
  node('answers with a receipt of 10 times what arrived', receipt(tenTimes), onlyTheCall),
  node('never shows the receipt', says('eth_getTransactionReceipt', null)),
  node(
    'never shows the transaction',
    all(says('eth_getTransactionReceipt', null), says('eth_getTransactionByHash', null)),
  ),
  node(
    'shows the person’s last transaction in place of the swap',
    all(says('eth_getTransactionReceipt', null), says('eth_getTransactionCount', toHex(10_000))),
  ),
  node(
    'says that the person is a contract',
    all(
      says('eth_getTransactionReceipt', null),
      says('eth_getTransactionByHash', null),
      says('eth_getCode', '0x6001'),
    ),
  ),
  node('stays at an old block', says('eth_blockNumber', '0x1')),
  node('is at no block', says('eth_blockNumber', 'soon'), leavesSoon),
  node(
    'shows pages once the swap is out',
    afterwards(http({ headers: { 'content-type': 'text/html' }, body: '<html></html>' })),
    leavesSoon,
  ),
  // Invalid responses.
  node('shows a page of HTML', http({ headers: { 'content-type': 'text/html' }, body: '<html></html>' })),
  node(
    'shows a page of HTML with an error',
    http({ status: 502, headers: { 'content-type': 'text/html' }, body: '<html></html>' }),
  ),
  node('wants patience', http({ status: 429, body: '{}' })),
  node('says nothing', http({ body: '' })),
  node('says null', http({ body: 'null' })),
  node('says a list', http({ body: '[]' })),
  node('has no result', http({ body: '{"jsonrpc":"2.0","id":1}' })),
  node(
    'has a result and an error',
    (honest) => ({ ...honest, error: { code: 1, message: 'but no' } }) as NodeAnswer,
  ),
  node('breaks off in the middle', http({ fate: 'cut' })),
  node('is a line that goes dead', http({ fate: 'dropped' })),
  node('sends elsewhere', http({ status: 307, headers: { location: '/elsewhere' }, body: '' })),
  node('never answers', async (honest, { hold }) => {
    await hold()
    return honest
  }),
  node('is overloaded', (_) => ({ error: { code: -32_005, message: 'limit exceeded' } })),
  // Node and service lie together: only the calldata itself can be verified.
  node('vouches for a call that enforces one unit', goesWell(10n ** 18n), { quote: oneUnit, ...sluice }),
  node('vouches for a call that sells half', all(goesWell(10n ** 18n), says('eth_estimateGas', '0x30000')), {
    quote: halfRoute,
    ...sluice,
  }),
  node(
    'vouches for a call that sells half and enforces one unit',
    all(goesWell(10n ** 18n), says('eth_estimateGas', '0x30000')),
    { quote: both(halfRoute, oneUnit), ...sluice },
  ),
  node(
    'vouches for a call that pays a stranger',
    all(goesWell(10n ** 18n), says('eth_estimateGas', '0x30000')),
    { quote: trade({ outputReceiver: STRANGER }), ...sluice },
  ),
  node(
    'vouches for a call that goes nowhere',
    all(goesWell(10n ** 18n), says('eth_estimateGas', '0x30000')),
    { quote: call((honest) => ({ ...honest, route: '0x1234' })), ...sluice },
  ),
  node(
    'vouches for a call that takes 8.99 %',
    all(goesWell(10n ** 18n), says('eth_estimateGas', '0x30000')),
    { quote: getFee(899), ...sluice },
  ),
  node(
    'vouches for a call that sells a token allowed for something else',
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
