import { describe, expect, it } from 'vitest'
import { type Address, NATIVE_TOKEN } from '../../wire/lib/address.ts'
import { wrapPrice } from '../chain/wrap-price.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import {
  intentFixture as intent,
  verifiedQuoteFixture as verified,
} from '../testing/fixtures/fixture-intent.ts'
import { getTerms } from './machine/terms.ts'
import type { ExecutionState, StateOf, SwapOutcome } from './machine/types.ts'
import { getProcesses } from './processes.ts'
import { routeOfIntent, routeOfState } from './route.ts'

const HASH = `0x${'ab'.repeat(32)}` as const
const OTHER_HASH = `0x${'cd'.repeat(32)}` as const
const run = { intent, terms: getTerms(intent, 10), done: [] }
const plan = {
  steps: ['approval-reset', 'approval'],
  token: intent.inputToken.address,
  spender: verified.to,
  amount: intent.inputAmount,
  needed: intent.inputAmount,
  currentAllowance: 5n,
  maxGas: undefined,
  totalGasWei: undefined,
} as const
const outcome = {
  receipt: { hash: HASH },
  paid: intent.inputAmount - 1n,
  received: 2_996_000_001n,
} as SwapOutcome

function sum(amounts: readonly (string | undefined)[]): bigint {
  return amounts.reduce((total, amount) => total + BigInt(amount ?? 0), 0n)
}

describe('route of a wrap', () => {
  const input = { ...intent.inputToken, address: NATIVE_TOKEN, symbol: 'ETH' }
  const wrapped = {
    inputToken: input,
    outputToken: intent.inputToken,
    inputAmount: 5n,
    account: intent.account,
  }
  const wrap = {
    ...intent,
    ...wrapped,
    price: wrapPrice(wrapped),
    slippageBps: 0,
    wrapper: intent.inputToken.address,
  }

  it('has one step at the wrapper with the same amount on both sides', () => {
    expect(routeOfIntent(wrap)).toMatchObject({
      fromAmount: '5',
      toAmountReceive: '5',
      toAmountMin: '5',
      steps: [{ type: 'wrap', tool: 'wrapped-native', fromAmount: '5', toAmount: '5', portionBps: 10_000 }],
    })
  })

  it('has a process of its type', () => {
    const state: ExecutionState = { stage: 'quoting', ...run, intent: wrap }
    const processes = getProcesses(state, [])
    expect(processes).toMatchObject([{ type: 'wrap', status: 'pending' }])
    expect(routeOfState(state, processes)?.steps).toMatchObject([{ type: 'wrap', process: processes[0] }])
    const unwrap = { ...wrap, inputToken: intent.inputToken, outputToken: input }
    expect(getProcesses({ ...state, intent: unwrap }, [])).toMatchObject([{ type: 'unwrap' }])
  })
})

describe('route of an intent', () => {
  it('matches the public object, with base units and known USD values', () => {
    expect(routeOfIntent(intent)).toEqual({
      id: 'route-1',
      fromChainId: 31337,
      fromAddress: intent.account,
      fromToken: intent.inputToken,
      fromAmount: '1000000000000000000',
      effectiveFromAmount: '1000000000000000000',
      fromAmountUSD: 3001.5,
      toChainId: 31337,
      toAddress: intent.receiver,
      toToken: intent.outputToken,
      toAmount: '3000000000',
      toAmountReceive: '2996100000',
      toAmountMin: '2981119500',
      toAmountUSD: 3000,
      gasCostUSD: 0.0421,
      steps: [
        {
          id: 'route-1:swap-1',
          type: 'swap',
          tool: 'uniswap-v3',
          fromToken: intent.inputToken,
          toToken: intent.outputToken,
          fromAmount: '1000000000000000000',
          toAmount: '3000000000',
          portionBps: 10_000,
        },
      ],
    })
  })

  it('includes the maximum input of a purchase beside the expected input', () => {
    const bought = { ...intent, outputAmount: 2_996_100_000n }
    expect(routeOfIntent(intent)).not.toHaveProperty('fromAmountMax')
    expect(routeOfIntent(bought)).toMatchObject({
      fromAmount: '1000000000000000000',
      fromAmountMax: '1005000000000000000',
      toAmountReceive: '2996100000',
    })
  })

  it('omits unknown USD values', () => {
    const price = { ...intent.price, inputAmountUSD: null, outputAmountUSD: undefined, gasCostUSD: null }
    const route = routeOfIntent({ ...intent, price })
    for (const name of ['fromAmountUSD', 'toAmountUSD', 'gasCostUSD']) expect(route).not.toHaveProperty(name)
  })

  it('splits amounts so that the steps add up', () => {
    const part = (module: string, portionBps: number) => ({
      module,
      name: module,
      kind: 'dex' as const,
      portionBps,
      path: [],
    })
    const price = {
      ...intent.price,
      effectiveInputAmount: '1000000000000000001',
      liquidityModules: [part('a', 3_333), part('b', 3_333), part('c', 3_334)],
    }
    const { steps } = routeOfIntent({ ...intent, price })
    expect(steps.map(({ tool }) => tool)).toEqual(['a', 'b', 'c'])
    expect(sum(steps.map(({ fromAmount }) => fromAmount))).toBe(10n ** 18n + 1n)
    expect(sum(steps.map(({ toAmount }) => toAmount))).toBe(3_000_000_000n)
  })

  it('includes the known tokens and amounts of each hop', () => {
    const [middle, other] = [
      '0x00000000000000000000000000000000000000a1',
      '0x00000000000000000000000000000000000000a2',
    ] as const
    const hop = (module: string, portionBps: number, path: Address[], amounts = {}) => ({
      module,
      name: module,
      kind: 'dex' as const,
      portionBps,
      path,
      ...amounts,
    })
    const [input, output] = [intent.inputToken, intent.outputToken]
    const liquidityModules = [
      hop('a', 6_000, [input.address, middle]),
      hop('b', 4_000, [input.address, other]),
      hop('c', 6_000, [middle, output.address]),
      hop('d', 4_000, [other, output.address], { amountIn: '77', amountOut: '1200000001' }),
    ]
    const { steps } = routeOfIntent({ ...intent, price: { ...intent.price, liquidityModules } })
    const between = (address: Address) => ({ chainId: intent.chainId, address })
    expect(steps.map(({ fromToken, toToken }) => [fromToken, toToken])).toEqual([
      [input, between(middle)],
      [input, between(other)],
      [between(middle), output],
      [between(other), output],
    ])
    expect(steps.map(({ fromAmount, toAmount }) => [fromAmount, toAmount])).toEqual([
      ['600000000000000000', undefined],
      ['400000000000000000', undefined],
      [undefined, '1800000000'],
      ['77', '1200000001'],
    ])
  })

  it('distinguishes wrapping from unwrapping', () => {
    const price = {
      ...intent.price,
      liquidityModules: [
        { module: 'wrap', name: 'Wrap', kind: 'wrap' as const, portionBps: 10_000, path: [] },
      ],
    }
    const native = { ...intent.inputToken, address: NATIVE_TOKEN }
    expect(routeOfIntent({ ...intent, inputToken: native, price }).steps[0]?.type).toBe('wrap')
    expect(routeOfIntent({ ...intent, outputToken: native, price }).steps[0]?.type).toBe('unwrap')
  })

  it('contains the enforced minimum, not the minimum of the service', () => {
    const lying = { ...verified, quote: { ...verified.quote, minOutputAmount: '1' } }
    const signing = { stage: 'signing', ...run, verified: lying } as const
    expect(routeOfState(signing, [])?.toAmountMin).toBe('2981119500')
    // With codec `none` no calldata contains a minimum, so the agreed one is used.
    const unread = { ...signing, verified: { ...lying, minOutputAmount: undefined } }
    expect(routeOfState(unread, [])?.toAmountMin).toBe(run.terms.minOutputAmount.toString())
    const { quote } = lying
    const verifying = { stage: 'verifying', ...run, quote, supportId: undefined, clockSkewMs: 0 } as const
    expect(routeOfState(verifying, [])?.toAmountMin).toBe(run.terms.minOutputAmount.toString())
    const price = { ...intent.price, minOutputAmount: '1' }
    expect(routeOfIntent({ ...intent, price }).toAmountMin).toBe(run.terms.minOutputAmount.toString())
  })

  it('survives JSON serialization', () => {
    const route = routeOfIntent(intent)
    expect(JSON.parse(JSON.stringify(route))).toEqual(route)
  })
})

