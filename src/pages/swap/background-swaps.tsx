import { Button } from '../../components/button.tsx'
import { ExplorerLink } from '../../components/explorer-link.tsx'
import { LiveRegion } from '../../components/live-region.tsx'
import { Notice } from '../../components/notice.tsx'
import { StandingApproval } from '../../components/standing-approval.tsx'
import type { BackgroundSwap } from '../../execution/machine/types.ts'
import { useBackgroundSwaps } from '../../hooks/use-background-swaps.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import type { Hex } from '../../lib/address.ts'
import { shortAddress } from '../../lib/short-address.ts'
import { useSwapLabels } from './use-swap-labels.ts'

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
          {swap.stage === 'failed' && <StandingApproval run={swap} />}
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
