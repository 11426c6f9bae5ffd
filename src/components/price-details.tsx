import { sameAddress } from '../../wire/lib/address.ts'
import { maximumInput, minimumOutput, parseDecimal } from '../../wire/lib/amount.ts'
import type { PriceResult } from '../../wire/router.ts'
import type { Token } from '../events/types.ts'
import { useChain } from '../hooks/use-chain.ts'
import { useConfig } from '../hooks/use-config.ts'
import { useSettings } from '../hooks/use-settings.ts'
import { useToken } from '../hooks/use-token.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { useUsdPrice } from '../hooks/use-usd-price.ts'
import { pricedPartnerFee } from '../lib/least-fees.ts'
import { usdValue } from '../lib/usd-value.ts'
import { Detail, DetailList } from './detail-list.tsx'
import { impactLevel } from './impact.ts'
import { optionalPart } from './optional-part.tsx'
import styles from './price-details.module.css'
import type { RouteFlowProps } from './route-flow.tsx'
import { TokenAmount } from './token-amount.tsx'

export interface PriceDetailsProps {
  price: PriceResult
  outputToken: Token
  slippageBps: number
  /** The estimated input of a purchase in base units. Undefined for a sale. */
  purchase?: { inputToken: Token; inputAmount: bigint } | undefined
  /** The host's partner fee in basis points of the output, whatever the price says. Default 0. */
  partnerFeeBps?: number | undefined
  /** Omits the network cost if it is shown elsewhere. Default false. */
  withoutNetworkCost?: boolean
}

/** Further sources are counted instead of named. */
const MAX_NAMES = 2

/**
 * The details of a price: minimum of a sale or maximum of a purchase, impact, fees, network cost
 * and route.
 */
export function PriceDetails({
  price,
  outputToken,
  slippageBps,
  purchase,
  partnerFeeBps,
  withoutNetworkCost = false,
}: PriceDetailsProps) {
  const { t, format } = useTranslation()
  const isAuto = useSettings((settings) => settings.isSlippageAuto && settings.slippageBps === slippageBps)
  const slippage = `${t(isAuto ? 'price.slippageAuto' : 'price.slippage')} ${format.percent(slippageBps)}`
  // Without a codec no minimum is enforced, so none is shown.
  const hasCodec = useChain(outputToken.chainId)?.codec !== 'none'
  const config = useConfig()
  const impactBps = parseDecimal(price.priceImpactBps)
  const gasUsd = parseDecimal(price.gasCostUSD)
  const tone = { unknown: 'warning', low: 'plain', noticeable: 'warning', high: 'negative' } as const
  return (
    <DetailList>
      {purchase && (
        <Detail label={t('price.maximum')} help={t('price.maximumHelp')} note={slippage}>
          <TokenAmount
            value={maximumInput(purchase.inputAmount, slippageBps)}
            token={purchase.inputToken}
            maximum
          />
        </Detail>
      )}
      {hasCodec && !purchase && (
        <Detail label={t('price.minimum')} help={t('price.minimumHelp')} note={slippage}>
          <TokenAmount
            value={minimumOutput(BigInt(price.effectiveOutputAmount), slippageBps)}
            token={outputToken}
          />
        </Detail>
      )}
      <Detail
        label={t('price.impact')}
        help={t('price.impactHelp')}
        tone={tone[impactLevel(impactBps, config)]}
      >
        {impactBps === undefined ? t('price.unknown') : format.percent(impactBps)}
      </Detail>
      <Fees price={price} outputToken={outputToken} partnerFeeBps={partnerFeeBps} />
      {!withoutNetworkCost && (
        <Detail label={t('price.networkCost')} help={t('price.networkCostHelp')}>
          {gasUsd === undefined ? t('price.unknown') : <span translate="no">{format.usd(gasUsd)}</span>}
        </Detail>
      )}
      <Route chainId={outputToken.chainId} modules={price.liquidityModules} />
    </DetailList>
  )
}

const RouteFlow = optionalPart(async () => (await import('./route-flow.tsx')).RouteFlow)

/** The sources of a route in one line, and the flow of a route with several modules. */
function Route({ chainId, modules }: RouteFlowProps) {
  const { t } = useTranslation()
  const names = [...new Set(modules.map(({ name }) => name))]
  const hasFlow = modules.filter(({ path }) => path.length > 1).length > 1
  return (
    <Detail label={t('price.route')} below={hasFlow && <RouteFlow chainId={chainId} modules={modules} />}>
      {names.length > MAX_NAMES ? t('price.routeSources', { count: names.length }) : names.join(', ')}
    </Detail>
  )
}

type FeesProps = Pick<PriceDetailsProps, 'price' | 'outputToken' | 'partnerFeeBps'>

function Fees({ price, outputToken, partnerFeeBps = 0 }: FeesProps) {
  const { t, format } = useTranslation()
  const { token } = useToken({ chainId: outputToken.chainId, address: price.feeToken })
  const isOutput = sameAddress(price.feeToken, outputToken.address)
  const feeToken = isOutput ? outputToken : token
  const partnerFee = isOutput ? pricedPartnerFee(price, partnerFeeBps) : BigInt(price.partnerFee)
  const parts = [
    [t('price.fee.settlement'), BigInt(price.settlementFee ?? 0)],
    [t('price.fee.partner'), partnerFee],
    [t('price.fee.routing'), BigInt(price.routingFee)],
  ] as const
  const charged = parts.filter(([, amount]) => amount > 0n)
  const total = charged.reduce((sum, [, amount]) => sum + amount, 0n)
  const usd = usdValue(total, feeToken?.decimals ?? 0, useUsdPrice(feeToken))
  // Only the percentage of a partner fee is known if the fee token is not the output token.
  const share = !isOutput && partnerFeeBps > 0 && `${t('price.fee.partner')} ${format.percent(partnerFeeBps)}`
  const toNote = ([name, amount]: (typeof parts)[number]) =>
    `${name} ${feeToken ? format.amount(amount, feeToken.decimals, feeToken.symbol) : ''}`
  const notes = [...(charged.length > 1 ? charged.map(toNote) : []), ...(share && total > 0n ? [share] : [])]
  return (
    <Detail
      label={t('price.fees')}
      {...(isOutput && { help: t('price.feesHelp') })}
      note={
        notes.length > 0 &&
        notes.map((note) => (
          <span key={note} className={styles.part}>
            {note}
          </span>
        ))
      }
    >
      {total === 0n ? (
        <span>{share || t('price.none')}</span>
      ) : (
        feeToken && <TokenAmount value={total} token={feeToken} />
      )}
      {total > 0n && usd !== undefined && <span translate="no">{` · ${format.usd(usd)}`}</span>}
    </Detail>
  )
}
