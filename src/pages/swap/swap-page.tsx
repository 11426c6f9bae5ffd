import { useState } from 'react'
import { Icon } from '../../components/icon.tsx'
import { Page } from '../../components/page.tsx'
import type { SluiceError } from '../../errors/sluice-error.ts'
import { withMinimum } from '../../hooks/swap-readiness.ts'
import { useBackgroundSwaps } from '../../hooks/use-background-swaps.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useExecution } from '../../hooks/use-execution.ts'
import { useForm } from '../../hooks/use-form.ts'
import { type PriceView, usePriceOf } from '../../hooks/use-price.ts'
import { usePriceInputs } from '../../hooks/use-price-inputs.ts'
import { useStore } from '../../hooks/use-store.ts'
import { useSwapReadiness } from '../../hooks/use-swap-readiness.ts'
import { useTradeValue } from '../../hooks/use-trade-value.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWallet } from '../../hooks/use-wallet.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { part } from '../../theme/part.ts'
import { FlipButton } from './flip-button.tsx'
import { formPart } from './form-part.ts'
import { InputPanel } from './input-panel.tsx'
import { MainButton } from './main-button.tsx'
import { OutputPanel } from './output-panel.tsx'
import { PriceNotice } from './price-notice.tsx'
import { RecipientRow } from './recipient-row.tsx'
import { SwapAnnouncer } from './swap-announcer.tsx'
import { SwapHeaderActions } from './swap-header-actions.tsx'
import styles from './swap-page.module.css'

/**
 * The form: two tokens, an amount, a live price and one main button. Parts that appear later are
 * below the button or have reserved space, so that the button does not move under a finger.
 */
export function SwapPage() {
  const { t } = useTranslation()
  const { selectRoute } = useWidget()
  // Called once here, because each call of these hooks adds query observers.
  const pair = usePriceInputs()
  const { refresh, ...view } = usePriceOf(pair.inputs)
  const value = useTradeValue(view.status === 'ready' ? { ...view.inputs, ...view } : undefined)
  const [tokenError, setTokenError] = useState<SluiceError>()
  const isConnected = useWallet().state.address !== undefined
  const readiness = withMinimum(useSwapReadiness({ pair, price: view, tokenError }), {
    ...value,
    ...useConfig(),
  })
  const isWrap = (view.status === 'ready' || view.status === 'loading') && view.inputs.wrapper !== undefined
  const [blocked, setBlocked] = useState<string>()
  const review = () => readiness.kind === 'review' && !blocked && selectRoute(readiness.intent)
  return (
    <Page title={t('swap.title')} actions={<SwapHeaderActions />}>
      <div>
        <InputPanel view={view} value={value} onSubmit={review} />
        <FlipButton view={view} />
        <OutputPanel view={view} value={value} onSubmit={review} />
      </div>
      <RecipientRow />
      <MainButton readiness={readiness} blocked={blocked} onRetry={refresh} />
      {readiness.kind === 'change-recipient' && <RecipientProblemNote problem={readiness.problem} />}
      <ChangesIfAny />
      <SentSwapsIfAny />
      <FollowMaxIfAny view={view} />
      <div data-aside="">
        {!isWrap && (
          <PriceNotice {...{ view, value, readiness }} pairError={pair.error} onRefresh={refresh} />
        )}
        {view.status === 'ready' && <GasNotice {...view.inputs} {...view} onShort={setBlocked} />}
        {isWrap && <WrapDetails trade={view.inputs} />}
        {!isWrap && view.status !== 'idle' && view.status !== 'error' && (
          <PriceSummary view={view} value={value} onRefresh={refresh} />
        )}
        <VerifiedLine />
      </div>
      {isConnected && <DecimalsCheck {...pair} onChange={setTokenError} />}
      <SwapAnnouncer view={view} readiness={readiness} blocked={blocked} />
    </Page>
  )
}

const SentSwaps = formPart('SentSwaps')

/** Loads what the form shows about sent swaps. Never part of server-rendered HTML. */
function SentSwapsIfAny() {
  const { state } = useExecution()
  const { backgroundSwaps } = useBackgroundSwaps()
  const hasEarlier = useStore(useWidget().activity, ({ entries }) => entries.length > 0)
  return state.stage === 'idle' && backgroundSwaps.length === 0 && !hasEarlier ? null : <SentSwaps />
}

const FormNotices = formPart('FormNotices')

/** Loads the notices about changes that the user did not make. */
function ChangesIfAny() {
  const moved = useForm((form) => form.moved)
  const closedBy = useStore(useWidget().review, (review) => review.closedBy)
  return (moved || closedBy) && <FormNotices moved={moved} closedBy={closedBy} />
}

const FollowMax = formPart('FollowMax')

/** Loads the adjustment of a maximum native amount. */
function FollowMaxIfAny({ view }: { view: PriceView }) {
  const whole = useForm((form) => form.whole)
  return whole && <FollowMax view={view} />
}

const RecipientProblemNote = formPart('RecipientProblemNote')
const GasNotice = formPart('GasNotice')
const DecimalsCheck = formPart('DecimalsCheck')
const WrapDetails = formPart('WrapDetails')
const PriceSummary = formPart('PriceSummary')

/** Shown only if every quote is verified. */
function VerifiedLine() {
  const { t } = useTranslation()
  const { verification, hidden } = useConfig()
  if (verification !== 'enforce' || hidden.includes('verifiedLine')) return null
  return (
    <p className={styles.verified} {...part('verified')}>
      <Icon name="shield" size={16} />
      <span>{t('widget.verified')}</span>
    </p>
  )
}
