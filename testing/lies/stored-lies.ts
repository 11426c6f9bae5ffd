import { encodeFunctionData, erc20Abi } from 'viem'
import { decodeSwap, encodeSwap, type Trade } from '../../contracts/testing/settlement-calldata.ts'
import type { ActivityEntry } from '../../src/store/types.ts'
import type { Hex } from '../../wire/lib/address.ts'
import type { NodeLie } from './lying-node.ts'
import type { ReplacementLie, Stuck } from './run-replacement.ts'

const STRANGER: Hex = `0x${'5'.repeat(40)}`
const HASH: Hex = `0x${'ab'.repeat(32)}`
const FIVE_ETHER = (5n * 10n ** 18n).toString()
const NATIVE = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

// biome-ignore lint/suspicious/noExplicitAny: records hold any value in any field.
type Record_ = Record<string, any>

const record = (
  name: string,
  change: (entry: ActivityEntry & { call: NonNullable<ActivityEntry['call']> }, stuck: Stuck) => unknown,
  others: Partial<ReplacementLie> = {},
): ReplacementLie => ({
  name: `a record ${name}`,
  stored: (entry, stuck) =>
    change({ ...entry, call: entry.call ?? { to: STRANGER, data: '0x', value: '0' } }, stuck),
  ...others,
})

const fields = (name: string, changes: Record_) => record(name, (entry) => ({ ...entry, ...changes }))
const call = (name: string, changes: Record_, others: Partial<ReplacementLie> = {}) =>
  record(name, (entry) => ({ ...entry, call: { ...entry.call, ...changes } }), others)

/** Changes the trade of the stored calldata, and confirms it with the node. */
const trade = (name: string, changes: Partial<Trade>) =>
  record(name, (entry) => {
    const decoded = decodeSwap(entry.call.data)
    if (!decoded) throw new Error('The record contains no swap')
    const data = encodeSwap({ ...decoded, trade: { ...decoded.trade, ...changes } })
    return { ...entry, call: { ...entry.call, data } }
  })

/** The node confirms whatever call is stored. */
const confirms = (changes: Record_): Pick<ReplacementLie, 'node'> => ({
  node: ({ original }) => confirmed(original.hash, changes),
})

function confirmed(hash: Hex, changes: Record_): NodeLie {
  return (honest, { method, params }) =>
    method === 'eth_getTransactionByHash' && params[0] === hash && 'result' in honest && honest.result
      ? { result: { ...(honest.result as Record_), ...changes } }
      : undefined
}

const approveStranger = encodeFunctionData({
  abi: erc20Abi,
  functionName: 'approve',
  args: [STRANGER, 2n ** 256n - 1n],
})

/** A transaction with a stranger's signature. */
const STRANGERS = {
  hash: HASH,
  type: '0x2',
  chainId: '0x7a69',
  nonce: '0x0',
  gas: '0x5208',
  maxFeePerGas: '0x77359400',
  maxPriorityFeePerGas: '0x1',
  to: STRANGER,
  value: '0x4563918244f40000',
  input: '0x',
  accessList: [],
  blockNumber: null,
  r: `0x${'1'.repeat(64)}`,
  s: `0x${'2'.repeat(64)}`,
  v: '0x0',
  yParity: '0x0',
}

function foreignSigned(entry: ActivityEntry): unknown {
  return { ...entry, hash: HASH, call: { to: STRANGER, data: '0x', value: FIVE_ETHER } }
}

