import { sameAddress } from '../../../wire/lib/address.ts'
import { Detail } from '../../components/detail-list.tsx'
import { TokenAmount } from '../../components/token-amount.tsx'
import { getWrapper } from '../../config/wrapped-native.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { shortAddress } from '../../lib/short-address.ts'
import type { ActivityEntry, ActivityToken } from '../../store/types.ts'

/** The amounts of a swap with its sender and recipient. Unknown amounts are labeled as unknown. */
export function ActivityFigures({ entry }: { entry: ActivityEntry }) {
  const { t, format } = useTranslation()
  const { outputToken, account, receiver, partnerFee, status } = entry
  const chain = useChain(entry.chainId)
  const native = chain?.nativeCurrency
  return (
    <>
      {entry.purchase ? (
        <PurchaseFigures entry={entry} purchase={entry.purchase} />
      ) : (
        <SaleFigures entry={entry} />
      )}
      {status !== 'pending' && native && (
        <Detail label={t('progress.gasPaid')}>
          <Figure value={entry.gasPaid} token={native} />
        </Detail>
      )}
      {partnerFee && (
        <Detail label={t('price.fee.partner')} note={format.percent(partnerFee.feeBps)}>
          <Figure value={partnerFee.amount} token={outputToken} />
        </Detail>
      )}
      <Detail label={t('wallet.network')}>{chain?.label ?? String(entry.chainId)}</Detail>
      <Detail label={t('activity.account')}>
        <Account address={account} />
      </Detail>
      <Detail label={t('review.recipient')}>
        {sameAddress(account, receiver) ? t('review.recipientSelf') : <Account address={receiver} />}
      </Detail>
    </>
  )
}

function SaleFigures({ entry }: { entry: ActivityEntry }) {
  const { t } = useTranslation()
  const { inputToken, outputToken, status } = entry
  // A wrap exchanges one to one, so it has no estimate.
  const isWrap = getWrapper(useChain(entry.chainId), entry, entry) !== undefined
  return (
    <>
      <Detail label={t(status === 'done' ? 'progress.paid' : 'review.pay')}>
        <Figure value={entry.paid ?? entry.inputAmount} token={inputToken} />
      </Detail>
      {!isWrap && (
        <>
          <Detail label={t('progress.indicative')}>
            <Figure value={entry.indicative} token={outputToken} />
          </Detail>
          <Detail label={t('progress.firm')}>
            <Figure value={entry.firm} token={outputToken} />
          </Detail>
          <Detail label={t('price.minimum')}>
            {entry.firm !== undefined && entry.minimum === undefined ? (
              t('review.noMinimumNote')
            ) : (
              <Figure value={entry.minimum} token={outputToken} />
            )}
          </Detail>
        </>
      )}
      {status === 'done' && (
        <Detail label={t('progress.actual')}>
          <Figure value={entry.received} token={outputToken} />
        </Detail>
      )}
    </>
  )
}

/** A purchase has an exact output; its input is estimated, limited, and read from the receipt. */
function PurchaseFigures({
  entry: { inputToken, outputToken, status, ...entry },
  purchase,
}: {
  entry: ActivityEntry
  purchase: NonNullable<ActivityEntry['purchase']>
}) {
  const { t } = useTranslation()
  const isDone = status === 'done'
  return (
    <>
      <Detail label={t(isDone ? 'progress.actual' : 'review.receiveExactly')}>
        <Figure value={isDone ? entry.received : entry.indicative} token={outputToken} />
      </Detail>
      <Detail label={t('progress.indicative')}>
        <Figure value={entry.inputAmount} token={inputToken} />
      </Detail>
      <Detail label={t('progress.firm')}>
        <Figure value={purchase.firm} token={inputToken} />
      </Detail>
      <Detail label={t('price.maximum')}>
        <Figure value={purchase.maximum} token={inputToken} />
      </Detail>
      {isDone && (
        <Detail label={t('progress.paid')}>
          <Figure value={entry.paid} token={inputToken} />
        </Detail>
      )}
    </>
  )
}

function Figure({
  value,
  token,
}: {
  value: string | undefined
  token: Pick<ActivityToken, 'symbol' | 'decimals'>
}) {
  const { t } = useTranslation()
  if (value === undefined) return <span>{t('price.unknown')}</span>
  return <TokenAmount value={BigInt(value)} token={token} exact />
}

function Account({ address }: { address: string }) {
  return (
    <bdi translate="no" title={address}>
      {shortAddress(address)}
    </bdi>
  )
}
