import { useChain } from '../hooks/use-chain.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import styles from './explorer-link.module.css'
import { Icon } from './icon.tsx'
import iconStyles from './icon-button.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface ExplorerLinkProps {
  chainId: number
  kind: 'tx' | 'address' | 'token'
  value: string
  /** Default "View on explorer". */
  label?: string
  /** Shows an icon without the label. Default false. */
  isIcon?: boolean
}

export const EXTERNAL = {
  path: 'M13.5 4.5h6v6m0-6L11 13M9 5.5H7a2.5 2.5 0 0 0-2.5 2.5v9A2.5 2.5 0 0 0 7 19.5h9a2.5 2.5 0 0 0 2.5-2.5v-2',
}

/** Links to the chain's explorer. Renders nothing if the host configured none. */
export function ExplorerLink({ chainId, kind, value, label, isIcon = false }: ExplorerLinkProps) {
  const { t } = useTranslation()
  const href = toExplorerUrl(useChain(chainId)?.explorerUrl, { kind, value })
  if (href === undefined) return null
  const text = label ?? t('action.viewOnExplorer')
  return (
    <a
      className={isIcon ? iconStyles.button : styles.link}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      title={isIcon ? text : undefined}
    >
      {isIcon ? <VisuallyHidden>{text}</VisuallyHidden> : <span>{text}</span>}
      <Icon name={EXTERNAL} size={isIcon ? 20 : 14} />
      <VisuallyHidden>{t('action.opensNewTab')}</VisuallyHidden>
    </a>
  )
}

/** Returns the page of a value on an explorer. Undefined without an explorer. */
export function toExplorerUrl(
  explorer: string | undefined,
  { kind, value }: Pick<ExplorerLinkProps, 'kind' | 'value'>,
): string | undefined {
  return explorer && `${explorer.replace(/\/$/, '')}/${kind}/${encodeURIComponent(value)}`
}
