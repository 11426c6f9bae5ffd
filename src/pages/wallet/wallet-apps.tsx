import { EXTERNAL } from '../../components/explorer-link.tsx'
import { Icon } from '../../components/icon.tsx'
import { useTranslation } from '../../hooks/use-translation.ts'
import { getPageAround } from '../../lib/page-around.ts'
import styles from './wallet-choice.module.css'
import { WalletIcon } from './wallet-icon.tsx'
import { getWalletLinks, isHandheld } from './wallet-links.ts'

/** Links that open this page in a wallet's browser on a phone. Renders nothing elsewhere. */
export function WalletApps() {
  const { t } = useTranslation()
  if (!isHandheld(globalThis.navigator)) return null
  const page = getPageAround(document) ?? location.href
  return (
    <>
      <p className={styles.promise}>{t('wallet.apps.help')}</p>
      <ul className={styles.list} aria-label={t('wallet.apps')}>
        {getWalletLinks(page).map(({ name, url }) => (
          <li key={name}>
            <a className={styles.wallet} href={url} target="_blank" rel="noopener noreferrer">
              <WalletIcon name={name} icon={undefined} />
              <span className={styles.name}>{t('wallet.apps.open', { wallet: name })}</span>
              <Icon name={EXTERNAL} size={16} />
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
