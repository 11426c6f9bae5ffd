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
import { canGiveUp } from '../../execution/machine/can-give-up.ts'
import type { StateOf } from '../../execution/machine/types.ts'
import { useExecution } from '../../hooks/use-execution.ts'
import { useSignersHelp } from '../../hooks/use-signers-help.ts'
import { useStore } from '../../hooks/use-store.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { NotifyMe } from './notify-me.tsx'
import styles from './progress.module.css'

export function Watching({ state }: { state: StateOf<'watching'> }) {
  const { t } = useTranslation()
  const { intent, verified } = state
  const isPurchase = intent.outputAmount !== undefined
  const { giveUp } = useExecution()
  const getSignersHelp = useSignersHelp()
  const entry = useStore(useWidget().activity, ({ entries }) => entries.find(({ id }) => id === intent.id))
  const now = getStatus(state)
  return (
    <>
      <div className={styles.hero}>
        <span className={styles.ring} data-tone="accent">
          <Spinner size={32} />
        </span>
        <p className={styles.title}>{t(now)}</p>
        <ElapsedTime since={entry?.startedAt} />
        <p className={styles.help}>
          {now === 'progress.awaitingSigners' ? getSignersHelp(verified.deadlineAt) : t(HELP[now])}
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
      {canGiveUp(state) && (
        <Button size="large" onClick={giveUp}>
          {t('progress.stopLooking')}
        </Button>
      )}
      <LiveRegion message={t(now)} />
    </>
  )
}

const HELP = {
  'progress.uncertain': 'progress.uncertainHelp',
  'progress.unseen': 'progress.unseenHelp',
  'progress.sent': 'progress.help',
} as const

function getStatus({ isUnseen, isUncertain, awaitingSigners }: StateOf<'watching'>) {
  if (isUncertain) return 'progress.uncertain'
  if (isUnseen) return 'progress.unseen'
  return awaitingSigners ? 'progress.awaitingSigners' : 'progress.sent'
}
