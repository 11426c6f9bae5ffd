import { Icon } from '../../components/icon.tsx'
import styles from './wallet-icon.module.css'

/** A wallet's icon. `WalletOption.icon` is a data URI, so nothing is fetched. */
export function WalletIcon({ name, icon }: { name: string; icon: string | undefined }) {
  return (
    <span className={styles.icon} data-wallet={name}>
      {icon ? (
        <img className={styles.picture} src={icon} alt="" width={36} height={36} />
      ) : (
        <Icon name="wallet" size={20} />
      )}
    </span>
  )
}
