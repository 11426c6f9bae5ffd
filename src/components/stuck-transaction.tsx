import type { Replaceable } from '../chain/types.ts'
import { useChain } from '../hooks/use-chain.ts'
import { type ReplacementState, useReplacement } from '../hooks/use-replacement.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import type { ActivityEntry } from '../store/types.ts'
import { Button } from './button.tsx'
import { ErrorNotice } from './error-notice.tsx'
import { LiveRegion } from './live-region.tsx'
import { Notice } from './notice.tsx'
import { TransactionLine } from './transaction-line.tsx'
import { useErrorLabels } from './use-error-labels.ts'

/**
 * Offers to speed up or cancel a swap that has been pending for long. Renders nothing if neither is
 * possible.
 */
export function StuckTransaction({ entry }: { entry: ActivityEntry | undefined }) {
  const { t, format } = useTranslation()
  const { offer, replacement, replace } = useReplacement(entry)
  const native = useChain(entry?.chainId)?.nativeCurrency
  const message = useMessage(replacement)
  const getErrorLabels = useErrorLabels()
  const failed = replacement.status === 'failed' ? replacement : undefined
  const isOffered = replacement.status === 'idle' || failed
  if (entry?.status !== 'pending') return null
  const cost =
    offer && native && `${format.maximum(getMaxCost(offer.shown), native.decimals)} ${native.symbol}`
  const offered = offer && { title: t('progress.stuck.title'), help: t('progress.stuck.help') }
  const announced = message ?? (failed ? getErrorLabels(failed.error) : offered)
  return (
    <>
      {failed && !message && <ErrorNotice error={failed.error} labels={getErrorLabels(failed.error)} />}
      {message && (
        <Notice tone={message.tone} title={message.title}>
          <span>{message.help}</span>
          {replacement.status === 'sent' &&
            (replacement.result === 'beside' || replacement.result === 'unseen') && (
              <TransactionLine chainId={entry.chainId} hash={replacement.hash} />
            )}
        </Notice>
      )}
      {isOffered && offer && (
        <>
          <Notice tone="neutral" title={t('progress.stuck.title')}>
            {[
              t('progress.stuck.help'),
              cost !== undefined && offer.canSpeedUp && t('progress.stuck.cost', { amount: cost }),
              cost !== undefined && t('progress.stuck.cancelCost', { amount: cost }),
            ]
              .filter(Boolean)
              .join(' ')}
          </Notice>
          {offer.canSpeedUp && (
            <Button size="large" onClick={() => replace('speed-up')}>
              {t('progress.stuck.speedUp')}
            </Button>
          )}
          <Button size="large" onClick={() => replace('cancel')}>
            {t('progress.stuck.cancel')}
          </Button>
        </>
      )}
      <LiveRegion message={announced ? `${announced.title}. ${announced.help}` : ''} />
    </>
  )
}

/** Returns the maximum cost in wei. A cancellation needs no more gas than the swap. */
function getMaxCost({ fees, gas }: Replaceable): bigint {
  return ('gasPrice' in fees ? fees.gasPrice : fees.maxFeePerGas) * gas
}

function useMessage(
  replacement: ReplacementState,
): { tone: 'neutral' | 'negative'; title: string; help: string } | undefined {
  const { t } = useTranslation()
  switch (replacement.status) {
    case 'idle':
      return undefined
    case 'failed':
      if (replacement.error.code !== 'USER_REJECTED') return undefined
      return { tone: 'neutral', title: t('progress.stuck.declined'), help: t('progress.stuck.declinedHelp') }
    case 'signing':
      return { tone: 'neutral', title: t('progress.stuck.signing'), help: t('progress.stuck.signingHelp') }
    case 'sent':
      if (replacement.result === 'too-late') {
        return { tone: 'neutral', title: t('progress.stuck.tooLate'), help: t('progress.stuck.tooLateHelp') }
      }
      if (replacement.result === 'beside') {
        return {
          tone: 'negative',
          title: t('progress.stuck.beside'),
          help: t(
            replacement.kind === 'cancel'
              ? 'progress.stuck.besideHelp.cancel'
              : 'progress.stuck.besideHelp.speedUp',
          ),
        }
      }
      return {
        tone: 'neutral',
        title: t(replacement.kind === 'cancel' ? 'progress.stuck.cancelSent' : 'progress.stuck.speedUpSent'),
        help: t(replacement.result === 'unseen' ? 'progress.stuck.sentUnseen' : 'progress.stuck.sentHelp'),
      }
    default:
      return replacement satisfies never
  }
}
