import type { Connector } from 'wagmi'
import { sameAddress } from '../../wire/lib/address.ts'
import { toAccount, toConnection, type WalletSource } from './wallet-source.ts'

interface Current {
  chainId?: number | undefined
  accounts?: readonly `0x${string}`[] | undefined
}

/**
 * Updates wagmi's record of a connection with the wallet's response, because some wallets emit no
 * events.
 */
export function syncConnection(
  source: Pick<WalletSource, 'current' | 'resume'>,
  wallet: Connector,
  { chainId, accounts }: Current,
): void {
  const connection = toConnection(source.current())
  if (connection?.connector !== wallet) return
  // Only the widget's own sources can reconnect a wallet that was locked without an event.
  if (accounts?.length === 0) return void (source.resume && wallet.emitter.emit('disconnect'))
  const account = toAccount(accounts)
  const known = toAccount(connection.accounts)
  const hasOther = account !== undefined && (known === undefined || !sameAddress(account, known))
  const changed = {
    ...(chainId !== undefined && chainId !== connection.chainId && { chainId }),
    ...(hasOther && { accounts: accounts as readonly [`0x${string}`, ...`0x${string}`[]] }),
  }
  if (Object.keys(changed).length > 0) wallet.emitter.emit('change', changed)
}

/**
 * Reads chain and accounts again, without a prompt, when the user returns to the page. Returns the
 * unsubscribe function.
 */
export function syncOnReturn(source: Pick<WalletSource, 'current' | 'resume'>): () => void {
  const { document: page } = globalThis
  const sync = async () => {
    if (page?.visibilityState === 'hidden') return
    const wallet = toConnection(source.current())?.connector
    if (!wallet) return source.resume?.()
    const [chainId, accounts] = await Promise.all([
      wallet.getChainId().catch(() => undefined),
      wallet.getAccounts().catch(() => undefined),
    ])
    syncConnection(source, wallet, { chainId, accounts })
  }
  const onReturn = () => void sync().catch(() => {})
  globalThis.addEventListener?.('focus', onReturn)
  page?.addEventListener('visibilitychange', onReturn)
  return () => {
    globalThis.removeEventListener?.('focus', onReturn)
    page?.removeEventListener('visibilitychange', onReturn)
  }
}
