import { parseDecimal } from './amount.ts'
import { VALUE_TOLERANCE } from './thresholds.ts'
import { valueLoss } from './usd-value.ts'

/**
 * Who says what a trade is worth. `quote`: the USD values of the price itself. `rates`: the exchange-rate interface.
 * Both are the service's own word. `host`: the host's `priceSource`. `pools`: the chain's own pools.
 */
export type ValueSource = 'quote' | 'rates' | 'host' | 'pools'

/** What one source says of both sides of a trade, in USD; undefined is unknown. */
export interface Valuation {
  source: ValueSource
  inputUsd: number | undefined
  outputUsd: number | undefined
}

/**
 * - `known`: at least one source besides the service, and all that say anything agree.
 * - `disagreeing`: they differ by more than 5 %.
 * - `unknown`: nobody besides the service says anything.
 */
export type ValueStatus = 'known' | 'disagreeing' | 'unknown'

/** What sources say of one side of a trade. Of those that say the same, the first given is named. */
export interface SideValue {
  status: ValueStatus
  least: { source: ValueSource; usd: number } | undefined
  most: { source: ValueSource; usd: number } | undefined
}

export interface TradeValue {
  /** What counts for what leaves. Undefined: nobody says anything. */
  inputUsd: number | undefined
  /** What counts for what arrives. Undefined: nobody says anything. */
  outputUsd: number | undefined
  /** Share of what is paid, network cost included, that does not arrive: 0.05 is 5 %; negative for a gain. */
  lossFraction: number | undefined
  /** Of the side less is known of: `unknown` before `disagreeing` before `known`. */
  status: ValueStatus
  input: SideValue
  output: SideValue
  /** Network cost in USD; undefined is unknown, and counts for nothing. */
  gasUsd: number | undefined
  sources: readonly Valuation[]
}

/**
 * What a trade is worth when its sources may lie. Where they agree, the source to which the trade is worst counts, with
 * both its sides: mixing sources would show their differences as a loss. Where they disagree, and where no source
 * besides the service knows both sides, the most for what leaves and the least for what arrives.
 */
export function valueTrade({
  sources,
  gasUsd,
}: {
  sources: readonly Valuation[]
  gasUsd?: number | undefined
}): TradeValue {
  const told = sources
    .map(({ source, inputUsd, outputUsd }) => ({
      source,
      inputUsd: knownUsd(inputUsd),
      outputUsd: knownUsd(outputUsd),
    }))
    .filter(({ inputUsd, outputUsd }) => inputUsd !== undefined || outputUsd !== undefined)
  const input = valueSide(told.map(({ source, inputUsd }) => ({ source, usd: inputUsd })))
  const output = valueSide(told.map(({ source, outputUsd }) => ({ source, usd: outputUsd })))
  const status = STATUSES.find((one) => one === input.status || one === output.status) ?? 'unknown'
  const gas = knownUsd(gasUsd)
  const getLoss = ({ inputUsd, outputUsd }: Pick<TradeValue, 'inputUsd' | 'outputUsd'>) =>
    valueLoss({ inputUsd, outputUsd, gasUsd: gas })

  const complete = told.filter((valuation) => getLoss(valuation) !== undefined)
  const isOneTold = status === 'known' && complete.some(isIndependent)
  const worst = complete.sort((a, b) => (getLoss(b) ?? 0) - (getLoss(a) ?? 0))[0]
  const mixed = { inputUsd: input.most?.usd, outputUsd: output.least?.usd }
  const { inputUsd, outputUsd } = (isOneTold && worst) || mixed
  return {
    inputUsd,
    outputUsd,
    lossFraction: getLoss({ inputUsd, outputUsd }),
    status,
    input,
    output,
    gasUsd: gas,
    sources: told,
  }
}

const STATUSES: readonly ValueStatus[] = ['unknown', 'disagreeing', 'known']

function valueSide(claims: readonly { source: ValueSource; usd: number | undefined }[]): SideValue {
  const values = claims
    .flatMap(({ source, usd }) => (usd === undefined ? [] : [{ source, usd }]))
    .sort((a, b) => a.usd - b.usd)
  const least = values[0]
  const most = values.find(({ usd }) => usd === values.at(-1)?.usd)
  if (!least || !most || !values.some(isIndependent)) return { status: 'unknown', least, most }
  return { status: most.usd > least.usd * (1 + VALUE_TOLERANCE) ? 'disagreeing' : 'known', least, most }
}

/** Whether the service has no hand in it. */
function isIndependent({ source }: { source: ValueSource }): boolean {
  return source === 'host' || source === 'pools'
}

/** Nothing below or beyond what can be counted is a value, zero included. */
function knownUsd(usd: number | undefined): number | undefined {
  return usd !== undefined && Number.isFinite(usd) && usd > 0 ? usd : undefined
}

/**
 * What the receiver gets, in dollars: the value of the gross output less the fees in it, or what the service says of the
 * net output, whichever is less. Undefined when unknown.
 */
export function receivedUsd({
  outputAmount,
  effectiveOutputAmount,
  outputAmountUSD,
  effectiveOutputAmountUSD,
}: {
  outputAmount: string
  effectiveOutputAmount: string
  outputAmountUSD?: string | null | undefined
  effectiveOutputAmountUSD?: string | null | undefined
}): number | undefined {
  const gross = parseDecimal(outputAmountUSD) ?? Number.NaN
  const share = Number(effectiveOutputAmount) / Number(outputAmount)
  // Some services write "0" for a net value they do not know.
  const net = parseDecimal(effectiveOutputAmountUSD) || Number.NaN
  const values = [gross * share, net].filter(Number.isFinite)
  return values.length > 0 ? Math.min(...values) : undefined
}
