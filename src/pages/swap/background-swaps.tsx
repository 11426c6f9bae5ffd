import { Button } from '../../components/button.tsx'
import { ExplorerLink } from '../../components/explorer-link.tsx'
import { LiveRegion } from '../../components/live-region.tsx'
import { Notice } from '../../components/notice.tsx'
import type { LeftSwap, StateOf } from '../../execution/machine/types.ts'
import { useLeftSwaps } from '../../hooks/use-background-swaps.ts'
import { useWords } from '../../hooks/use-words.ts'
import type { Hex } from '../../lib/address.ts'
import { shortAddress } from '../../lib/short-address.ts'

/** What became of swaps that were left for another: each stays until its end has been read. */
export function LeftSwaps() {
  const { t } = useWords()
  const { left, putAway } = useLeftSwaps()
  const wordsOf = useWordsOf()
  return (
    <>
      {left.map((swap) => (
        <Notice
          key={swap.intent.id}
          tone={TONES[swap.stage]}
          title={wordsOf(swap).title}
          action={
            swap.stage !== 'watching' && (
              <Button size="small" onClick={() => putAway(swap)}>
                {t('action.putAway')}
              </Button>
            )
          }
        >
          {wordsOf(swap).status}
          <Transaction swap={swap} />
        </Notice>
      ))}
      <LiveRegion
        message={left.map((swap) => `${wordsOf(swap).title}: ${wordsOf(swap).status}`).join('. ')}
      />
    </>
  )
}

const TONES = { watching: 'neutral', completed: 'positive', failed: 'warning' } as const

function Transaction({ swap }: { swap: LeftSwap }) {
  const hash = hashOf(swap)
  if (!hash) return null
  return (
    <>
      · <bdi title={hash}>{shortAddress(hash)}</bdi>{' '}
      <ExplorerLink chainId={swap.intent.chainId} kind="tx" value={hash} />
    </>
  )
}

function hashOf(swap: LeftSwap): Hex | undefined {
  return swap.stage === 'completed' ? swap.outcome.receipt.hash : swap.hash
}

function useWordsOf(): (swap: LeftSwap) => { title: string; status: string } {
  const { t, format } = useWords()
  return (swap) => {
    const { inputToken, outputToken, inputAmount } = swap.intent
    const input = `${format.amount(inputAmount, inputToken.decimals)} ${inputToken.symbol}`
    return { title: t('progress.left', { input, output: outputToken.symbol }), status: statusOf(swap) }
  }

  function completed({ intent, outcome }: StateOf<'completed'>): string {
    const { decimals, symbol } = intent.outputToken
    if (outcome.received === undefined) return t('progress.titleDone')
    return t('progress.announceDone', { amount: format.amount(outcome.received, decimals), token: symbol })
  }

  function statusOf(swap: LeftSwap): string {
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
