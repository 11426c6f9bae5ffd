import { Button } from '../../components/button.tsx'
import { ExplorerLink } from '../../components/explorer-link.tsx'
import { LiveRegion } from '../../components/live-region.tsx'
import { Notice } from '../../components/notice.tsx'
import type { BackgroundSwap, StateOf } from '../../execution/machine/types.ts'
import { useBackgroundSwaps } from '../../hooks/use-background-swaps.ts'
import { useSwapName } from '../../hooks/use-swap-name.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import type { Hex } from '../../lib/address.ts'
import { shortAddress } from '../../lib/short-address.ts'

/** The background swaps. Each is listed until it is dismissed. */
export function BackgroundSwapList() {
  const { t } = useTranslation()
  const { backgroundSwaps, dismissBackgroundSwap } = useBackgroundSwaps()
  const toLabels = useSwapLabels()
  return (
    <>
      {backgroundSwaps.map((swap) => (
        <Notice
          key={swap.intent.id}
          tone={TONES[swap.stage]}
          title={toLabels(swap).title}
          action={
            swap.stage !== 'watching' && (
              <Button size="small" onClick={() => dismissBackgroundSwap(swap)}>
                {t('action.dismiss')}
              </Button>
            )
          }
        >
          {toLabels(swap).status}
          <Transaction swap={swap} />
        </Notice>
      ))}
      <LiveRegion
        message={backgroundSwaps
          .map((swap) => `${toLabels(swap).title}: ${toLabels(swap).status}`)
          .join('. ')}
      />
    </>
  )
}

const TONES = { watching: 'neutral', completed: 'positive', failed: 'warning' } as const

function Transaction({ swap }: { swap: BackgroundSwap }) {
  const hash = getHash(swap)
  if (!hash) return null
  return (
    <>
      · <bdi title={hash}>{shortAddress(hash)}</bdi>{' '}
      <ExplorerLink chainId={swap.intent.chainId} kind="tx" value={hash} />
    </>
  )
}

function getHash(swap: BackgroundSwap): Hex | undefined {
  return swap.stage === 'completed' ? swap.outcome.receipt.hash : swap.hash
}

function useSwapLabels(): (swap: BackgroundSwap) => { title: string; status: string } {
  const { t, format } = useTranslation()
  const getName = useSwapName()
  return (swap) => ({ title: getName(swap.intent), status: getStatus(swap) })

  function completed({ intent, outcome }: StateOf<'completed'>): string {
    const { decimals, symbol } = intent.outputToken
    if (outcome.received === undefined) return t('progress.titleDone')
    return t('progress.announceDone', { amount: format.amount(outcome.received, decimals), token: symbol })
  }

  function getStatus(swap: BackgroundSwap): string {
    switch (swap.stage) {
      case 'watching':
        if (swap.isUnseen) return t('progress.unseen')
        return t(swap.awaitingSigners ? 'progress.awaitingSigners' : 'progress.sent')
      case 'completed':
        return completed(swap)
      case 'failed':
        return `${t(`error.${swap.error.code}`)}. ${t(`error.${swap.error.code}.help`)}`
      default:
        return swap satisfies never
    }
  }
}
