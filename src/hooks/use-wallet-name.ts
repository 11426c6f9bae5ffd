import { INJECTED_NAME } from '../wallet/wallet-source.ts'
import { useTranslation } from './use-translation.ts'

/** Returns how a wallet is called on screen: by its own name, or in the words of the language where it has none. */
export function useWalletName(): (name: string) => string {
  const { t } = useTranslation()
  return (name) => (name === INJECTED_NAME ? t('wallet.injected') : name)
}
