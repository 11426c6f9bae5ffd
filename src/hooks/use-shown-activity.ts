import type { ActivityEntry } from '../store/types.ts'
import { useActivity } from './use-activity.ts'
import { useStore } from './use-store.ts'
import { useWallet } from './use-wallet.ts'
import { useWidget } from './use-widget.ts'

/**
 * Returns the swaps of the connected account, or of all accounts while none is connected: after a
 * reload, a pending swap is shown before the wallet reconnects.
 */
export function useShownActivity(): readonly ActivityEntry[] {
  const { address } = useWallet().state
  const all = useStore(useWidget().activity, ({ entries }) => entries)
  const { entries } = useActivity()
  return address ? entries : all
}
