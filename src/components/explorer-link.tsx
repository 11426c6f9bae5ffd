import { useChain } from '../hooks/use-chain.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import styles from './explorer-link.module.css'
import { Icon } from './icon.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface ExplorerLinkProps {
  chainId: number
  kind: 'tx' | 'address' | 'token'
  value: string
  /** Default "View on explorer". */
  label?: string
}

/** A link to the chain's explorer. Renders nothing when the host configured none. */
export function ExplorerLink({ chainId, kind, value, label }: ExplorerLinkProps) {
  const { t } = useTranslation()
  const explorer = useChain(chainId)?.explorerUrl
  if (!explorer) return null
  return (
    <a
      className={styles.link}
      href={`${explorer.replace(/\/$/, '')}/${kind}/${encodeURIComponent(value)}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      {label ?? t('action.viewOnExplorer')}
      <Icon name="external" size={14} />
      <VisuallyHidden>{t('action.opensNewTab')}</VisuallyHidden>
    </a>
  )
}
