import { isNativeToken, sameAddress } from '../../../wire/lib/address.ts'
import { getDoneText } from '../../activity/done-text.ts'
import { Card } from '../../components/card.tsx'
import { classNames } from '../../components/class-names.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { Detail, DetailList } from '../../components/detail-list.tsx'
import { ExplorerLink, toExplorerUrl } from '../../components/explorer-link.tsx'
import { Icon } from '../../components/icon.tsx'
import { LiveRegion } from '../../components/live-region.tsx'
import { Notice } from '../../components/notice.tsx'
import { RecipientCard } from '../../components/recipient-card.tsx'
import { RemainingApproval } from '../../components/remaining-approval.tsx'
import { toSealSeed } from '../../components/seal/guilloche.ts'
import { Seal } from '../../components/seal/seal.tsx'
import { SEAL_FACTS, SealCard } from '../../components/seal/seal-card.tsx'
import { TokenAddress } from '../../components/token-address.tsx'
import { TokenAmount } from '../../components/token-amount.tsx'
import { TokenAvatar } from '../../components/token-avatar.tsx'
import { TokenMark } from '../../components/token-mark.tsx'
import { isLongAmount } from '../../components/trade-side.tsx'
import type { Token } from '../../events/types.ts'
import { getCheckedFacts } from '../../execution/machine/checked-facts.ts'
import type { StateOf } from '../../execution/machine/types.ts'
import { toSwapProof } from '../../execution/proof/swap-proof.ts'
import { getSealHelp, toSealedSwap } from '../../hooks/to-sealed-swap.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useStore } from '../../hooks/use-store.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useUsdPrice } from '../../hooks/use-usd-price.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { differenceBps } from '../../lib/difference-bps.ts'
import { formatDuration } from '../../lib/format-duration.ts'
import { shortAddress } from '../../lib/short-address.ts'
import { usdValue } from '../../lib/usd-value.ts'
import { part } from '../../theme/part.ts'
import { AddToWallet } from './add-to-wallet.tsx'
import { GasPaid } from './gas-paid.tsx'
import { NextSwap } from './next-swap.tsx'
import styles from './progress.module.css'
import { ShareButton } from './share-button.tsx'

/** The received amount under the seal of the swap, and what it cost. */
export function SwapReceipt({ state }: { state: StateOf<'completed'> }) {
  const translation = useTranslation()
  const { t, format } = translation
  const { intent, verified, outcome } = state
  const { inputToken, outputToken } = intent
  const isSelf = sameAddress(intent.account, intent.receiver)
  const { nativeCurrency: native, explorerUrl } = useChain(intent.chainId) ?? {}
  const { received } = outcome
  const isLong = isLongAmount(format.exactAmount(received ?? 0n, outputToken.decimals), outputToken)
  const isPurchase = intent.outputAmount !== undefined
  const receivedUsd = usdValue(received ?? 0n, outputToken.decimals, useUsdPrice(outputToken))
  const seed = toSealSeed(verified)
  const checked = getCheckedFacts(verified)
  const proof = toSwapProof(intent, { verified, outcome })
  const { hash } = outcome.receipt
  const shared = t('progress.left', {
    input: `${format.exactAmount(outcome.paid ?? verified.inputAmount, inputToken.decimals)} ${inputToken.symbol}`,
    output: `${format.exactAmount(received ?? verified.outputAmount, outputToken.decimals)} ${outputToken.symbol}`,
  })
  return (
    <>
      <div className={styles.hero}>
        <Seal seed={seed} locks={SEAL_FACTS.map((fact) => checked.includes(fact))} size={104} />
        <span className={styles.logos}>
          <TokenAvatar token={inputToken} size={28} />
          <span className={styles.arrow}>
            <Icon name="back" size={16} />
          </span>
          <TokenAvatar token={outputToken} size={28} />
        </span>
        <p className={styles.help}>{t(isSelf ? 'progress.received' : 'progress.receivedByRecipient')}</p>
        {received === undefined ? (
          <p className={styles.title}>{t('progress.receivedUnknown')}</p>
        ) : (
          <p className={classNames(styles.amount, isLong && styles.long)} {...part('received')}>
            <TokenAmount value={received} token={outputToken} exact />
          </p>
        )}
        {received !== undefined && receivedUsd !== undefined && (
          <p translate="no" className={styles.help}>
            {format.usd(receivedUsd)}
          </p>
        )}
        <AgainstQuote state={state} />
      </div>
      <div className={styles.minor}>
        <TokenMark token={inputToken} />
        <TokenMark token={outputToken} />
      </div>
      {outcome.replacedHash && <Notice tone="neutral" title={t('progress.replaced')} />}
      <Card>
        <DetailList>
          <Measured
            label={t('progress.paid')}
            value={outcome.paid}
            token={inputToken}
            {...(isPurchase && compare(state))}
          />
          <Detail label={t('progress.gasPaid')}>
            <GasPaid chainId={intent.chainId} wei={outcome.gasPaidWei} />
          </Detail>
          <SwapDuration id={intent.id} />
        </DetailList>
        <details className={styles.fold}>
          <summary>{t('review.details')}</summary>
          <DetailList>
            <Comparison state={state} />
            <Detail label={t('progress.transaction')}>
              <bdi translate="no" title={hash}>
                {shortAddress(hash)}
              </bdi>
              <CopyButton value={hash} what={t('progress.hash')} />
            </Detail>
            {native && verified.gasCostWei !== undefined && (
              <Detail label={t('price.networkCost')}>
                <span>
                  {t('progress.gasEstimated', {
                    amount: `${format.amount(verified.gasCostWei, native.decimals)} ${native.symbol}`,
                  })}
                </span>
              </Detail>
            )}
            {[inputToken, outputToken]
              .filter(({ address }) => !isNativeToken(address))
              .map((token) => (
                <Detail key={token.address} label={t('tokens.address', { token: token.symbol })}>
                  <TokenAddress token={token} withoutMark />
                </Detail>
              ))}
          </DetailList>
        </details>
      </Card>
      <SealCard
        swap={toSealedSwap(intent, verified)}
        seed={seed}
        checked={checked}
        help={t(getSealHelp(intent, verified))}
        isFolded
      />
      <RecipientCard intent={intent} />
      {/* An allowance can remain: a purchase may take less than its maximum, and users may approve
         more. */}
      <RemainingApproval run={{ ...state, permit: undefined }} />
      <NextSwap intent={intent}>
        <ExplorerLink chainId={intent.chainId} kind="tx" value={hash} isIcon />
        <ShareButton text={shared} url={toExplorerUrl(explorerUrl, { kind: 'tx', value: hash })} />
        {proof && <CopyButton value={JSON.stringify(proof, undefined, 2)} what={t('stage.seal.proof')} />}
        {isSelf && <AddToWallet token={outputToken} />}
      </NextSwap>
      <LiveRegion message={getDoneText(translation, { token: outputToken, received, isSelf })} />
    </>
  )
}

