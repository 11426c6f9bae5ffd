import { useQuery } from '@tanstack/react-query'
import type { Address } from '../../../wire/lib/address.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Detail, DetailList } from '../../components/detail-list.tsx'
import { ExplorerLink } from '../../components/explorer-link.tsx'
import { reportDefect } from '../../errors/report-defect.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useNavigation } from '../../hooks/use-navigation.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWallet } from '../../hooks/use-wallet.ts'
import { useWalletName } from '../../hooks/use-wallet-name.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { shortAddress } from '../../lib/short-address.ts'
import { tokenTypesQuery } from '../../queries/token-types-query.ts'
import { AccountTokens, TotalValue } from './account-tokens.tsx'
import styles from './connected-wallet.module.css'
import { LatestSwaps } from './latest-swaps.tsx'
import { useAccountValue } from './use-account-value.ts'
import { WalletIcon } from './wallet-icon.tsx'

/** The connected account with its tokens and latest swaps, and the button to disconnect. */
export function ConnectedWallet({ address }: { address: Address }) {
  const { t } = useTranslation()
  const getName = useWalletName()
  const { state, disconnect } = useWallet()
  const { home } = useNavigation()
  const { reportError } = useWidget()
  const chain = useChain(state.chainId)
  const account = useAccountValue()
  return (
    <>
      <TotalValue {...account} />
      <Card>
        <div className={styles.account}>
          <WalletIcon name={state.walletName ?? ''} icon={undefined} />
          <div className={styles.words}>
            <p className={styles.name}>
              {state.walletName ? getName(state.walletName) : t('wallet.titleConnected')}
            </p>
            <bdi translate="no" className={styles.address} title={address}>
              {shortAddress(address)}
            </bdi>
          </div>
          <CopyButton value={address} what={t('wallet.address')} />
        </div>
        <DetailList>
          <Detail label={t('wallet.network')}>{chain?.label ?? t('wallet.networkUnknown')}</Detail>
        </DetailList>
        {chain && <ExplorerLink chainId={chain.id} kind="address" value={address} />}
      </Card>
      <AccountTokens {...account} />
      <PositionsButton />
      <LatestSwaps />
      <Button
        variant="quiet"
        size="large"
        onClick={() => void disconnect().then(home, (error) => reportDefect(error, reportError))}
      >
        {t('action.disconnect')}
      </Button>
    </>
  )
}

/**
 * A button to the deposits of the account. Renders nothing if the catalogue lists no lending or
 * vault token.
 */
function PositionsButton() {
  const { t } = useTranslation()
  const { push } = useNavigation()
  const widget = useWidget()
  const chainIds = useConfig().chains.map(({ id }) => id)
  const { data: types = [] } = useQuery(tokenTypesQuery(widget, { chainIds }), widget.queryClient)
  if (!types.includes('lend') && !types.includes('invest')) return null
  return (
    <Button size="large" data-focus-key="positions" onClick={() => push('positions')}>
      {t('earn.positions')}
    </Button>
  )
}
