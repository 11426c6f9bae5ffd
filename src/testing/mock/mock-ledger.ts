import { decodeAbiParameters, decodeFunctionData, encodeAbiParameters, encodeEventTopics } from 'viem'
import { erc20Abi } from '../../../wire/abi/erc20.ts'
import { settlementAbi } from '../../../wire/abi/settlement.ts'
import { SETTLEMENT } from '../../../wire/fixtures/addresses.ts'
import {
  type Address,
  type Hex,
  isNativeToken,
  NATIVE_TOKEN,
  sameAddress,
} from '../../../wire/lib/address.ts'
import { applyBps, parseAmount } from '../../../wire/lib/amount.ts'
import type { Log } from '../../chain/types.ts'
import type { Token } from '../../events/types.ts'
import { WETH } from '../fixtures/fixture-tokens.ts'

/** A call in the format of the node; `value` is wei in hex. */
export interface MockCall {
  from?: Address
  to?: Address
  data?: Hex
  input?: Hex
  value?: Hex
}

export interface CallResult {
  /** Undefined on success. */
  error: string | undefined
  gasUsed: bigint
  logs: Log[]
}

/** Balances and allowances of every account. Each starts with the same balances. */
export interface MockLedger {
  balanceOf(account: Address, token: Address): bigint
  allowance(token: Address, owner: Address, spender: Address): bigint
  /**
   * Executes a transaction while the pools pay a share of the promised output. A failed transaction
   * changes nothing.
   */
  execute(call: MockCall, paidBps?: number): CallResult
  /** A copy of this ledger, for a simulation. */
  copy(): MockLedger
}

/**
 * The parameters of the mock route: the input and output of the pools. The settlement of the mock
 * chain executes only this route.
 */
export const ROUTE_PARAMETERS = [{ type: 'uint256' }, { type: 'uint256' }] as const

const GAS = { swap: 171_204n, approve: 46_000n, wrap: 38_000n, other: 21_000n }
const transferAbi = [event('Transfer', 'from', 'to'), event('Approval', 'owner', 'spender')] as const
const wrapperAbi = [wrapEvent('Deposit'), wrapEvent('Withdrawal')] as const
const WITHDRAW = '0x2e1a7d4d'
const DEPOSIT = '0xd0e30db0'

