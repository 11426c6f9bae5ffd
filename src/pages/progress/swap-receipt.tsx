import { isNativeToken, NATIVE_TOKEN, sameAddress } from '../../../wire/lib/address.ts'
import { getDoneText } from '../../activity/done-text.ts'
import { Card } from '../../components/card.tsx'
import { Detail, DetailList } from '../../components/detail-list.tsx'
import { Icon } from '../../components/icon.tsx'
import { LiveRegion } from '../../components/live-region.tsx'
import { Notice } from '../../components/notice.tsx'
import { RecipientCard } from '../../components/recipient-card.tsx'
import { RemainingApproval } from '../../components/remaining-approval.tsx'
import { TokenAddress } from '../../components/token-address.tsx'
import { TokenAmount } from '../../components/token-amount.tsx'
import { TransactionLine } from '../../components/transaction-line.tsx'
import type { Token } from '../../events/types.ts'
import type { StateOf } from '../../execution/machine/types.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useUsdPrice } from '../../hooks/use-usd-price.ts'
import { differenceBps } from '../../lib/difference-bps.ts'
import { usdValue } from '../../lib/usd-value.ts'
import { part } from '../../theme/part.ts'
import { AddToWallet } from './add-to-wallet.tsx'
import { NextSwap } from './next-swap.tsx'
import styles from './progress.module.css'
import { SwapDuration } from './swap-duration.tsx'

/** The result from the receipt next to the indicative price and the firm quote. */
export function SwapReceipt({ state }: { state: StateOf<'completed'> }) {
  const translation = useTranslation()
  const { t, format } = translation
  const { intent, verified, outcome } = state
  const { inputToken, outputToken } = intent
  const isSelf = sameAddress(intent.account, intent.receiver)
  const native = useChain(intent.chainId)?.nativeCurrency
  const { received } = outcome
  const receivedUsd = usdValue(received ?? 0n, outputToken.decimals, useUsdPrice(outputToken))
  const nativeUsd = useUsdPrice({ chainId: intent.chainId, address: NATIVE_TOKEN })
  const { gasPaidWei } = outcome
  const gasUsd =
    native && gasPaidWei !== undefined ? usdValue(gasPaidWei, native.decimals, nativeUsd) : undefined
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
          <p className={styles.amount} {...part('received')}>
            <TokenAmount value={received} token={outputToken} exact />
          </p>
        )}
        {received !== undefined && receivedUsd !== undefined && (
          <p translate="no" className={styles.help}>
            {format.usd(receivedUsd)}
          </p>
        )}
      </div>
      {outcome.replacedHash && <Notice tone="neutral" title={t('progress.replaced')} />}
      <Card>
        <DetailList>
          {intent.outputAmount === undefined ? (
            <SaleFigures state={state} />
          ) : (
            <PurchaseFigures state={state} />
          )}
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
            {gasPaidWei === undefined ? (
              <span>{t('price.unknown')}</span>
            ) : (
              native && <TokenAmount value={gasPaidWei} token={native} />
            )}
            {gasUsd !== undefined && <span>{` · ${format.usd(gasUsd)}`}</span>}
          </Detail>
          <SwapDuration id={intent.id} />
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
      {/* An allowance can remain: a purchase may take less than its maximum, and users may approve
         more. */}
      <RemainingApproval run={{ ...state, permit: undefined }} />
      {isSelf && <AddToWallet token={outputToken} />}
      <NextSwap intent={intent} />
      <LiveRegion message={getDoneText(translation, { token: outputToken, received, isSelf })} />
    </>
  )
}

function SaleFigures({ state: { intent, verified, outcome } }: { state: StateOf<'completed'> }) {
  const { t } = useTranslation()
  const { inputToken, outputToken } = intent
  const shown = BigInt(intent.price.effectiveOutputAmount)
  const { received } = outcome
  const isCompared = received !== undefined && !intent.wrapper
  const difference = isCompared ? differenceBps(received, shown) : undefined
  return (
    <>
      <Measured label={t('progress.paid')} value={outcome.paid} token={inputToken} />
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
      <Measured
        label={t('progress.actual')}
        value={outcome.received}
        token={outputToken}
        difference={difference}
        isGain={difference !== undefined && difference > 0}
      />
    </>
  )
}

/** A purchase has an exact output, so the paid amount is compared. */
function PurchaseFigures({ state: { intent, verified, outcome } }: { state: StateOf<'completed'> }) {
  const { t } = useTranslation()
  const { inputToken, outputToken } = intent
  const difference = outcome.paid === undefined ? undefined : differenceBps(outcome.paid, intent.inputAmount)
  return (
    <>
      <Measured label={t('progress.actual')} value={outcome.received} token={outputToken} />
      <Detail label={t('progress.indicative')}>
        <TokenAmount value={intent.inputAmount} token={inputToken} />
      </Detail>
      <Detail label={t('progress.firm')}>
        <TokenAmount value={verified.inputAmount} token={inputToken} exact />
      </Detail>
      <Detail label={t('progress.maximum')} note={t('progress.maximumNote')}>
        <TokenAmount value={verified.maxInputAmount} token={inputToken} exact />
      </Detail>
      <Measured
        label={t('progress.paid')}
        value={outcome.paid}
        token={inputToken}
        difference={difference}
        isGain={difference !== undefined && difference < 0}
      />
    </>
  )
}

interface MeasuredProps {
  label: string
  /** Base units from the receipt; undefined is unknown. */
  value: bigint | undefined
  token: Token
  /** Difference from the estimate in basis points. */
  difference?: number | undefined
  isGain?: boolean
}

function Measured({ label, value, token, difference, isGain = false }: MeasuredProps) {
  const { t, format } = useTranslation()
  return (
    <Detail
      label={label}
      tone={isGain ? 'positive' : 'plain'}
      note={
        difference !== undefined &&
        (difference === 0
          ? t('progress.differenceNone')
          : t('progress.difference', { percent: format.percent(difference, { signed: true }) }))
      }
    >
      {value === undefined ? t('price.unknown') : <TokenAmount value={value} token={token} exact />}
    </Detail>
  )
}
