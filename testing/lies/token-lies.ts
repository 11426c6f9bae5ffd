import type { Token } from '../../src/events/types.ts'
import { NATIVE_TOKEN } from '../../wire/lib/address.ts'
import type { Lie } from './lie.ts'
import type { LieStage } from './lie-stage.ts'
import type { NodeLie } from './lying-node.ts'
import type { ServiceLie } from './lying-service.ts'
import { enforces, simulates } from './modes.ts'
import { putLyingToken } from './put-lying-token.ts'
import { ACCOUNTS } from './swaps.ts'

const DECIMALS = '0x313ce567'

/** Changes one token of the catalogue. */
const listed = (
  name: string,
  side: 'inputToken' | 'outputToken',
  change: (token: Token, stage: LieStage) => Partial<Token>,
  others: Partial<Lie> = {},
): Lie => ({
  name: `a catalogue ${name}`,
  catalogue: (tokens, stage) => ({ ...tokens, [side]: { ...tokens[side], ...change(tokens[side], stage) } }),
  ...others,
})

const decimals = (value: number) => () => ({ decimals: value })

/** Applies a lie only to reads of `decimals`. */
const onDecimals = (answer: NodeLie): NodeLie => {
  return (honest, context) =>
    context.method === 'eth_call' && String(context.params[0].data).startsWith(DECIMALS)
      ? answer(honest, context)
      : undefined
}

/** False records of the token catalogue. */
export const CATALOGUE_LIES: readonly Lie[] = [
  ...[6, 17, 19, 0, 77].map((value) =>
    listed(`with ${value} decimals for an input of 18`, 'inputToken', decimals(value)),
  ),
  ...[6, 17, 19, 0, 77].map((value) =>
    listed(`with ${value} decimals for an output of 18`, 'outputToken', decimals(value)),
  ),
  listed('with 18 decimals for an input of 6', 'inputToken', decimals(18), { swap: 'reset' }),
  listed('with 18 decimals for an output of 6', 'outputToken', decimals(18), { swap: 'native' }),
  listed('with 6 decimals for the native token', 'inputToken', decimals(6), { swap: 'native' }),
  listed('with 18.5 decimals for an input', 'inputToken', decimals(18.5)),
  listed('with negative decimals for an output', 'outputToken', decimals(-1)),
  listed('with wrong decimals before an approval', 'inputToken', decimals(6), {
    swap: 'approval',
  }),
  listed('with wrong decimals of a token that returns none', 'inputToken', decimals(6), {
    node: onDecimals(() => ({ result: '0x' })),
  }),
  listed('with wrong decimals of a token that reverts', 'inputToken', decimals(6), {
    node: onDecimals(() => ({ error: { code: 3, message: 'execution reverted', data: '0x' } })),
  }),
  listed('with wrong decimals while the node fails', 'outputToken', decimals(6), {
    node: onDecimals(() => ({ error: { code: -32_603, message: 'internal error' } })),
  }),
  listed('with wrong decimals while the node never responds', 'inputToken', decimals(6), {
    node: onDecimals(async (honest, { hold }) => {
      await hold()
      return honest
    }),
  }),
  listed('with wrong decimals while the node responds late', 'outputToken', decimals(6), {
    node: onDecimals(async (honest) => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return honest
    }),
  }),
  listed('with the name of USDC for DAI', 'inputToken', () => ({ symbol: 'USDC', name: 'USD Coin' })),
  listed('with a direction override in a name', 'outputToken', () => ({
    symbol: 'WE\u202eHT',
    name: '\u202eetihW',
  })),
  listed('with a script in a name', 'outputToken', () => ({ symbol: '<script>', name: '<img src=x>' })),
  listed('with an address in capitals', 'inputToken', ({ address }) => ({
    address: `0x${address.slice(2).toUpperCase()}`,
  })),
  listed('with a look-alike as the input', 'inputToken', () => ({ address: `0x${'1a'.repeat(20)}` })),
  listed('with a look-alike as the output', 'outputToken', () => ({ address: `0x${'1a'.repeat(20)}` })),
  listed('with another token as the output', 'outputToken', (_, { chain }) => ({
    address: chain.token('LINK').address,
  })),
  listed('with another token of other decimals as the output', 'outputToken', (_, { chain }) => ({
    address: chain.token('WBTC').address,
  })),
  listed('with the native token as the input', 'inputToken', () => ({ address: NATIVE_TOKEN })),
  listed('with the native token as the output', 'outputToken', () => ({ address: NATIVE_TOKEN })),
  listed('with the settlement as the input', 'inputToken', (_, { chain }) => ({
    address: chain.manifest.contracts.settlement,
  })),
  listed('with the user as the output', 'outputToken', (_, { chain }) => ({
    address: chain.account(ACCOUNTS.user),
  })),
]

const put = (token: string, lie: string) => (stage: LieStage) =>
  putLyingToken(stage.chain, { token, lie, url: `${stage.service.origin}/elsewhere/{data}` })

/** Changes the code of a token while the quote is pending. */
const meanwhile =
  (token: string, lie: string): ServiceLie =>
  async (honest, { chain }) => {
    await putLyingToken(chain, { token, lie })
    return honest
  }