/** `balances` are the initial balances of every account, in whole tokens by symbol. */
export function createMockLedger(
  tokens: readonly Token[],
  balances: Readonly<Record<string, string>>,
): MockLedger {
  return ledgerOf(new Map(), new Map())

  function ledgerOf(deltas: Map<string, bigint>, allowances: Map<string, bigint>): MockLedger {
    function balanceOf(account: Address, token: Address): bigint {
      const found = tokens.find(({ address }) => sameAddress(address, token))
      const initial = found && parseAmount(balances[found.symbol] ?? '0', found.decimals)
      return (initial ?? 0n) + (deltas.get(key(account, token)) ?? 0n)
    }

    function move(token: Address, from: Address, to: Address, amount: bigint): Log[] {
      if (amount === 0n) return []
      for (const [account, delta] of [
        [from, -amount],
        [to, amount],
      ] as const) {
        deltas.set(key(account, token), (deltas.get(key(account, token)) ?? 0n) + delta)
      }
      return [transferLog('Transfer', token, [from, to], amount)]
    }

    function approve(from: Address, token: Address, data: Hex): CallResult {
      const { args } = decodeFunctionData({ abi: erc20Abi, data })
      const [spender, amount] = args as [Address, bigint]
      allowances.set(key(token, from, spender), amount)
      return succeed(GAS.approve, [transferLog('Approval', token, [from, spender], amount)])
    }

    function wrap(from: Address, data: Hex, value: bigint): CallResult {
      const isDeposit = data === DEPOSIT
      const amount = isDeposit ? value : BigInt(`0x${data.slice(10)}`)
      const [given, taken] = isDeposit ? [NATIVE_TOKEN, WETH.address] : [WETH.address, NATIVE_TOKEN]
      if (balanceOf(from, given) < amount) return fail('insufficient balance')
      const eventName = isDeposit ? 'Deposit' : 'Withdrawal'
      const log: Log = {
        address: WETH.address,
        topics: encodeEventTopics({ abi: wrapperAbi, eventName, args: { account: from } }) as Hex[],
        data: word(amount),
      }
      // A wrapper emits no transfer of its own token.
      const moved = [...move(given, from, WETH.address, amount), ...move(taken, WETH.address, from, amount)]
      return succeed(GAS.wrap, [...moved.filter(({ address }) => isNativeToken(address)), log])
    }

    function swap(
      from: Address,
      data: Hex,
      { value, paidBps }: { value: bigint; paidBps: number },
    ): CallResult {
      const { functionName, args } = decodeFunctionData({ abi: settlementAbi, data })
      if (functionName !== 'swap') return fail('the mock settlement only swaps')
      const [trade, route] = args
      const [spent, promised] = decodeAbiParameters(ROUTE_PARAMETERS, route)
      const received = applyBps(promised, paidBps)
      const { inputToken, outputToken, inputAmount, outputReceiver } = trade
      const isNative = isNativeToken(inputToken)
      if (trade.deadline * 1_000n < BigInt(Date.now())) return fail('Expired')
      if (isNative ? value !== inputAmount : value !== 0n) return fail('InvalidValue')
      if (balanceOf(from, inputToken) < inputAmount) return fail('insufficient balance')
      if (spent > inputAmount || received < trade.minOutputAmount) return fail('InsufficientOutput')
      const allowed = allowances.get(key(inputToken, from, SETTLEMENT)) ?? 0n
      if (!isNative && allowed < inputAmount) return fail('insufficient allowance')
      if (!isNative) allowances.set(key(inputToken, from, SETTLEMENT), allowed - inputAmount)
      const logs = [
        ...move(inputToken, from, SETTLEMENT, inputAmount),
        ...move(inputToken, SETTLEMENT, from, inputAmount - spent),
        ...move(outputToken, SETTLEMENT, outputReceiver, received),
      ]
      const topics = encodeEventTopics({
        abi: settlementAbi,
        eventName: 'Swapped',
        args: { sender: from, outputReceiver },
      }) as Hex[]
      const values = [inputToken, outputToken, spent, received, 0n, 0n] as const
      return succeed(GAS.swap, [
        ...logs,
        { address: SETTLEMENT, topics, data: encodeAbiParameters(SWAPPED, values) },
      ])
    }

    return {
      balanceOf,
      allowance: (token, owner, spender) => allowances.get(key(token, owner, spender)) ?? 0n,
      copy: () => ledgerOf(new Map(deltas), new Map(allowances)),
      execute(call, paidBps = 10_000) {
        const { from = SETTLEMENT, to, value = '0x0' } = call
        const data = call.data ?? call.input ?? '0x'
        if (!to) return fail('a contract cannot be created')
        try {
          if (sameAddress(to, SETTLEMENT)) return swap(from, data, { value: BigInt(value), paidBps })
          if (data.startsWith('0x095ea7b3')) return approve(from, to, data)
          const isWrap = sameAddress(to, WETH.address) && (data === DEPOSIT || data.startsWith(WITHDRAW))
          if (isWrap) return wrap(from, data, BigInt(value))
          if (data === '0x') {
            if (balanceOf(from, NATIVE_TOKEN) < BigInt(value)) return fail('insufficient balance')
            return succeed(GAS.other, move(NATIVE_TOKEN, from, to, BigInt(value)))
          }
          return fail('unknown call')
        } catch {
          return fail('unreadable call')
        }
      },
    }
  }
}

const SWAPPED = [
  { type: 'address' },
  { type: 'address' },
  { type: 'uint256' },
  { type: 'uint256' },
  { type: 'uint256' },
  { type: 'uint256' },
] as const

function succeed(gasUsed: bigint, logs: Log[]): CallResult {
  return { error: undefined, gasUsed, logs }
}

function fail(error: string): CallResult {
  return { error, gasUsed: 30_000n, logs: [] }
}

function transferLog(
  eventName: 'Transfer' | 'Approval',
  token: Address,
  [first, second]: readonly [Address, Address],
  amount: bigint,
): Log {
  const topics = [
    encodeEventTopics({ abi: transferAbi, eventName })[0] as Hex,
    word(BigInt(first)),
    word(BigInt(second)),
  ]
  return { address: token, topics, data: word(amount) }
}

function event<Name extends string>(name: Name, from: string, to: string) {
  return {
    type: 'event',
    name,
    inputs: [
      { name: from, type: 'address', indexed: true },
      { name: to, type: 'address', indexed: true },
      { name: 'amount', type: 'uint256', indexed: false },
    ],
  } as const
}

function wrapEvent<Name extends string>(name: Name) {
  return {
    type: 'event',
    name,
    inputs: [
      { name: 'account', type: 'address', indexed: true },
      { name: 'amount', type: 'uint256', indexed: false },
    ],
  } as const
}

function word(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
}

function key(...addresses: Address[]): string {
  return addresses.join(' ').toLowerCase()
}
