import { isNativeToken } from '../../wire/lib/address.ts'
import { applyBps, minimumOutput, parseDecimal } from '../../wire/lib/amount.ts'
import type { QuoteResult } from '../../wire/quote.ts'
import type { LiquidityModule, PriceResult } from '../../wire/router.ts'
import type { Process, ProcessType, Route, RouteStep, Token } from '../events/types.ts'
import { mostInput, quotedInput } from '../lib/purchase.ts'
import type { SwapIntent } from './machine/types.ts'

export type Figures = PriceResult | QuoteResult

/** The route of an intent with these amounts and the processes so far. */
export function toRoute(intent: SwapIntent, figures: Figures, processes: readonly Process[]): Route {
  return {
    id: intent.id,
    fromChainId: intent.chainId,
    fromAddress: intent.account,
    fromToken: intent.inputToken,
    fromAmount: (intent.outputAmount === undefined ? intent.inputAmount : quotedInput(figures)).toString(),
    ...(intent.outputAmount !== undefined && { fromAmountMax: mostInput(intent).toString() }),
    effectiveFromAmount: figures.effectiveInputAmount,
    ...usd('fromAmountUSD', figures.inputAmountUSD),
    toChainId: intent.outputToken.chainId,
    toAddress: intent.receiver,
    toToken: intent.outputToken,
    toAmount: figures.outputAmount,
    toAmountReceive: figures.effectiveOutputAmount,
    toAmountMin: getMinimum(intent, figures).toString(),
    ...usd('toAmountUSD', figures.outputAmountUSD),
    ...usd('gasCostUSD', figures.gasCostUSD),
    steps: [...preparations(intent, processes), ...swapSteps(intent, figures, processes)],
  }
}

/**
 * The enforced minimum by the user's own slippage, because the service's minimum is not verified. A
 * wrap has no slippage.
 */
function getMinimum({ outputAmount, price, slippageBps, wrapper }: SwapIntent, figures: Figures): bigint {
  if (wrapper) return BigInt(figures.minOutputAmount)
  return outputAmount ?? minimumOutput(BigInt(price.effectiveOutputAmount), slippageBps)
}

/** The steps before the swap itself, one per process. */
function preparations(intent: SwapIntent, processes: readonly Process[]): RouteStep[] {
  return processes
    .filter(({ id }) => id !== swapId(intent))
    .map((process) => ({
      id: process.id,
      type: process.type,
      tool: 'wallet',
      fromToken: intent.inputToken,
      toToken: intent.inputToken,
      fromAmount: mostInput(intent).toString(),
      toAmount: mostInput(intent).toString(),
      portionBps: 10_000,
      process,
    }))
}

/**
 * One step per hop through a liquidity source. All hops are in one transaction and share its
 * process.
 */
function swapSteps(intent: SwapIntent, figures: Figures, processes: readonly Process[]): RouteStep[] {
  const process = processes.find(({ id }) => id === swapId(intent))
  const hops = toHops(intent, figures.liquidityModules)
  const from = splitByShare(
    BigInt(figures.effectiveInputAmount),
    hops.map(({ fromToken, portionBps }) => (fromToken === intent.inputToken ? portionBps : undefined)),
  )
  const to = splitByShare(
    BigInt(figures.outputAmount),
    hops.map(({ toToken, portionBps }) => (toToken === intent.outputToken ? portionBps : undefined)),
  )
  return hops.map(({ module, fromToken, toToken, portionBps }, index) => {
    const fromAmount = module.amountIn ?? from[index]
    const toAmount = module.amountOut ?? to[index]
    return {
      id: `${intent.id}:swap-${index + 1}`,
      type: module.kind === 'wrap' ? wrapType(intent.inputToken) : 'swap',
      tool: module.module,
      fromToken,
      toToken,
      ...(fromAmount !== undefined && { fromAmount }),
      ...(toAmount !== undefined && { toAmount }),
      portionBps,
      ...(process && { process }),
    }
  })
}

function swapId({ id }: SwapIntent): string {
  return `${id}:swap`
}

function wrapType(input: Token): ProcessType {
  return isNativeToken(input.address) ? 'wrap' : 'unwrap'
}

type Hop = Pick<RouteStep, 'fromToken' | 'toToken' | 'portionBps'> & { module: LiquidityModule }

/**
 * The first hop has the input token and the last one the output token, because pools trade the
 * wrapped token in place of the native one. A module without a path trades the whole way.
 */
function toHops(
  { chainId, inputToken, outputToken }: SwapIntent,
  modules: readonly LiquidityModule[],
): Hop[] {
  const starts = new Set(modules.map(({ path }) => path.at(0)?.toLowerCase()))
  const ends = new Set(modules.map(({ path }) => path.at(-1)?.toLowerCase()))
  return modules.map((module) => {
    const [first, last] = [module.path.at(0), module.path.at(-1)]
    return {
      module,
      portionBps: module.portionBps,
      fromToken: first && ends.has(first.toLowerCase()) ? { chainId, address: first } : inputToken,
      toToken: last && starts.has(last.toLowerCase()) ? { chainId, address: last } : outputToken,
    }
  })
}

/**
 * Splits a total by basis points. Undefined shares get nothing, and the last share gets the
 * rounding remainder.
 */
function splitByShare(total: bigint, shares: readonly (number | undefined)[]): (string | undefined)[] {
  const last = shares.findLastIndex((share) => share !== undefined)
  let rest = total
  return shares.map((share, index) => {
    if (share === undefined) return undefined
    const part = index === last ? rest : applyBps(total, share)
    rest -= part
    return part.toString()
  })
}

function usd<Name extends string>(name: Name, value: string | null | undefined) {
  const number = parseDecimal(value)
  return (number === undefined ? {} : { [name]: number }) as { [Key in Name]?: number }
}
