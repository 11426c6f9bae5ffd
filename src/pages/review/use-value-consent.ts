import { useState } from 'react'
import { useConfig } from '../../hooks/use-config.ts'
import type { TradeValueView } from '../../hooks/use-trade-value.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { isLossAbove } from '../../lib/usd-value.ts'

/** A warning that needs an acknowledgement. */
interface Consent {
  accepted: boolean
  accept: (accepted: boolean) => void
}

export interface ValueConsent {
  /** The acknowledgement of a high loss. */
  loss: Consent | undefined
  /** The acknowledgement of a value that is unknown, or that only the service reports. */
  unknownPrice: Consent | undefined
  /** The reason why the host blocks the swap. */
  blocked: 'loss' | 'unknown-price' | undefined
  isUnaccepted: boolean
  /** Emits the acknowledgements. Called on Confirm. */
  confirm: () => void
}

/** Base units. */
interface TradeAmounts {
  inputAmount: bigint
  outputAmount: bigint
}

export interface ValueConsentOptions {
  routeId: string
  amounts: TradeAmounts
  /** The price impact that the service reports. */
  impactBps: number | undefined
  /** False if the figures were accepted before. A host's block still applies. Default true. */
  needsConsent?: boolean
}

/** Returns the larger of the lost value and the price impact. Undefined if both are unknown. */
export function worstLoss(
  { lossFraction }: Pick<TradeValueView, 'lossFraction'>,
  impactBps: number | undefined,
): number | undefined {
  if (impactBps === undefined) return lossFraction
  return Math.max(lossFraction ?? Number.NEGATIVE_INFINITY, impactBps / 10_000)
}

/**
 * Returns the warnings to acknowledge within the host's limits. An acknowledged loss may grow by
 * `quoteToleranceBps`. A trade of unknown value may get worse by `valueLossBps.confirm`. A value
 * that only the service reports counts as unknown, because the service could hide a loss.
 */
export function useValueConsent(
  value: TradeValueView,
  { routeId, amounts, impactBps, needsConsent = true }: ValueConsentOptions,
): ValueConsent {
  const { status, isChecking } = value
  const lossFraction = worstLoss(value, impactBps)
  const { emit } = useWidget()
  const { valueLossBps, unknownPrice, quoteToleranceBps } = useConfig()
  const [acceptedLoss, setAcceptedLoss] = useState<number>()
  const [acceptedAmounts, setAcceptedAmounts] = useState<TradeAmounts>()
  const isUnknown = (value.lossFraction === undefined || status === 'unknown') && !isChecking
  const isHigh = needsConsent && isLossAbove(lossFraction, valueLossBps.confirm)
  const isUnpriced = needsConsent && isUnknown
  const maxWorseBps = Math.max(valueLossBps.confirm, quoteToleranceBps)
  const loss = isHigh
    ? {
        accepted: acceptedLoss !== undefined && !isLossAbove(lossFraction, acceptedLoss + quoteToleranceBps),
        accept: (accepted: boolean) => setAcceptedLoss(accepted ? (lossFraction ?? 0) * 10_000 : undefined),
      }
    : undefined
  const unpriced = isUnpriced
    ? {
        accepted: acceptedAmounts !== undefined && !isWorse([acceptedAmounts, amounts], maxWorseBps),
        accept: (accepted: boolean) => setAcceptedAmounts(accepted ? amounts : undefined),
      }
    : undefined
  return {
    loss,
    unknownPrice: unpriced,
    blocked: isLossAbove(lossFraction, valueLossBps.block)
      ? 'loss'
      : isUnknown && unknownPrice === 'block'
        ? 'unknown-price'
        : undefined,
    isUnaccepted: [loss, unpriced].some((consent) => consent?.accepted === false),
    confirm: () => {
      if (loss) emit('warningAccepted', { warning: 'high-value-loss', routeId })
      if (unpriced) emit('warningAccepted', { warning: 'unknown-price', routeId })
    },
  }
}

/** Returns whether a trade pays more, or brings less, by more than a share of the amount before. */
function isWorse([before, now]: [TradeAmounts, TradeAmounts], maxBps: number): boolean {
  const max = BigInt(maxBps)
  const more = now.inputAmount - before.inputAmount
  const less = before.outputAmount - now.outputAmount
  return more * 10_000n > before.inputAmount * max || less * 10_000n > before.outputAmount * max
}