/** Changes the code of a token after the simulation, before the swap is sent. */
const atTheEnd = (token: string, lie: string): Pick<Lie, 'wallet' | 'onChain'> => ({
  onChain: true,
  wallet: ({ kind, send, chain }) =>
    kind === 'swap' ? putLyingToken(chain, { token, lie }).then(() => send()) : undefined,
})

/** Replaces the code of the input token and resets its allowance, so that an approval is needed. */
const afresh = (token: string, lie: string) => async (stage: LieStage) => {
  const { chain } = stage
  await chain.approve(token, chain.manifest.contracts.settlement, 0n)
  await put(token, lie)(stage)
}

const input = (name: string, lie: string, others: Partial<Lie> = {}): Lie => ({
  name: `an input ${name}`,
  before: put('DAI', lie),
  onChain: true,
  ...others,
})

const approved = (name: string, lie: string, others: Partial<Lie> = {}): Lie => ({
  name: `an input to approve ${name}`,
  before: afresh('DAI', lie),
  onChain: true,
  ...others,
})

const output = (name: string, lie: string, others: Partial<Lie> = {}): Lie => ({
  name: `an output ${name}`,
  swap: 'native',
  before: put('USDC', lie),
  onChain: true,
  ...others,
})

/** For lies that only a simulation detects. */
const tried = { modes: simulates }

/** Malicious tokens. */
export const TOKEN_LIES: readonly Lie[] = [
  ...['other', 'by the block', 'huge', 'revert', 'nothing', 'bomb', 'offchain', 'endless'].map((kind) =>
    input(`whose decimals are ${kind}`, `decimals: ${kind}`),
  ),
  ...['other', 'revert', 'nothing', 'offchain'].map((kind) =>
    output(`whose decimals are ${kind}`, `decimals: ${kind}`),
  ),
  ...['double', 'nothing', 'bomb', 'offchain', 'by the price of gas'].map((kind) =>
    input(`whose balances are ${kind}`, `balance: ${kind}`),
  ),
  ...['double', 'nothing', 'bomb', 'offchain', 'by the price of gas'].map((kind) =>
    output(`whose balances are ${kind}`, `balance: ${kind}`, { skipsResult: true }),
  ),
  ...['all', 'offchain'].map((kind) => approved(`whose allowance is ${kind}`, `allowance: ${kind}`)),
  approved('whose allowance is missing', 'allowance: none', { modes: enforces }),
  approved('and returns false', 'approve: false', { modes: enforces }),
  approved('and does nothing', 'approve: nothing', { modes: enforces }),
  approved('and refuses', 'approve: revert'),
  approved('and also allows a stranger', 'approve: a stranger', tried),
  approved('and pays a stranger', 'approve: pay a stranger', tried),
  approved('and burns gas', 'approve: burn gas', tried),
  approved('and allows everything', 'approve: all'),
  input('that takes a fee on transfer', 'transfer: taxed'),
  input('that takes a fee on transfer without a log', 'transfer: taxed, quietly'),
  input('that moves nothing and returns false', 'transfer: false'),
  input('that is paused', 'transfer: paused'),
  input('that burns gas', 'transfer: burn gas', tried),
  input('that burns gas in a paid transaction', 'transfer: burn gas when paid', tried),
  input('that logs transfers without moving tokens', 'transfer: phantom', tried),
  input('that logs allowances without granting them', 'transfer: phantom allowance', tried),
  input('that also pays a stranger the same amount', 'transfer: also a stranger', tried),
  input('that also pays a stranger the same amount without a log', 'transfer: also, quietly', tried),
  input('that calls the router back', 'transfer: call back'),
  output('that takes a fee on transfer', 'transfer: taxed'),
  output('that takes a fee on transfer without a log', 'transfer: taxed, quietly'),
  output('that takes a fee on transfer in a paid transaction', 'transfer: taxed when paid'),
  output('that moves nothing and returns false', 'transfer: false'),
  output('that is paused', 'transfer: paused'),
  output('that also takes from the signer', 'transfer: from the signer', tried),
  {
    name: 'an input that takes a fee on transfer since the quote',
    quote: meanwhile('DAI', 'transfer: taxed'),
    onChain: true,
  },
  {
    name: 'an output that takes a fee on transfer since the quote',
    swap: 'native',
    quote: meanwhile('USDC', 'transfer: taxed'),
    onChain: true,
  },
  {
    name: 'an input that is paused since the quote',
    quote: meanwhile('DAI', 'transfer: paused'),
    onChain: true,
  },
  { name: 'an input that is paused since the simulation', ...atTheEnd('DAI', 'transfer: paused') },
  {
    name: 'an output that takes a fee on transfer since the simulation',
    swap: 'native',
    ...atTheEnd('USDC', 'transfer: taxed'),
  },
  { name: 'an input that returns false since the simulation', ...atTheEnd('DAI', 'transfer: false') },
  {
    name: 'an input whose balance is mostly gone since the quote',
    onChain: true,
    quote: async (honest, { chain }) => {
      await chain.deal('DAI', chain.account(ACCOUNTS.user), 200n * 10n ** 18n)
      return honest
    },
  },
]
