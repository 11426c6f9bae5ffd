import { lazy, Suspense } from 'react'
import type { Token } from '../events/types.ts'
import { useChain } from '../hooks/use-chain.ts'
import { useConfig } from '../hooks/use-config.ts'
import { useSettings } from '../hooks/use-settings.ts'
import { useToken } from '../hooks/use-token.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { useUsdPrice } from '../hooks/use-usd-price.ts'
import { sameAddress } from '../lib/address.ts'
import { maximumInput, minimumOutput, parseDecimal } from '../lib/amount.ts'
import { usdValue } from '../lib/usd-value.ts'
import type { PriceResult } from '../wire/router.ts'
import { Detail, DetailList } from './detail-list.tsx'
import { impactLevel } from './impact.ts'
import styles from './price-details.module.css'
import type { RouteFlowProps } from './route-flow.tsx'
import { TokenAmount } from './token-amount.tsx'

export interface PriceDetailsProps {
  price: PriceResult
  outputToken: Token
  slippageBps: number
  /** What a purchase is expected to pay, in base units; undefined for a sale. */
  purchase?: { inputToken: Token; inputAmount: bigint } | undefined
  /** Leaves out the network cost, where it is shown beside. Default false. */
  withoutNetworkCost?: boolean
}

/** More sources are counted. */
const MAX_NAMES = 2

/** The details of a price: minimum of a sale, or maximum of a purchase, impact, fees, network cost, route. */
export function PriceDetails({
  price,
  outputToken,
  slippageBps,
  purchase,
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
      <Fees price={price} outputToken={outputToken} />
      {!withoutNetworkCost && (
        <Detail label={t('price.networkCost')} help={t('price.networkCostHelp')}>
          {gasUsd === undefined ? t('price.unknown') : format.usd(gasUsd)}
        </Detail>
      )}
      <Route chainId={outputToken.chainId} modules={price.liquidityModules} />
    </DetailList>
  )
}

const RouteFlow = lazy(async () => ({ default: (await import('./route-flow.tsx')).RouteFlow }))

/** The sources of a route in one line, and where there is more than one hop, the flow through them. */
function Route({ chainId, modules }: RouteFlowProps) {
  const { t } = useTranslation()
  const names = [...new Set(modules.map(({ name }) => name))]
  const hasFlow = modules.filter(({ path }) => path.length > 1).length > 1
  return (
    <Detail
      label={t('price.route')}
      below={
        hasFlow && (
          <Suspense>
            <RouteFlow chainId={chainId} modules={modules} />
          </Suspense>
        )
      }
    >
      {names.length > MAX_NAMES ? t('price.routeSources', { count: names.length }) : names.join(', ')}
    </Detail>
  )
}

function Fees({ price, outputToken }: Pick<PriceDetailsProps, 'price' | 'outputToken'>) {
  const { t, format } = useTranslation()
  const { token } = useToken({ chainId: outputToken.chainId, address: price.feeToken })
  const isOutput = sameAddress(price.feeToken, outputToken.address)
  const feeToken = isOutput ? outputToken : token
  const parts = [
    [t('price.fee.settlement'), price.settlementFee],
    [t('price.fee.partner'), price.partnerFee],
    [t('price.fee.routing'), price.routingFee],
  ] as const
  const charged = parts.filter(([, amount]) => amount !== undefined && amount !== '0')
  const total = charged.reduce((sum, [, amount]) => sum + BigInt(amount ?? 0), 0n)
  const usd = usdValue(total, feeToken?.decimals ?? 0, useUsdPrice(feeToken))
  return (
    <Detail
      label={t('price.fees')}
      {...(isOutput && { help: t('price.feesHelp') })}
      note={
        charged.length > 1 &&
        charged.map(([name, amount]) => (
          <span key={name} className={styles.part}>
            {name} {feeToken && format.amount(BigInt(amount ?? 0), feeToken.decimals, feeToken.symbol)}
          </span>
        ))
      }
    >
      {charged.length === 0 ? t('price.none') : feeToken && <TokenAmount value={total} token={feeToken} />}
      {charged.length > 0 && usd !== undefined && ` · ${format.usd(usd)}`}
    </Detail>
  )
}
