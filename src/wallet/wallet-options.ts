import type { WalletOption } from './types.ts'

type ListedWallet = Omit<WalletOption, 'announcers'> & { rdns?: string }

/** The wallets as options, marked with `announcers` if names or domains are not unique. */
export function toOptions(wallets: readonly ListedWallet[]): WalletOption[] {
  return wallets.map(({ id, name, icon, rdns }) => {
    const isAlike = (other: ListedWallet) =>
      other.name.toLowerCase() === name.toLowerCase() || (rdns !== undefined && other.rdns === rdns)
    const announcers = wallets.filter(isAlike).length
    return { id, name, icon, ...(announcers > 1 && { announcers }) }
  })
}