/** Storage as another script of the same origin may have written it. */
export const STORED_LIES: readonly ReplacementLie[] = [
  // Another call.
  call('that pays a stranger 5 ETH', { to: STRANGER, data: '0x', value: FIVE_ETHER }),
  call(
    'that pays a stranger 5 ETH, confirmed by the node',
    { to: STRANGER, data: '0xdeadbeef', value: FIVE_ETHER },
    confirms({ to: STRANGER, input: '0xdeadbeef', value: '0x4563918244f40000' }),
  ),
  call(
    'that approves a stranger, confirmed by the node',
    { to: STRANGER, data: approveStranger },
    confirms({ to: STRANGER, input: approveStranger }),
  ),
  record('that approves a stranger at the input token', (entry) => ({
    ...entry,
    call: { to: entry.inputToken.address, data: approveStranger, value: '0' },
  })),
  call('with a value', { value: FIVE_ETHER }),
  call(
    'with a value, confirmed by the node',
    { value: FIVE_ETHER },
    confirms({ value: '0x4563918244f40000' }),
  ),
  call('with the data of another contract', { data: '0x12345678' }),
  call('without data', { data: '0x' }),
  record('with truncated data', (entry) => ({
    ...entry,
    call: { ...entry.call, data: entry.call.data.slice(0, -64) },
  })),
  record('with only the selector', (entry) => ({
    ...entry,
    call: { ...entry.call, data: entry.call.data.slice(0, 10) },
  })),
  record('with data appended', (entry) => ({
    ...entry,
    call: { ...entry.call, data: `${entry.call.data}00` },
  })),
  record('with only an inner call', (entry) => ({
    ...entry,
    call: { ...entry.call, to: STRANGER, data: `0x${entry.call.data.slice(74)}` },
  })),
  trade('whose call pays a stranger', { outputReceiver: STRANGER }),
  trade('whose call sells more', { inputAmount: 10n ** 20n }),
  trade('whose call has no minimum', { minOutputAmount: 1n }),
  trade('whose call never expires', { deadline: 2n ** 255n }),
  trade('whose call pays a partner', { partner: STRANGER, partnerFeeBps: 1_000n }),
  fields('without a call', { call: undefined }),
  fields('whose call is null', { call: null }),
  fields('whose call is a list', { call: [] }),
  // Another description of the same call.
  fields('with a tiny input', { inputAmount: '1' }),
  fields('with a huge input', { inputAmount: '9'.repeat(78) }),
  fields('with an input above uint256', { inputAmount: '9'.repeat(10_000) }),
  fields('with a number as input', { inputAmount: 1e18 }),
  fields('with a negative input', { inputAmount: '-1' }),
  fields('with a fractional input', { inputAmount: '1.5' }),
  fields('with an input in hex', { inputAmount: '0xde0b6b3a7640000' }),
  fields('with a high minimum', { minimum: '9'.repeat(30) }),
  fields('without a minimum', { minimum: undefined }),
  fields('of a purchase', { purchase: { maximum: '1' } }),
  fields('with another receiver', { receiver: STRANGER }),
  fields('with another deadline', { chainDeadline: 8_640_000_000_000 }),
  fields('without a deadline', { chainDeadline: undefined, deadlineAt: undefined }),
  fields('with a partner', { partnerFee: { address: STRANGER, feeBps: 100 } }),
  record('with other decimals of the input', (entry) => ({
    ...entry,
    inputToken: { ...entry.inputToken, decimals: 36 },
  })),
  record('with other decimals of the output', (entry) => ({
    ...entry,
    outputToken: { ...entry.outputToken, decimals: 0 },
  })),
  record('with another output token', (entry, { stage }) => ({
    ...entry,
    outputToken: { ...entry.outputToken, address: stage.chain.token('DAI').address },
  })),
  record('with the native token', (entry) => ({
    ...entry,
    inputToken: { ...entry.inputToken, address: NATIVE },
  })),
  record('of a wrap', (entry) => ({
    ...entry,
    outputToken: { ...entry.outputToken, address: NATIVE, decimals: 18 },
    call: { ...entry.call, to: entry.inputToken.address },
  })),
  record('of tokens on another chain', (entry) => ({
    ...entry,
    inputToken: { ...entry.inputToken, chainId: 1 },
  })),
  // Another transaction, account or chain.
  fields('of another transaction', { hash: HASH }),
  fields('with an invalid hash', { hash: '0x12' }),
  fields('with a hash that is too long', { hash: `0x${'ab'.repeat(10_000)}` }),
  record('of a transaction that a stranger signed, confirmed by the node', foreignSigned, {
    node:
      ({ account }) =>
      (_, { method }) =>
        method === 'eth_getTransactionByHash' ? { result: { ...STRANGERS, from: account } } : undefined,
  }),
  fields('of another account', { account: STRANGER }),
  fields('of another chain', { chainId: 1 }),
  fields('of an unknown chain', { chainId: 123_456_789 }),
  fields('of a chain id as text', { chainId: '31337' }),
  fields('of an invalid chain id', { chainId: null }),
  fields('of a completed swap', { status: 'done' }),
  fields('of an unknown status', { status: 'pending ' }),
  fields('with a date in the far future', { startedAt: 8.64e15 }),
  fields('without a date', { startedAt: null }),
  fields('with a negative date', { startedAt: -1 }),
  // Another format.
  record('inside a list', (entry) => [[entry]]),
  record('as text', (entry) => JSON.stringify(entry)),
  record('cut off', (entry) => JSON.stringify({ version: 1, entries: [entry] }).slice(0, -40)),
  record('of another version', (entry) => JSON.stringify({ version: 2, entries: [entry] })),
  record('with a prototype', (entry) =>
    JSON.stringify({ version: 1, entries: [entry] }).replace('{"id"', '{"__proto__":{"receiver":"0x"},"id"'),
  ),
  record('whose call has a polluted prototype', (entry) =>
    JSON.stringify({ version: 1, entries: [entry] }).replace(
      '"call":{',
      `"call":{"__proto__":{"to":"${STRANGER}"},"constructor":{"prototype":{}},`,
    ),
  ),
  record('whose target is only on the prototype', (entry) =>
    JSON.stringify({ version: 1, entries: [entry] }).replace(
      /"call":\{"to":"0x[0-9a-fA-F]{40}"/,
      `"call":{"__proto__":{"to":"${STRANGER}"}`,
    ),
  ),
  record('named twice', (entry) =>
    JSON.stringify({ version: 1, entries: [entry] }).replace(
      /("call":\{)/,
      `"call":{"to":"${STRANGER}","data":"0x","value":"${FIVE_ETHER}"},$1`,
    ),
  ),
  record('beside a copy of itself', (entry) => [entry, { ...entry, call: { ...entry.call, to: STRANGER } }]),
  record('among a thousand records', (entry) =>
    Array.from({ length: 1_000 }, (_, index) => ({ ...entry, id: `${index}`, receiver: STRANGER })),
  ),
  record('that another tab overwrites before the click', (entry) => entry, {
    async meanwhile() {
      const key = 'sluice:lies:activity'
      const text = globalThis.localStorage.getItem(key) ?? ''
      globalThis.localStorage.setItem(key, text.replaceAll(/"to":"0x[0-9a-fA-F]{40}"/g, `"to":"${STRANGER}"`))
    },
  }),
]
