import { Page } from '../../components/page.tsx'
import { useWallet } from '../../hooks/use-wallet.ts'
import { useWords } from '../../hooks/use-words.ts'
import { ConnectedWallet } from './connected-wallet.tsx'
import { WalletChoice } from './wallet-choice.tsx'

/** The wallet in use, or the choice of one. */
export function WalletPage() {
  const { t } = useWords()
  const { status, address } = useWallet().state
  return (
    <Page title={t(address ? 'wallet.titleConnected' : 'wallet.title')}>
      {status === 'connected' && address ? <ConnectedWallet address={address} /> : <WalletChoice />}
    </Page>
  )
}
