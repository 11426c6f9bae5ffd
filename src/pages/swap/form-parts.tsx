import { useEffect } from 'react'
import { GasNotice, type GasNoticeProps } from '../../components/gas-notice.tsx'
import { priceSentence } from '../../components/price-sentence.ts'
import { TokenMark } from '../../components/token-mark.tsx'
import { WrapDetails } from '../../components/wrap-details.tsx'
import type { SluiceError } from '../../errors/sluice-error.ts'
import type { Token } from '../../events/types.ts'
import { useDecimalsCheck } from '../../hooks/use-decimals-check.ts'
import type { PriceView } from '../../hooks/use-price.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { BackgroundSwapList } from './background-swaps.tsx'
import { BalanceShares } from './balance-shares.tsx'
import { EarlierSwapList } from './earlier-swap-list.tsx'
import { FiatField } from './fiat-field.tsx'
import { FoldNotices } from './fold-notices.tsx'
import { FollowMax } from './follow-max.tsx'
import { FormNotices } from './form-notices.tsx'
import { CutNote, PasteNote } from './paste-note.tsx'
import { PriceDifference } from './price-difference.tsx'
import { PriceSummary } from './price-summary.tsx'
import { NextTry, PriceWarnings } from './price-warnings.tsx'
import { RecentPairs } from './recent-pairs.tsx'
import { RecipientProblemNote } from './recipient-problem-note.tsx'
import { RunningSwap } from './running-swap.tsx'
import { SwitchChain } from './switch-chain.tsx'

/**
 * Parts that the form needs only with a price, a wallet or a paste. The first rendered part loads
 * all of them.
 */
export const formParts = {
  BalanceShares,
  CutNote,
  DecimalsCheck,
  FiatField,
  FollowMax,
  FormNotices,
  GasNotice: LastNotice,
  NextTry,
  PasteNote,
  PriceAnnouncement,
  PriceDifference,
  PriceSummary,
  PriceWarnings,
  RecipientProblemNote,
  SentSwaps,
  SwitchChain,
  TokenMark,
  WrapDetails,
}

/** The last notice of the form, which folds the less serious ones. */
function LastNotice(props: GasNoticeProps) {
  return (
    <>
      <GasNotice {...props} />
      <FoldNotices />
    </>
  )
}

/**
 * The status of the current swap, of background swaps, and of an earlier page's swaps, and the pairs
 * of the last ones.
 */
function SentSwaps() {
  return (
    <>
      <RunningSwap />
      <BackgroundSwapList />
      <EarlierSwapList />
      <RecentPairs />
    </>
  )
}

interface PriceAnnouncementProps {
  view: Extract<PriceView, { status: 'ready' }>
  onChange: (message: string) => void
}

/** Announces the price once per set of inputs, not on every refresh. */
function PriceAnnouncement({ view, onChange }: PriceAnnouncementProps) {
  const translation = useTranslation()
  const { inputs, inputAmount, outputAmount } = view
  // biome-ignore lint/correctness/useExhaustiveDependencies: does not announce refreshed amounts.
  useEffect(() => {
    const isPurchase = inputs.outputAmount !== undefined
    onChange(priceSentence(translation, { ...inputs, inputAmount, outputAmount, isPurchase }))
    // Clears the sentence until the next inputs have a price.
    return () => onChange('')
  }, [inputs])
  return null
}

interface DecimalsCheckProps {
  inputToken: Token | undefined
  outputToken: Token | undefined
  /** Called with `TOKEN_MISMATCH` while the catalogue's decimals are wrong, else with undefined. */
  onChange: (error: SluiceError | undefined) => void
}

/** Compares the decimals of the form's tokens with the chain. Renders nothing. */
function DecimalsCheck({ inputToken, outputToken, onChange }: DecimalsCheckProps) {
  const check = useDecimalsCheck(inputToken, outputToken)
  const error = check.status === 'wrong' ? check.error : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: each render creates an equal error.
  useEffect(() => {
    onChange(error)
    return () => onChange(undefined)
  }, [error?.details, onChange])
  return null
}
