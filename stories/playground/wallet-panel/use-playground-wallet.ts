import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Manifest } from '../../../devnet/plan/manifest.ts'
import { nativeBalance, rpcBatch } from '../rpc.ts'
import type { Scenario } from '../scenarios/scenarios.ts'
import { createPlaygroundWallet } from './playground-wallet.ts'

/** Creates the dev wallet, announces it to the page, and applies the scenario. */
export function usePlaygroundWallet(manifest: Manifest, scenario: Scenario | undefined) {
  const [wallet] = useState(() => createPlaygroundWallet(manifest))
  useEffect(() => wallet.announce(), [wallet])
  useEffect(() => {
    wallet.starve(scenario === 'reverted')
    return () => wallet.starve(false)
  }, [wallet, scenario])
  const state = useSyncExternalStore(wallet.subscribe, wallet.getState)
  const { account, chainId } = state
  const url = manifest.chains.find(({ id }) => id === chainId)?.rpcUrl
  useEffect(() => {
    if (scenario === 'gasless' && url && account) return takeNative(url, account)
    return undefined
  }, [scenario, url, account])
  return { state, set: wallet.set }
}

/** Takes the native token from an account. Returns a function that restores it. */
function takeNative(url: string, account: `0x${string}`): () => void {
  const setBalance = (balance: string) =>
    rpcBatch(url, [{ method: 'anvil_setBalance', params: [account, balance] }])
  const taken = rpcBatch(url, [nativeBalance(account)]).then(async ([balance = '0x0']) => {
    await setBalance('0x0')
    return balance
  })
  const giveBack = () => void taken.then(setBalance)
  // Closing the page restores the balance too.
  window.addEventListener('pagehide', giveBack, { once: true })
  return () => {
    window.removeEventListener('pagehide', giveBack)
    giveBack()
  }
}
