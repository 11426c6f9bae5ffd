import { sameAddress } from '../../../wire/lib/address.ts'
import { getDoneText } from '../../activity/done-text.ts'
import { Button } from '../../components/button.tsx'
import { LiveRegion } from '../../components/live-region.tsx'
import { Notice } from '../../components/notice.tsx'
import { useNavigation } from '../../hooks/use-navigation.ts'
import { useShownActivity } from '../../hooks/use-shown-activity.ts'
import { useStore } from '../../hooks/use-store.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { isUncertain } from '../../store/is-uncertain.ts'
import type { ActivityEntry, ActivityToken } from '../../store/types.ts'

const TONES = { pending: 'neutral', done: 'positive', failed: 'warning' } as const

/**
 * The swaps that were pending when an earlier page closed. Each one stays until it is dismissed.
 */
export function EarlierSwapList() {
  const { t } = useTranslation()
  const { activity } = useWidget()
  const { push } = useNavigation()
  const entries = useShownActivity()
  const resumed = useStore(activity, (state) => state.resumed)
  const getLabels = useLabels()
  const earlier = entries.filter(({ id }) => resumed.includes(id))

  const show = (id: string) => {
    activity.setState({ selected: id })
    push('activity-details')
  }
  const dismiss = (id: string) =>
    activity.setState((state) => ({ resumed: state.resumed.filter((other) => other !== id) }))

  return (
    <>
      {earlier.map((entry) => {
        const { title, status } = getLabels(entry)
        const isPending = entry.status === 'pending'
        return (
          <Notice
            key={entry.id}
            tone={TONES[entry.status]}
            title={title}
            action={
              <Button size="small" onClick={() => (isPending ? show(entry.id) : dismiss(entry.id))}>
                {t(isPending ? 'action.show' : 'action.dismiss')}
              </Button>
            }
          >
            {status}
          </Notice>
        )
      })}
      <LiveRegion
        message={earlier
          .map(getLabels)
          .map(({ title, status }) => `${title}: ${status}`)
          .join('. ')}
      />
    </>
  )
}

function useLabels(): (entry: ActivityEntry) => { title: string; status: string } {
  const translation = useTranslation()
  const { t, format } = translation
  const waits = useStore(useWidget().activity, (state) => state.waits)
  return (entry) => {
    const { inputToken, outputToken, inputAmount, indicative, purchase } = entry
    const exact = (amount: string, { decimals, symbol }: ActivityToken) =>
      `${format.amount(BigInt(amount), decimals, symbol)} ${symbol}`
    const title = purchase
      ? t('progress.left', { input: inputToken.symbol, output: exact(indicative, outputToken) })
      : t('progress.left', { input: exact(inputAmount, inputToken), output: outputToken.symbol })
    return { title, status: getStatus(entry) }
  }

  function getStatus(entry: ActivityEntry): string {
    const { id, status, account, receiver, received, outputToken: token, errorCode = 'UNKNOWN' } = entry
    switch (status) {
      case 'pending':
        if (isUncertain(entry, waits)) return t('progress.uncertain')
        if (waits[id] === 'signers') return t('progress.awaitingSigners')
        return t(waits[id] ? 'progress.unseen' : 'progress.sent')
      case 'done':
        return getDoneText(translation, { token, received, isSelf: sameAddress(account, receiver) })
      case 'failed':
        return `${t(`error.${errorCode}`)}. ${t(`error.${errorCode}.help`)}`
      default:
        return status satisfies never
    }
  }
}
