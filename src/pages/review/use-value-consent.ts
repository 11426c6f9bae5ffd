import { useState } from 'react'
import { useConfig } from '../../hooks/use-config.ts'
import type { TradeValueView } from '../../hooks/use-trade-value.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { isLossAbove } from '../../lib/usd-value.ts'

/** One warning to acknowledge. */
interface Consent {
  accepted: boolean
  accept: (accepted: boolean) => void
}

export interface ValueConsent {
  /** The high loss to acknowledge. */
  loss: Consent | undefined
  /** The value to acknowledge that is unknown, or that nobody but the service says. */
  unknownPrice: Consent | undefined
  /** Why the host refuses the swap. */
  blocked: 'loss' | 'unknown-price' | undefined
  isUnaccepted: boolean
  /** To be called on Confirm: emits what was acknowledged. */
  confirm: () => void
}

/**
 * What has to be acknowledged about the value of a trade, by the limits of the host. A loss is acknowledged for its size:
 * one that grows by more than `quoteToleranceBps` needs another yes. A value that only the service says is no better than an
 * unknown one: a service that calls $30 "$3,000" hides the loss. `needsConsent`: false where the figures are those
 * accepted before; a host's block holds all the same.
 */
export function useValueConsent(
  { lossFraction, status, isChecking }: TradeValueView,
  { routeId, needsConsent = true }: { routeId: string; needsConsent?: boolean },
): ValueConsent {
  const { emit } = useWidget()
  const { valueLossBps, unknownPrice, quoteToleranceBps } = useConfig()
  const [acceptedLoss, setAcceptedLoss] = useState<number>()
  const [acceptsUnknown, setAcceptsUnknown] = useState(false)
  const isUnknown = (lossFraction === undefined || status === 'unknown') && !isChecking
  const isHigh = needsConsent && isLossAbove(lossFraction, valueLossBps.confirm)
  const isUnpriced = needsConsent && isUnknown
  const loss = isHigh
    ? {
        accepted: acceptedLoss !== undefined && !isLossAbove(lossFraction, acceptedLoss + quoteToleranceBps),
        accept: (accepted: boolean) => setAcceptedLoss(accepted ? (lossFraction ?? 0) * 10_000 : undefined),
      }
    : undefined
  const unpriced = isUnpriced ? { accepted: acceptsUnknown, accept: setAcceptsUnknown } : undefined
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
