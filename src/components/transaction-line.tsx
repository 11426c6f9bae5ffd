import type { Hex } from '../../wire/lib/address.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { shortAddress } from '../lib/short-address.ts'
import { CopyButton } from './copy-button.tsx'
import { ExplorerLink } from './explorer-link.tsx'
import styles from './transaction-line.module.css'

export interface TransactionLineProps {
  chainId: number
  hash: Hex
  /** Default "Transaction". */
  label?: string
  /** The name of the copied value for the label. Default "transaction hash". */
  what?: string
}

/** A transaction hash with a copy button and an explorer link. */
export function TransactionLine({ chainId, hash, label, what }: TransactionLineProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.transaction}>
      <span className={styles.name}>{label ?? t('progress.transaction')}</span>
      <bdi translate="no" className={styles.hash} title={hash}>
        {shortAddress(hash)}
      </bdi>
      <CopyButton value={hash} what={what ?? t('progress.hash')} />
      <ExplorerLink chainId={chainId} kind="tx" value={hash} />
    </div>
  )
}