/** Compares the outcome with the quote that was signed. Renders nothing for a wrap. */
function AgainstQuote({ state: { intent, verified, outcome } }: { state: StateOf<'completed'> }) {
  const { t, format } = useTranslation()
  const isPurchase = intent.outputAmount !== undefined
  const actual = isPurchase ? outcome.paid : outcome.received
  const quoted = isPurchase ? verified.inputAmount : verified.outputAmount
  const difference = actual === undefined || intent.wrapper ? undefined : differenceBps(actual, quoted)
  if (difference === undefined) return null
  const isWorse = (isPurchase ? -1 : 1) * difference < 0
  return (
    <p className={styles.quoted} data-tone={isWorse ? 'plain' : 'positive'}>
      {!isWorse && <Icon name="check" size={14} />}
      <span>
        {difference === 0
          ? t('progress.asQuoted')
          : t('progress.againstQuote', { percent: format.percent(difference, { signed: true }) })}
      </span>
    </p>
  )
}

/** The result next to the price that the user saw and the price that was signed. */
function Comparison({ state }: { state: StateOf<'completed'> }) {
  const { t } = useTranslation()
  const { intent, verified, outcome } = state
  const { inputToken, outputToken } = intent
  const isPurchase = intent.outputAmount !== undefined
  const token = isPurchase ? inputToken : outputToken
  const shown = isPurchase ? intent.inputAmount : BigInt(intent.price.effectiveOutputAmount)
  return (
    <>
      {!intent.wrapper && (
        <>
          <Detail label={t('progress.indicative')}>
            <TokenAmount value={shown} token={token} />
          </Detail>
          <Detail label={t('progress.firm')}>
            <TokenAmount
              value={isPurchase ? verified.inputAmount : verified.outputAmount}
              token={token}
              exact
            />
          </Detail>
        </>
      )}
      {isPurchase && (
        <Detail label={t('progress.maximum')} note={t('progress.maximumNote')}>
          <TokenAmount value={verified.maxInputAmount} token={inputToken} exact />
        </Detail>
      )}
      <Measured
        label={t('progress.actual')}
        value={outcome.received}
        token={outputToken}
        {...(!isPurchase && compare(state))}
      />
    </>
  )
}

/** Compares what a purchase paid, or what a sale received, with the price that the user saw. */
function compare({ intent, outcome }: StateOf<'completed'>): Pick<MeasuredProps, 'difference' | 'isGain'> {
  const isPurchase = intent.outputAmount !== undefined
  const shown = isPurchase ? intent.inputAmount : BigInt(intent.price.effectiveOutputAmount)
  const actual = isPurchase ? outcome.paid : outcome.received
  const difference = actual === undefined || intent.wrapper ? undefined : differenceBps(actual, shown)
  return { difference, isGain: (isPurchase ? -1 : 1) * (difference ?? 0) > 0 }
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

/** The recorded time from sending a swap to its receipt. */
function SwapDuration({ id }: { id: string }) {
  const { t, locale } = useTranslation()
  const entry = useStore(useWidget().activity, ({ entries }) => entries.find((known) => known.id === id))
  const durationMs = entry?.endedAt === undefined ? 0 : entry.endedAt - entry.startedAt
  // The duration is 0 if the swap was recorded only after it had completed.
  if (durationMs <= 0) return null
  return <Detail label={t('progress.duration')}>{formatDuration(durationMs, locale)}</Detail>
}
