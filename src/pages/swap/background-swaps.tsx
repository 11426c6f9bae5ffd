import type { Hex } from '../../../wire/lib/address.ts'
import { Button } from '../../components/button.tsx'
import { ExplorerLink } from '../../components/explorer-link.tsx'
import { LiveRegion } from '../../components/live-region.tsx'
import { Notice } from '../../components/notice.tsx'
import type { BackgroundSwap } from '../../execution/machine/types.ts'
import { useBackgroundSwaps } from '../../hooks/use-background-swaps.ts'
import { useNavigation } from '../../hooks/use-navigation.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { shortAddress } from '../../lib/short-address.ts'
import { useSwapLabels } from './use-swap-labels.ts'

/** The background swaps. Each one stays until it is dismissed. */
export function BackgroundSwapList() {
  const { t } = useTranslation()
  const { backgroundSwaps, dismissBackgroundSwap } = useBackgroundSwaps()
  const toLabels = useSwapLabels()
  const { activity } = useWidget()
  const { push } = useNavigation()
  const show = (id: string) => {
    activity.setState({ selected: id })
    push('activity-details')
  }
  return (
    <>
      {backgroundSwaps.map((swap) => (
        <Notice
          key={swap.intent.id}
          tone={TONES[swap.stage]}
          title={toLabels(swap).title}
          action={
            swap.stage !== 'watching' && (
              <Button
                size="small"
                onClick={() => {
                  dismissBackgroundSwap(swap)
                  if (hasApproved(swap)) show(swap.intent.id)
                }}
              >
                {t(hasApproved(swap) ? 'action.show' : 'action.dismiss')}
              </Button>
            )
          }
        >
          <span>{toLabels(swap).status}</span>
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

/**
 * Returns whether a swap was abandoned after its approval was sent. Its details offer to revoke it.
 */
function hasApproved(swap: BackgroundSwap): boolean {
  return swap.stage === 'failed' && swap.at === 'approving'
}

const TONES = { watching: 'neutral', completed: 'positive', failed: 'warning' } as const

function Transaction({ swap }: { swap: BackgroundSwap }) {
  const hash = getHash(swap)
  if (!hash) return null
  return (
    <>
      <span> · </span>
      <bdi translate="no" title={hash}>
        {shortAddress(hash)}
      </bdi>
      <span> </span>
      <ExplorerLink chainId={swap.intent.chainId} kind="tx" value={hash} />
    </>
  )
}

function getHash(swap: BackgroundSwap): Hex | undefined {
  return swap.stage === 'completed' ? swap.outcome.receipt.hash : swap.hash
}
