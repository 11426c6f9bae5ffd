import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { ErrorNotice } from '../../components/error-notice.tsx'
import type { ResolvedChain } from '../../config/types.ts'
import { asSluiceError } from '../../errors/sluice-error.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWallet } from '../../hooks/use-wallet.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { allowedUrl } from '../../lib/allowed-url.ts'
import { privateRpcsQuery } from '../../queries/private-rpcs-query.ts'
import styles from './settings.module.css'

/**
 * The private RPCs of the service on hosts that the page allows, each with a button that asks the wallet to use it. Renders
 * nothing where the page allows none.
 */
export function PrivateRpcSetting() {
  const { t } = useTranslation()
  const widget = useWidget()
  const { chains, privateRpcHosts } = useConfig()
  const enabled = privateRpcHosts.length > 0
  const query = useQuery({ ...privateRpcsQuery(widget), enabled }, widget.queryClient)
  const named = enabled ? (query.data ?? []) : []
  const offered = chains
    .map((chain) => ({
      chain,
      rpcs: named.flatMap(({ chainId, name, url }) => {
        const allowed = chainId === chain.id ? allowedUrl(url, privateRpcHosts) : undefined
        return allowed ? [{ name, url: allowed }] : []
      }),
    }))
    .filter(({ rpcs }) => rpcs.length > 0)
  const failed = enabled && offered.length === 0 && query.error
  if (!failed && offered.length === 0) return null
  return (
    <Card className={styles.setting}>
      <h3 className={styles.title}>{t('settings.privateRpc')}</h3>
      {failed ? (
        <ErrorNotice
          error={failed}
          action={
            <Button size="small" onClick={() => void query.refetch()}>
              {t('action.tryAgain')}
            </Button>
          }
        />
      ) : (
        <p className={styles.help}>{t('settings.privateRpc.help')}</p>
      )}
      {offered.map(({ chain, rpcs }) => (
        <div key={chain.id} className={styles.setting}>
          <p className={styles.help}>{t('settings.privateRpc.effect', { chain: chain.label })}</p>
          <ul className={styles.approvals}>
            {rpcs.map((rpc) => (
              <Offer key={rpc.url} chain={chain} {...rpc} />
            ))}
          </ul>
        </div>
      ))}
    </Card>
  )
}

type State = 'idle' | 'asking' | 'added' | 'declined' | 'failed' | 'pending'

function Offer({ chain, name, url }: { chain: ResolvedChain; name: string; url: string }) {
  const { t } = useTranslation()
  const { wallet } = useWidget()
  const { address } = useWallet().state
  const [state, setState] = useState<State>('idle')

  const add = async () => {
    setState('asking')
    try {
      await wallet.addRpc({ chainId: chain.id, url })
      setState('added')
    } catch (error) {
      const { code } = asSluiceError(error)
      setState(code === 'USER_REJECTED' ? 'declined' : code === 'REQUEST_PENDING' ? 'pending' : 'failed')
    }
  }

  return (
    <li className={styles.rpc}>
      <span className={styles.heading}>
        <bdi className={styles.now}>{name}</bdi>
        {address && (
          <Button
            size="small"
            busy={state === 'asking'}
            aria-label={t('settings.privateRpc.add.label', { name, chain: chain.label })}
            onClick={() => void add()}
          >
            {t('settings.privateRpc.add')}
          </Button>
        )}
      </span>
      <span className={styles.heading}>
        <bdi className={styles.url} dir="ltr">
          {url}
        </bdi>
        <CopyButton value={url} what={t('settings.privateRpc.address', { name })} />
      </span>
      <p className={styles.help} role="status">
        {state !== 'idle' && state !== 'asking' && t(`settings.privateRpc.${state}`, { name })}
      </p>
    </li>
  )
}
