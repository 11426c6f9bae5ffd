import { stopLooking } from '../../activity/stop-looking.ts'
import { ActivityStatus, toShown } from '../../components/activity-row/activity-status.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Detail, DetailList } from '../../components/detail-list.tsx'
import { LiveRegion } from '../../components/live-region.tsx'
import { Notice } from '../../components/notice.tsx'
import { Page } from '../../components/page.tsx'
import { RemainingApproval } from '../../components/remaining-approval.tsx'
import { StuckTransaction } from '../../components/stuck-transaction.tsx'
import { SupportId } from '../../components/support-id.tsx'
import { TransactionLine } from '../../components/transaction-line.tsx'
import { useShownActivity } from '../../hooks/use-shown-activity.ts'
import { useSignersHelp } from '../../hooks/use-signers-help.ts'
import { useStore } from '../../hooks/use-store.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { isUncertain } from '../../store/is-uncertain.ts'
import type { ActivityEntry } from '../../store/types.ts'
import { ActivityFigures } from './activity-figures.tsx'

export function ActivityDetailsPage() {
  const { t } = useTranslation()
  const entries = useShownActivity()
  const selected = useStore(useWidget().activity, (activity) => activity.selected)
  const entry = entries.find(({ id }) => id === selected)
  return (
    <Page title={t('activity.details.title')}>
      {entry ? <Details entry={entry} /> : <Notice tone="neutral" title={t('activity.none.title')} />}
    </Page>
  )
}

function Details({ entry }: { entry: ActivityEntry }) {
  const { t, locale } = useTranslation()
  const {
    chainId,
    status,
    hash,
    replacedHash,
    approvalHashes,
    approvedInBatch,
    startedAt,
    endedAt,
    supportId,
    copies = [],
  } = entry
  const toTime = (time: number) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(time)
  return (
    <>
      <Situation entry={entry} />
      <Card>
        <DetailList>
          <Detail label={t('activity.status')}>
            <ActivityStatus entry={entry} />
          </Detail>
          <ActivityFigures entry={entry} />
          <Detail label={t('activity.started')}>{toTime(startedAt)}</Detail>
          {endedAt !== undefined && <Detail label={t('activity.ended')}>{toTime(endedAt)}</Detail>}
        </DetailList>
      </Card>
      <div>
        {approvalHashes.map((approval) => (
          <TransactionLine
            key={approval}
            chainId={chainId}
            hash={approval}
            label={t('activity.approval')}
            what={t('activity.approvalHash')}
          />
        ))}
        {replacedHash && (
          <TransactionLine
            chainId={chainId}
            hash={replacedHash}
            label={t('activity.replaced')}
            what={t('activity.replacedHash')}
          />
        )}
        {hash && <TransactionLine chainId={chainId} hash={hash} />}
        {copies
          .filter((copy) => copy.hash !== hash && copy.hash !== replacedHash)
          .map((copy) => (
            <TransactionLine
              key={copy.hash}
              chainId={chainId}
              hash={copy.hash}
              label={t(copy.kind === 'cancel' ? 'activity.cancellation' : 'activity.copy')}
              what={t('activity.copyHash')}
            />
          ))}
      </div>
      <StuckTransaction entry={entry} />
      {status !== 'pending' && (
        <RemainingApproval
          run={{ intent: entry, done: approvalHashes.map(() => ({ type: 'approval' })), approvedInBatch }}
        />
      )}
      {supportId && <SupportId id={supportId} />}
      <LiveRegion message={t(`activity.status.${toShown(entry)}`)} />
    </>
  )
}

/** Explains the status of a pending or failed swap and what the user can do about it. */
function Situation({ entry }: { entry: ActivityEntry }) {
  const { id, status, errorCode, deadlineAt } = entry
  const { t } = useTranslation()
  const getSignersHelp = useSignersHelp()
  const widget = useWidget()
  const { activity } = widget
  const waits = useStore(activity, (state) => state.waits)
  if (status === 'pending') {
    const wait = waits[id]
    const isUnknown = isUncertain(entry, waits)
    return (
      <>
        {isUnknown ? (
          <Notice tone="warning" title={t('progress.uncertain')}>
            {t('progress.uncertainHelp')}
          </Notice>
        ) : wait === 'signers' ? (
          <Notice tone="neutral" title={t('progress.awaitingSigners')}>
            {getSignersHelp(deadlineAt)}
          </Notice>
        ) : (
          <Notice tone="neutral" title={t(wait ? 'progress.unseen' : 'progress.sent')}>
            {t(wait ? 'progress.unseenHelp' : 'activity.pendingHelp')}
          </Notice>
        )}
        {(wait || isUnknown) && (
          <Button size="large" onClick={() => stopLooking(widget, id)}>
            {t('progress.stopLooking')}
          </Button>
        )}
      </>
    )
  }
  if (status !== 'failed') return null
  const code = errorCode ?? 'UNKNOWN'
  return (
    <Notice tone="warning" title={t(`error.${code}`)}>
      {t(`error.${code}.help`)}
    </Notice>
  )
}
