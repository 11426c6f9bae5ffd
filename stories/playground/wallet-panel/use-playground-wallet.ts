import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Manifest } from '../../../devnet/manifest.ts'
import { createPlaygroundWallet } from './playground-wallet.ts'

export function usePlaygroundWallet(manifest: Manifest) {
  const [wallet] = useState(() => createPlaygroundWallet(manifest))
  useEffect(() => wallet.announce(), [wallet])
  const state = useSyncExternalStore(wallet.subscribe, wallet.getState)
  return { state, set: wallet.set }
}
