import { Card } from '../../components/card.tsx'
import { Detail, DetailList } from '../../components/detail-list.tsx'
import { Icon } from '../../components/icon.tsx'
import { LiveRegion } from '../../components/live-region.tsx'
import { Notice } from '../../components/notice.tsx'
import { RecipientCard } from '../../components/recipient-card.tsx'
import { TokenAddress } from '../../components/token-address.tsx'
import { TokenAmount } from '../../components/token-amount.tsx'
import { TransactionLine } from '../../components/transaction-line.tsx'
import type { StateOf } from '../../execution/machine/types.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { isNativeToken, sameAddress } from '../../lib/address.ts'
import { NextSwap } from './next-swap.tsx'
import styles from './progress.module.css'

/** The result from the receipt, next to the shown price and the firm quote. */
export function SwapReceipt({ state }: { state: StateOf<'completed'> }) {
  const { t, format } = useTranslation()
  const { intent, verified, outcome } = state
  const { inputToken, outputToken } = intent
  const isSelf = sameAddress(intent.account, intent.receiver)
  const native = useChain(intent.chainId)?.nativeCurrency
  const shown = BigInt(intent.price.effectiveOutputAmount)
  const { received } = outcome
  const difference = received === undefined ? undefined : differenceBps(received, shown)
  return (
    <>
      <div className={styles.hero}>
        <span className={styles.ring} data-tone="positive">
          <Icon name="check" size={32} />
        </span>
        <p className={styles.help}>{t(isSelf ? 'progress.received' : 'progress.receivedByRecipient')}</p>
        {received === undefined ? (
          <p className={styles.title}>{t('progress.receivedUnknown')}</p>
        ) : (
          <p className={styles.amount} data-part="received">
            <TokenAmount value={received} token={outputToken} />
          </p>
        )}
      </div>
      {outcome.replacedHash && <Notice tone="neutral" title={t('progress.replaced')} />}
      <Card>
        <DetailList>
          <Detail label={t('progress.paid')}>
            {outcome.paid === undefined ? (
              t('price.unknown')
            ) : (
              <TokenAmount value={outcome.paid} token={inputToken} exact />
            )}
          </Detail>
          {!intent.wrapper && (
            <>
              <Detail label={t('progress.indicative')}>
                <TokenAmount value={shown} token={outputToken} />
              </Detail>
              <Detail label={t('progress.firm')}>
                <TokenAmount value={verified.outputAmount} token={outputToken} exact />
              </Detail>
            </>
          )}
          <Detail
            label={t('progress.actual')}
            tone={difference !== undefined && difference > 0 ? 'positive' : 'plain'}
            note={
              difference !== undefined &&
              !intent.wrapper &&
              (difference === 0
                ? t('progress.differenceNone')
                : t('progress.difference', { percent: format.percent(difference, { signed: true }) }))
            }
          >
            {received === undefined ? (
              t('price.unknown')
            ) : (
              <TokenAmount value={received} token={outputToken} exact />
            )}
          </Detail>
          <Detail
            label={t('progress.gasPaid')}
            note={
              native &&
              verified.gasCostWei !== undefined &&
              t('progress.gasEstimated', {
                amount: `${format.amount(verified.gasCostWei, native.decimals)} ${native.symbol}`,
              })
            }
          >
            {native && <TokenAmount value={outcome.gasPaidWei} token={native} />}
          </Detail>
          {[inputToken, outputToken]
            .filter(({ address }) => !isNativeToken(address))
            .map((token) => (
              <Detail key={token.address} label={t('tokens.address', { token: token.symbol })}>
                <TokenAddress token={token} />
              </Detail>
            ))}
        </DetailList>
      </Card>
      <RecipientCard intent={intent} />
      <TransactionLine chainId={intent.chainId} hash={outcome.receipt.hash} />
      <NextSwap />
      <LiveRegion
        message={
          received === undefined
            ? t('progress.titleDone')
            : t(isSelf ? 'progress.announceDone' : 'progress.announceDoneRecipient', {
                amount: format.amount(received, outputToken.decimals),
                token: outputToken.symbol,
              })
        }
      />
    </>
  )
}

/** The difference of `actual` to `expected` in basis points, rounded towards zero; undefined if `expected` is 0. */
export function differenceBps(actual: bigint, expected: bigint): number | undefined {
  if (expected === 0n) return undefined
  return Number(((actual - expected) * 10_000n) / expected)
}
