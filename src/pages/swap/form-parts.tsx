import { useEffect } from 'react'
import { GasNotice } from '../../components/gas-notice.tsx'
import { priceSentence } from '../../components/price-sentence.ts'
import { TokenMark } from '../../components/token-mark.tsx'
import { WrapDetails } from '../../components/wrap-details.tsx'
import type { PriceView } from '../../hooks/use-price.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { BackgroundSwapList } from './background-swaps.tsx'
import { BalanceShares } from './balance-shares.tsx'
import { EarlierSwapList } from './earlier-swap-list.tsx'
import { FiatField } from './fiat-field.tsx'
import { FollowMax } from './follow-max.tsx'
import { FormNotices } from './form-notices.tsx'
import { CutNote, PasteNote } from './paste-note.tsx'
import { PriceDifference } from './price-difference.tsx'
import { PriceSummary } from './price-summary.tsx'
import { NextTry, PriceWarnings } from './price-warnings.tsx'
import { RecipientProblemNote } from './recipient-problem-note.tsx'
import { RunningSwap } from './running-swap.tsx'

/** What the form shows once there is a price, a wallet or a paste: loaded together, with the first of them. */
export const formParts = {
  /** With a balance. */
  BalanceShares,
  /** When digits were cut. */
  CutNote,
  /** When dollars are chosen. */
  FiatField,
  /** When all of the native balance is chosen. */
  FollowMax,
  /** What changed without the person's doing. */
  FormNotices,
  /** Whether the account can pay the network. Only asked with a price. */
  GasNotice,
  NextTry,
  /** After a paste. */
  PasteNote,
  /** For screen readers. */
  PriceAnnouncement,
  PriceDifference,
  /** The review page shows the details too. */
  PriceSummary,
  PriceWarnings,
  /** Where nothing may be sent to the recipient. */
  RecipientProblemNote,
  /** With the first swap that is sent. */
  SentSwaps,
  /** The warning badge of a chosen token. */
  TokenMark,
  /** In the place of the price: a wrap has none. */
  WrapDetails,
}

/** What became of the swaps that were sent: the current one, those in the background, those of an earlier page. */
function SentSwaps() {
  return (
    <>
      <RunningSwap />
      <BackgroundSwapList />
      <EarlierSwapList />
    </>
  )
}

interface PriceAnnouncementProps {
  view: Extract<PriceView, { status: 'ready' }>
  onChange: (message: string) => void
}

/** Words the price once per set of inputs, not at every refresh. */
function PriceAnnouncement({ view, onChange }: PriceAnnouncementProps) {
  const translation = useTranslation()
  const { inputs, inputAmount, outputAmount } = view
  // biome-ignore lint/correctness/useExhaustiveDependencies: later amounts of the same inputs are not announced.
  useEffect(() => {
    const isPurchase = inputs.outputAmount !== undefined
    onChange(priceSentence(translation, { ...inputs, inputAmount, outputAmount, isPurchase }))
    // Clears the sentence until the next inputs have a price.
    return () => onChange('')
  }, [inputs])
  return null
}
