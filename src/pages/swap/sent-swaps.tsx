import { BackgroundSwapList } from './background-swaps.tsx'
import { EarlierSwapList } from './earlier-swap-list.tsx'
import { RunningSwap } from './running-swap.tsx'

/** What became of the swaps that were sent: the current one, those in the background, those of an earlier page. */
export function SentSwaps() {
  return (
    <>
      <RunningSwap />
      <BackgroundSwapList />
      <EarlierSwapList />
    </>
  )
}
