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

export const EXTERNAL = {
  path: 'M13.5 4.5h6v6m0-6L11 13M9 5.5H7a2.5 2.5 0 0 0-2.5 2.5v9A2.5 2.5 0 0 0 7 19.5h9a2.5 2.5 0 0 0 2.5-2.5v-2',
}

/** Links to the chain's explorer. Renders nothing if the host configured none. */
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
      <span>{label ?? t('action.viewOnExplorer')}</span>
      <Icon name={EXTERNAL} size={14} />
      <VisuallyHidden>{t('action.opensNewTab')}</VisuallyHidden>
    </a>
  )
}
