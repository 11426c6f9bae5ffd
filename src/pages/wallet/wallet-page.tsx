import { Button } from '../../components/button.tsx'
import { Page } from '../../components/page.tsx'
import { useConfig } from '../../hooks/use-config.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWallet } from '../../hooks/use-wallet.ts'
import { ConnectedWallet } from './connected-wallet.tsx'
import { WalletChoice } from './wallet-choice.tsx'

/** The connected wallet, or the wallets to connect. */
export function WalletPage() {
  const { t } = useTranslation()
  const { status, address } = useWallet().state
  const { onConnect } = useConfig()
  return (
    <Page title={t(address ? 'wallet.titleConnected' : 'wallet.title')}>
      {status === 'connected' && address ? (
        <ConnectedWallet address={address} />
      ) : onConnect ? (
        <Button variant="primary" size="large" onClick={() => onConnect()}>
          {t('action.connect')}
        </Button>
      ) : (
        <WalletChoice />
      )}
    </Page>
  )
}
