import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { ElapsedTime } from '../../components/elapsed-time.tsx'
import { LiveRegion } from '../../components/live-region.tsx'
import { RecipientCard } from '../../components/recipient-card.tsx'
import { type StepLine, StepList } from '../../components/step-list.tsx'
import { StuckTransaction } from '../../components/stuck-transaction.tsx'
import { swapStepLabel } from '../../components/swap-step-label.ts'
import { TransactionLine } from '../../components/transaction-line.tsx'
import { UsualDuration } from '../../components/usual-duration.tsx'
import { canGiveUp } from '../../execution/machine/can-give-up.ts'
import type { StateOf } from '../../execution/machine/types.ts'
import { useExecution } from '../../hooks/use-execution.ts'
import { useSignersHelp } from '../../hooks/use-signers-help.ts'
import { useStore } from '../../hooks/use-store.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { NotifyMe } from './notify-me.tsx'
import styles from './progress.module.css'
import { TradePair } from './trade-pair.tsx'

export function Watching({ state }: { state: StateOf<'watching'> }) {
  const { t } = useTranslation()
  const { intent, verified } = state
  const { giveUp } = useExecution()
  const getSignersHelp = useSignersHelp()
  const entry = useStore(useWidget().activity, ({ entries }) => entries.find(({ id }) => id === intent.id))
  const now = getStatus(state)
  const help = now === 'progress.awaitingSigners' ? getSignersHelp(verified.deadlineAt) : t(HELP[now])
  const lines: StepLine[] = [
    { name: 'checks', label: t(intent.wrapper ? 'wrap.verifying' : 'stage.verifying'), status: 'done' },
    {
      name: 'network',
      label: t(now),
      status: 'now',
      children: (
        <>
          {now === 'progress.sent' && <UsualDuration chainId={intent.chainId} />}
          <ElapsedTime since={entry?.startedAt} />
        </>
      ),
    },
  ]
  return (
    <>
      <Card>
        <TradePair
          intent={intent}
          inputAmount={verified.inputAmount}
          outputAmount={intent.outputAmount ?? verified.outputAmount}
        />
      </Card>
      <StepList
        steps={[
          ...(hasApproved(state)
            ? [
                {
                  name: 'approve',
                  label: t('stage.approve', { token: intent.inputToken.symbol }),
                  status: 'done' as const,
                  lines: [],
                },
              ]
            : []),
          { name: 'swap', label: t(swapStepLabel(intent)), status: 'now', lines },
        ]}
      />
      <p className={styles.note}>{help}</p>
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

/** Returns whether this run has an approval of its own, also in one batch with the swap. */
function hasApproved({ done, verified }: StateOf<'watching'>): boolean {
  return verified.approvals !== undefined || done.some(({ type }) => type !== 'chain-switch')
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
