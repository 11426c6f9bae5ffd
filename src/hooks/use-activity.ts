import { sameAddress } from '../../wire/lib/address.ts'
import type { ActivityEntry } from '../store/types.ts'
import { useStore } from './use-store.ts'
import { useWallet } from './use-wallet.ts'
import { useWidget } from './use-widget.ts'

/** Returns the swaps of the connected account, newest first. Empty without a connected account. */
export function useActivity(): { entries: readonly ActivityEntry[]; pendingCount: number } {
  const { address } = useWallet().state
  const all = useStore(useWidget().activity, ({ entries }) => entries)
  const entries = address ? all.filter(({ account }) => sameAddress(account, address)) : []
  return { entries, pendingCount: entries.filter(({ status }) => status === 'pending').length }
}
