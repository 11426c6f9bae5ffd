import { CopyButton } from '../../components/copy-button.tsx'
import { ExplorerLink } from '../../components/explorer-link.tsx'
import { useTranslation } from '../../hooks/use-translation.ts'
import type { Hex } from '../../lib/address.ts'
import { shortAddress } from '../../lib/short-address.ts'
import styles from './progress.module.css'

/** The transaction hash with copy button and explorer link. */
export function TransactionLine({ chainId, hash }: { chainId: number; hash: Hex }) {
  const { t } = useTranslation()
  return (
    <div className={styles.transaction}>
      <span className={styles.name}>{t('progress.transaction')}</span>
      <bdi className={styles.hash} title={hash}>
        {shortAddress(hash)}
      </bdi>
      <CopyButton value={hash} what={t('progress.hash')} />
      <ExplorerLink chainId={chainId} kind="tx" value={hash} />
    </div>
  )
}
