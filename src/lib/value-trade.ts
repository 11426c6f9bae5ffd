import { parseDecimal } from '../../wire/lib/amount.ts'
import { MAX_GAIN, VALUE_TOLERANCE } from './thresholds.ts'
import { valueLoss } from './usd-value.ts'

/**
 * A source of USD values. `quote`: the USD values of the price itself. `rates`: the exchange-rate
 * interface. Both come from the service. `host`: the host's `priceSource`. `pools`: the chain's own
 * pools.
 */
export type ValueSource = 'quote' | 'rates' | 'host' | 'pools'

/** The USD values of both sides of a trade by one source; undefined is unknown. */
export interface Valuation {
  source: ValueSource
  inputUsd: number | undefined
  outputUsd: number | undefined
}

/**
 * - `known`: at least one source independent of the service has a value, and the values match.
 * - `disagreeing`: the values differ by more than 5 %.
 * - `unknown`: no source independent of the service has a value.
 */
export type ValueStatus = 'known' | 'disagreeing' | 'unknown'

/** The lowest and highest value of one side of a trade, of equal values the first source. */
export interface SideValue {
  status: ValueStatus
  min: { source: ValueSource; usd: number } | undefined
  max: { source: ValueSource; usd: number } | undefined
}

export interface TradeValue {
  /** The value used for the input. Undefined if no source has one. */
  inputUsd: number | undefined
  /** The value used for the output. Undefined if no source has one. */
  outputUsd: number | undefined
  /**
   * Share of the value paid, network cost included, that is lost: 0.05 is 5 %, negative is a gain.
   */
  lossFraction: number | undefined
  /** The worse status of both sides: `unknown` before `disagreeing` before `known`. */
  status: ValueStatus
  input: SideValue
  output: SideValue
  /** Network cost in USD; undefined is unknown and counts as 0. */
  gasUsd: number | undefined
  sources: readonly Valuation[]
}

/**
 * The value of a trade by several sources, none of them trusted. If they match, the source with the
 * largest loss counts for both sides: mixing sources would show their differences as a loss. If
 * they disagree, or no independent source knows both sides, the highest input value and the lowest
 * output value count.
 */
export function valueTrade({
  sources,
  gasUsd,
}: {
  sources: readonly Valuation[]
  gasUsd?: number | undefined
}): TradeValue {
  const known = sources
    .map(({ source, inputUsd, outputUsd }) => ({
      source,
      ...withoutImpossibleGain({ inputUsd: knownUsd(inputUsd), outputUsd: knownUsd(outputUsd) }),
    }))
    .filter(({ inputUsd, outputUsd }) => inputUsd !== undefined || outputUsd !== undefined)
  const input = valueSide(known.map(({ source, inputUsd }) => ({ source, usd: inputUsd })))
  const output = valueSide(known.map(({ source, outputUsd }) => ({ source, usd: outputUsd })))
  const status = STATUSES.find((one) => one === input.status || one === output.status) ?? 'unknown'
  const gas = knownUsd(gasUsd)
  const getLoss = ({ inputUsd, outputUsd }: SideValues) => valueLoss({ inputUsd, outputUsd, gasUsd: gas })

  const complete = known.filter((valuation) => getLoss(valuation) !== undefined)
  const isIndependentlyKnown = status === 'known' && complete.some(isIndependent)
  const worst = complete.sort((a, b) => (getLoss(b) ?? 0) - (getLoss(a) ?? 0))[0]
  const mixed = { inputUsd: input.max?.usd, outputUsd: output.min?.usd }
  const { inputUsd, outputUsd } = (isIndependentlyKnown && worst) || withoutImpossibleGain(mixed)
  return {
    inputUsd,
    outputUsd,
    lossFraction: getLoss({ inputUsd, outputUsd }),
    status,
    input,
    output,
    gasUsd: gas,
    sources: known,
  }
}

const STATUSES: readonly ValueStatus[] = ['unknown', 'disagreeing', 'known']

function valueSide(claims: readonly { source: ValueSource; usd: number | undefined }[]): SideValue {
  const values = claims
    .flatMap(({ source, usd }) => (usd === undefined ? [] : [{ source, usd }]))
    .sort((a, b) => a.usd - b.usd)
  const min = values[0]
  const max = values.find(({ usd }) => usd === values.at(-1)?.usd)
  if (!min || !max || !values.some(isIndependent)) return { status: 'unknown', min, max }
  return { status: max.usd > min.usd * (1 + VALUE_TOLERANCE) ? 'disagreeing' : 'known', min, max }
}

/** True if a source is independent of the service. */
function isIndependent({ source }: { source: ValueSource }): boolean {
  return source === 'host' || source === 'pools'
}

type SideValues = Pick<TradeValue, 'inputUsd' | 'outputUsd'>

/**
 * A gain above `MAX_GAIN` comes from a wrong value, such as one in base units, so both sides become
 * unknown.
 */
function withoutImpossibleGain(values: SideValues): SideValues {
  const { inputUsd = Number.POSITIVE_INFINITY, outputUsd = 0 } = values
  return outputUsd > inputUsd * (1 + MAX_GAIN) ? { inputUsd: undefined, outputUsd: undefined } : values
}

/** The value if it is finite and above zero, otherwise undefined. */
function knownUsd(usd: number | undefined): number | undefined {
  return usd !== undefined && Number.isFinite(usd) && usd > 0 ? usd : undefined
}

/**
 * The USD value the receiver gets: the smaller of the gross output's value less fees and the
 * service's value of the net output. Undefined when unknown.
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
  // Some services return "0" for an unknown net value.
  const net = parseDecimal(effectiveOutputAmountUSD) || Number.NaN
  const values = [gross * share, net].filter(Number.isFinite)
  return values.length > 0 ? Math.min(...values) : undefined
}
