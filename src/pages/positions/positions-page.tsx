import { Button } from '../../components/button.tsx'
import { LiveRegion } from '../../components/live-region.tsx'
import { Notice } from '../../components/notice.tsx'
import { Page } from '../../components/page.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useNavigation } from '../../hooks/use-navigation.ts'
import { type PositionsView, usePositions } from '../../hooks/use-positions.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWallet } from '../../hooks/use-wallet.ts'
import { tokenKey } from '../../lib/token-key.ts'
import { PositionCard } from './position-card.tsx'
import styles from './positions.module.css'

/** The deposits of the connected account in lending markets and vaults on all networks. */
export function PositionsPage() {
  const { t } = useTranslation()
  const { push } = useNavigation()
  const { address } = useWallet().state
  const view = usePositions()
  return (
    <Page title={t('positions.title')}>
      {address ? (
        <Positions view={view} />
      ) : (
        <Notice
          tone="neutral"
          title={t('positions.noWallet')}
          action={
            <Button size="small" onClick={() => push('wallet')}>
              {t('action.connect')}
            </Button>
          }
        />
      )}
    </Page>
  )
}

function Positions({ view }: { view: PositionsView }) {
  const { t, format } = useTranslation()
  const { positions, remainders, totalUsd, isLoading, failedChains, retry } = view
  const isEmpty = positions.length === 0 && !isLoading
  return (
    <>
      {failedChains.length > 0 && (
        <Notice
          tone="warning"
          title={t('positions.failed', { chain: failedChains.join(', ') })}
          action={
            <Button size="small" onClick={retry}>
              {t('action.tryAgain')}
            </Button>
          }
        >
          {t('positions.failedHelp')}
        </Notice>
      )}
      {positions.length > 1 && (
        <p className={styles.total}>
          <span>{t('positions.total')}</span>{' '}
          <strong>{totalUsd === undefined ? t('price.unknown') : format.usd(totalUsd)}</strong>
        </p>
      )}
      <ul className={styles.list}>
        {positions.map((position) => (
          <li key={tokenKey(position.token)}>
            <PositionCard position={position} />
          </li>
        ))}
      </ul>
      {isLoading && <Skeleton width="100%" height="136px" />}
      {isEmpty && failedChains.length === 0 && (
        <Notice tone="neutral" title={t('positions.none.title')}>
          {t('positions.none.help')}
        </Notice>
      )}
      {remainders > 0 && <p className={styles.help}>{t('positions.remainders', { count: remainders })}</p>}
      {positions.length > 0 && <p className={styles.help}>{t('positions.help')}</p>}
      <LiveRegion message={isLoading ? t('positions.loading') : ''} />
    </>
  )
}
