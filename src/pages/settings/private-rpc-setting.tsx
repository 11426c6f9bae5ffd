import { useQuery } from '@tanstack/react-query'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { ErrorNotice } from '../../components/error-notice.tsx'
import type { ResolvedChain } from '../../config/types.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWallet } from '../../hooks/use-wallet.ts'
import { useWalletRequest, type WalletRequestState } from '../../hooks/use-wallet-request.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import type { MessageKey } from '../../i18n/types.ts'
import { offersRpc } from '../../lib/offers-rpc.ts'
import { privateRpcsQuery } from '../../queries/private-rpcs-query.ts'
import type { Setting } from './setting-row.tsx'
import styles from './settings.module.css'

/**
 * The private RPCs that both the host lists and the service offers, each with a button that adds it
 * to the wallet. Undefined, and sends no request, if the host lists none.
 */
export function usePrivateRpcSetting(): Setting | undefined {
  const { t, format } = useTranslation()
  const widget = useWidget()
  const { chains } = useConfig()
  const { address } = useWallet().state
  const enabled = chains.some(({ privateRpcs }) => privateRpcs.length > 0)
  const { data = [], error, refetch } = useQuery({ ...privateRpcsQuery(widget), enabled }, widget.queryClient)
  const offered = chains.flatMap((chain) => {
    const urls = chain.privateRpcs.filter((url) => offersRpc(data, { chainId: chain.id, url }))
    return urls.length > 0 ? [{ chain, urls }] : []
  })
  const failure = enabled && offered.length === 0 && error
  if (!failure && offered.length === 0) return undefined
  return {
    title: t('settings.privateRpc'),
    value: failure
      ? t('price.unknown')
      : format.exactAmount(BigInt(offered.flatMap(({ urls }) => urls).length), 0),
    control: (
      <>
        {failure ? (
          <ErrorNotice
            error={failure}
            action={
              <Button size="small" onClick={() => void refetch()}>
                {t('action.tryAgain')}
              </Button>
            }
          />
        ) : (
          <p className={styles.help}>{t('settings.privateRpc.help')}</p>
        )}
        {offered.map(({ chain, urls }) => (
          <div key={chain.id} className={styles.setting}>
            <p className={styles.help}>{t('settings.privateRpc.effect', { chain: chain.label })}</p>
            <ul className={styles.approvals}>
              {urls.map((url) => (
                // The result of one wallet does not apply to another.
                <Offer key={`${address} ${url}`} chain={chain} url={url} canAdd={address !== undefined} />
              ))}
            </ul>
          </div>
        ))}
      </>
    ),
  }
}

const RESULTS = {
  done: 'settings.privateRpc.done',
  declined: 'revoke.declined',
  pending: 'progress.addToken.pending',
  failed: 'settings.privateRpc.failed',
} as const satisfies Partial<Record<WalletRequestState, MessageKey>>

function Offer({ chain, url, canAdd }: { chain: ResolvedChain; url: string; canAdd: boolean }) {
  const { t } = useTranslation()
  const { wallet } = useWidget()
  const { state, send } = useWalletRequest()
  const { host } = new URL(url)
  return (
    <li className={styles.rpc}>
      <span className={styles.heading}>
        <bdi translate="no" className={styles.url} dir="ltr">
          {url}
        </bdi>
        <CopyButton value={url} what={t('settings.privateRpc.address', { host })} />
      </span>
      {canAdd && (
        <Button
          size="small"
          busy={state === 'requesting'}
          aria-label={t('settings.privateRpc.add.label', { host, chain: chain.label })}
          onClick={() => void send(() => wallet.addRpc({ chainId: chain.id, url }))}
        >
          {t('settings.privateRpc.add')}
        </Button>
      )}
      <p className={styles.help} role="status">
        {state === 'idle' || state === 'requesting' ? '' : t(RESULTS[state])}
      </p>
    </li>
  )
}
