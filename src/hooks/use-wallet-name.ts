import { INJECTED_NAME } from '../wallet/wallet-source.ts'
import { useTranslation } from './use-translation.ts'

/** Returns a function that formats a wallet's name, with a translated name for unnamed wallets. */
export function useWalletName(): (name: string) => string {
  const { t } = useTranslation()
  return (name) => (name === INJECTED_NAME ? t('wallet.injected') : name)
}
