import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Detail, DetailList } from '../../components/detail-list.tsx'
import { TokenAmount } from '../../components/token-amount.tsx'
import { TradeSide } from '../../components/trade-side.tsx'
import { YieldFigure } from '../../components/yield-figure.tsx'
import { useActivity } from '../../hooks/use-activity.ts'
import { useConfig } from '../../hooks/use-config.ts'
import type { ValuedPosition } from '../../hooks/use-positions.ts'
import { useHistoricalApy } from '../../hooks/use-token-yield.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import styles from './positions.module.css'
import { getRecordedDeposits } from './recorded-deposits.ts'
import { usePositionTrade } from './use-position-trade.ts'

/** One deposit: its value, yield and records, and buttons to withdraw or deposit. */
export function PositionCard({ position }: { position: ValuedPosition }) {
  const { t } = useTranslation()
  const { token, asset, kind, assets, withdrawable, usd } = position
  const { withdraw, deposit } = usePositionTrade(position)
  const isPartly = withdrawable !== undefined && withdrawable.assets < assets
  return (
    <Card>
      <section aria-label={token.symbol} className={styles.position}>
        <TradeSide
          label={t(kind === 'lending' ? 'positions.lending' : 'positions.vault')}
          token={token}
          amount={position.balance}
          usd={usd}
        />
        <DetailList>
          {kind === 'vault' && (
            <Detail label={t('positions.worth')}>
              <TokenAmount value={assets} token={asset} />
            </Detail>
          )}
          <Records position={position} />
          <Detail
            label={t('positions.withdrawable')}
            help={t('positions.withdrawableHelp')}
            note={isPartly && t('positions.partly')}
            tone={isPartly ? 'warning' : 'plain'}
          >
            {withdrawable ? <TokenAmount value={withdrawable.assets} token={asset} /> : t('price.unknown')}
          </Detail>
          <Apy position={position} />
        </DetailList>
        <div className={styles.actions}>
          {withdraw && (
            <Button aria-label={t('positions.withdrawLabel', { token: token.symbol })} onClick={withdraw}>
              {t('positions.withdraw')}
            </Button>
          )}
          {deposit && (
            <Button aria-label={t('positions.depositLabel', { token: token.symbol })} onClick={deposit}>
              {t('positions.deposit')}
            </Button>
          )}
        </div>
      </section>
    </Card>
  )
}

/**
 * Shows deposits and earnings from this browser's activity, because contracts store no cost basis.
 */
function Records({ position }: { position: ValuedPosition }) {
  const { t } = useTranslation()
  const { entries } = useActivity()
  const records = getRecordedDeposits(position, { entries, now: Date.now() })
  const { asset } = position
  if (!records) {
    return (
      <Detail label={t('positions.deposited')} help={t('positions.depositedHelp')}>
        {t('price.unknown')}
      </Detail>
    )
  }
  const { deposited, withdrawn, earned } = records
  return (
    <>
      <Detail label={t('positions.deposited')} help={t('positions.depositedHelp')}>
        <TokenAmount value={deposited} token={asset} />
      </Detail>
      {withdrawn > 0n && (
        <Detail label={t('positions.withdrawn')}>
          <TokenAmount value={withdrawn} token={asset} />
        </Detail>
      )}
      <Detail label={t('positions.earned')} help={t('positions.earnedHelp')}>
        <TokenAmount value={earned} token={asset} />
      </Detail>
    </>
  )
}

function Apy({ position }: { position: ValuedPosition }) {
  const { t, format } = useTranslation()
  const { yieldUrl } = useConfig()
  const historical = useHistoricalApy(position.token)
  if (yieldUrl === undefined) return null
  return (
    <Detail label={t('positions.apy')} help={t('earn.apyHelp')}>
      <YieldFigure view={historical} show={(apy) => format.percent(apy * 100)} />
    </Detail>
  )
}
