import { Page } from '../../components/page.tsx'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWallet } from '../../hooks/use-wallet.ts'
import { ConnectedWallet } from './connected-wallet.tsx'
import { WalletChoice } from './wallet-choice.tsx'

/** The connected wallet, or the wallets to connect. */
export function WalletPage() {
  const { t } = useTranslation()
  const { status, address } = useWallet().state
  return (
    <Page title={t(address ? 'wallet.titleConnected' : 'wallet.title')}>
      {status === 'connected' && address ? <ConnectedWallet address={address} /> : <WalletChoice />}
    </Page>
  )
}