describe('route of a running swap', () => {
  it('contains the paid and received amounts', () => {
    const state: ExecutionState = { stage: 'completed', ...run, verified, outcome }
    expect(routeOfState(state, getProcesses(state, []))).toMatchObject({
      effectiveFromAmount: '999999999999999999',
      toAmountReceive: '2996000001',
      received: '2996000001',
      steps: [{ process: { status: 'completed', txHash: HASH } }],
    })
  })

  it('keeps the quoted amounts when the receipt contains none', () => {
    const state: ExecutionState = {
      stage: 'completed',
      ...run,
      verified,
      outcome: { ...outcome, paid: undefined, received: undefined },
    }
    const route = routeOfState(state, [])
    expect(route).toMatchObject({ toAmountReceive: '2996100000' })
    expect(route).not.toHaveProperty('received')
  })

  it('is undefined while nothing runs', () => {
    expect(routeOfState({ stage: 'idle' }, [])).toBeUndefined()
  })
})

describe('processes', () => {
  it('lists both steps of a two-step approval', () => {
    const resetting: StateOf<'approving'> = { stage: 'approving', ...run, plan, step: 0, hash: undefined }
    expect(getProcesses(resetting, [])).toEqual([
      { id: 'route-1:approval-reset', type: 'approval-reset', status: 'running' },
    ])
    const approving: ExecutionState = {
      ...resetting,
      done: [{ type: 'approval-reset', hash: HASH }],
      step: 1,
      hash: OTHER_HASH,
    }
    const processes = getProcesses(approving, [])
    expect(processes).toEqual([
      { id: 'route-1:approval-reset', type: 'approval-reset', status: 'completed', txHash: HASH },
      { id: 'route-1:approval', type: 'approval', status: 'running', txHash: OTHER_HASH },
    ])
    expect(
      routeOfState(approving, processes)?.steps.map(({ type, process }) => [type, process?.status]),
    ).toEqual([
      ['approval-reset', 'completed'],
      ['approval', 'running'],
      ['swap', undefined],
    ])
  })

  it('marks the running process as failed', () => {
    const before: ExecutionState = { stage: 'switching', ...run }
    const error = new SluiceError('CHAIN_SWITCH_UNSUPPORTED')
    const failed: ExecutionState = { stage: 'failed', ...run, error, at: 'switching', hash: undefined }
    expect(getProcesses(failed, getProcesses(before, []))).toEqual([
      {
        id: 'route-1:chain-switch',
        type: 'chain-switch',
        status: 'failed',
        error: { code: 'CHAIN_SWITCH_UNSUPPORTED', message: error.message },
      },
    ])
  })

  it('have a message while other signers are awaited', () => {
    const state: ExecutionState = { stage: 'watching', ...run, verified, hash: HASH, awaitingSigners: true }
    expect(getProcesses(state, [])).toMatchObject([
      { status: 'running', txHash: HASH, message: expect.any(String) },
    ])
  })
})
