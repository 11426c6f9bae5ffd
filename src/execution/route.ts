import type { Process, ProcessType, Route, RouteStep, Token } from '../events/types.ts'
import { isNativeToken } from '../lib/address.ts'
import { applyBps } from '../lib/amount.ts'
import type { PriceResult, QuoteResult } from '../wire/router.ts'
import type { ExecutionState, SwapIntent } from './machine/types.ts'

/** The route ("service object" of the events) of a swap that is not running yet. */
export function routeOfIntent(intent: SwapIntent): Route {
  return toRoute(intent, intent.price, [])
}

/**
 * The route of a running swap: with the latest figures available (received, firm, shown) and the processes so far.
 * Undefined in `idle`.
 */
export function routeOfState(state: ExecutionState, processes: readonly Process[]): Route | undefined {
  if (state.stage === 'idle') return undefined
  const route = toRoute(state.intent, getFigures(state), processes)
  if (state.stage !== 'completed') return route
  const { paid, received } = state.outcome
  return {
    ...route,
    ...(paid !== undefined && { effectiveFromAmount: paid.toString() }),
    ...(received !== undefined && { toAmountReceive: received.toString() }),
  }
}

type Figures = PriceResult | QuoteResult

function getFigures(state: Exclude<ExecutionState, { stage: 'idle' }>): Figures {
  if ('verified' in state) return state.verified.quote
  if ('quote' in state) return state.quote
  return state.intent.price
}

function toRoute(intent: SwapIntent, figures: Figures, processes: readonly Process[]): Route {
  return {
    id: intent.id,
    fromChainId: intent.chainId,
    fromAddress: intent.account,
    fromToken: intent.inputToken,
    fromAmount: intent.inputAmount.toString(),
    effectiveFromAmount: figures.effectiveInputAmount,
    ...usd('fromAmountUSD', figures.inputAmountUSD),
    toChainId: intent.outputToken.chainId,
    toAddress: intent.receiver,
    toToken: intent.outputToken,
    toAmount: figures.outputAmount,
    toAmountReceive: figures.effectiveOutputAmount,
    toAmountMin: figures.minOutputAmount,
    ...usd('toAmountUSD', figures.outputAmountUSD),
    ...usd('gasCostUSD', figures.gasCostUSD),
    steps: [...preparations(intent, processes), ...swapSteps(intent, figures, processes)],
  }
}

/** The steps before the swap itself, one per process. */
function preparations(intent: SwapIntent, processes: readonly Process[]): RouteStep[] {
  return processes
    .filter((process) => process.type !== 'swap')
    .map((process) => ({
      id: process.id,
      type: process.type,
      tool: 'wallet',
      fromToken: intent.inputToken,
      toToken: intent.inputToken,
      fromAmount: intent.inputAmount.toString(),
      toAmount: intent.inputAmount.toString(),
      portionBps: 10_000,
      process,
    }))
}

/** One step per liquidity source. All are part of one transaction and share its process. */
function swapSteps(intent: SwapIntent, figures: Figures, processes: readonly Process[]): RouteStep[] {
  const process = processes.find(({ type }) => type === 'swap')
  const modules = figures.liquidityModules
  const from = portions(BigInt(figures.effectiveInputAmount), modules)
  const to = portions(BigInt(figures.outputAmount), modules)
  return modules.map((module, index) => ({
    id: `${intent.id}:swap-${index + 1}`,
    type: module.kind === 'wrap' ? wrapType(intent.inputToken) : 'swap',
    tool: module.module,
    fromToken: intent.inputToken,
    toToken: intent.outputToken,
    fromAmount: from[index] ?? '0',
    toAmount: to[index] ?? '0',
    portionBps: module.portionBps,
    ...(process && { process }),
  }))
}

function wrapType(input: Token): ProcessType {
  return isNativeToken(input.address) ? 'wrap' : 'unwrap'
}

/** Shares of a total by basis points; the last one takes the rounding remainder, so that they add up. */
function portions(total: bigint, modules: Figures['liquidityModules']): string[] {
  let rest = total
  return modules.map((module, index) => {
    const share = index === modules.length - 1 ? rest : applyBps(total, module.portionBps)
    rest -= share
    return share.toString()
  })
}

/** USD values are absent when unknown. */
function usd<Name extends string>(name: Name, value: string | null | undefined) {
  const number = value === null || value === undefined ? Number.NaN : Number(value)
  return (Number.isFinite(number) ? { [name]: number } : {}) as { [Key in Name]?: number }
}
