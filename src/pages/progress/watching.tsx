import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { ElapsedTime } from '../../components/elapsed-time.tsx'
import { LiveRegion } from '../../components/live-region.tsx'
import { receiveLabel } from '../../components/receive-label.ts'
import { RecipientCard } from '../../components/recipient-card.tsx'
import { Spinner } from '../../components/spinner.tsx'
import { StuckTransaction } from '../../components/stuck-transaction.tsx'
import { TradeSide } from '../../components/trade-side.tsx'
import { TransactionLine } from '../../components/transaction-line.tsx'
import type { StateOf } from '../../execution/machine/types.ts'
import { useExecution } from '../../hooks/use-execution.ts'
import { useStore } from '../../hooks/use-store.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { NotifyMe } from './notify-me.tsx'
import styles from './progress.module.css'

/** A pending transaction. */
export function Watching({ state }: { state: StateOf<'watching'> }) {
  const { t } = useTranslation()
  const { intent, verified } = state
  const isPurchase = intent.outputAmount !== undefined
  const { giveUp } = useExecution()
  const { isUnseen = false, isUncertain = false } = state
  const entry = useStore(useWidget().activity, ({ entries }) => entries.find(({ id }) => id === intent.id))
  const now = t(getStatus(state))
  return (
    <>
      <div className={styles.hero}>
        <span className={styles.ring} data-tone="accent">
          <Spinner size={32} />
        </span>
        <p className={styles.title}>{now}</p>
        <ElapsedTime since={entry?.startedAt} />
        <p className={styles.help}>
          {t(isUncertain ? 'progress.uncertainHelp' : isUnseen ? 'progress.unseenHelp' : 'progress.help')}
        </p>
      </div>
      <Card className={styles.sides}>
        <TradeSide
          label={t(isPurchase ? 'review.payAbout' : 'review.pay')}
          token={intent.inputToken}
          amount={verified.inputAmount}
          exact={!isPurchase}
        />
        <TradeSide
          label={t(receiveLabel(intent))}
          token={intent.outputToken}
          amount={intent.outputAmount ?? verified.outputAmount}
          exact={isPurchase}
        />
      </Card>
      <RecipientCard intent={intent} />
      {state.hash && <TransactionLine chainId={intent.chainId} hash={state.hash} />}
      <StuckTransaction entry={entry} />
      <NotifyMe />
      {(isUnseen || isUncertain) && (
        <Button size="large" onClick={giveUp}>
          {t('progress.stopLooking')}
        </Button>
      )}
      <LiveRegion message={now} />
    </>
  )
}

function getStatus({ isUnseen, isUncertain, awaitingSigners }: StateOf<'watching'>) {
  if (isUncertain) return 'progress.uncertain'
  if (isUnseen) return 'progress.unseen'
  return awaitingSigners ? 'progress.awaitingSigners' : 'progress.sent'
}
