import { useQuery } from '@tanstack/react-query'
import { parseDecimal } from '../../wire/lib/amount.ts'
import type { PriceResult } from '../../wire/router.ts'
import type { Token } from '../events/types.ts'
import { usdValue } from '../lib/usd-value.ts'
import {
  receivedUsd,
  type TradeValue,
  type Valuation,
  type ValueSource,
  valueTrade,
} from '../lib/value-trade.ts'
import { hostPricesQuery } from '../queries/host-prices-query.ts'
import { poolPricesQuery } from '../queries/pool-prices-query.ts'
import { ratesQuery } from '../queries/rates-query.ts'
import { useConfig } from './use-config.ts'
import { useWidget } from './use-widget.ts'

/** A priced trade: the form's inputs and price, or a `SwapIntent`. */
export interface PricedTrade {
  inputToken: Token
  outputToken: Token
  /** Base units. */
  inputAmount: bigint
  price: PriceResult
  /** The input in base units that the price is for. Default: `inputAmount`. */
  pricedInputAmount?: bigint
  /** The received amount in base units. Default: the amount of the price. */
  outputAmount?: bigint | undefined
}

export interface TradeValueView extends TradeValue {
  /** True while a source that may change the result is loading. */
  isChecking: boolean
}

/**
 * Values a trade in USD by all sources: the price's own USD values, the exchange rates, the host's
 * `priceSource` and the pools on chain. The worst value counts. Without a price, everything is
 * unknown.
 */
export function useTradeValue(trade: PricedTrade | undefined): TradeValueView {
  const widget = useWidget()
  const { priceSource } = useConfig()
  const tokens = trade ? [trade.inputToken, trade.outputToken] : []
  const chainId = trade?.inputToken.chainId ?? 0
  const enabled = trade !== undefined
  const rates = useQuery({ ...ratesQuery(widget, { tokens }), enabled }, widget.queryClient)
  const host = useQuery(
    { ...hostPricesQuery(widget, { tokens }), enabled: enabled && priceSource !== undefined },
    widget.queryClient,
  )
  const addresses = tokens.map(({ address }) => address)
  const pools = useQuery(
    { ...poolPricesQuery(widget, { chainId, tokens: addresses }), enabled },
    widget.queryClient,
  )
  const value = valueTrade({
    // Independent sources come first, because the first of equal values is named.
    sources: trade
      ? [
          atUnitPrices(trade, 'host', priceSource && getPrices(host)),
          atUnitPrices(trade, 'pools', getPrices(pools)),
          asQuoted(trade),
          atUnitPrices(trade, 'rates', getPrices(rates)),
        ]
      : [],
    gasUsd: parseDecimal(trade?.price.gasCostUSD),
  })
  // The price's own values do not wait for the rates, which come from the same service.
  const isUnknown = value.lossFraction === undefined
  return { ...value, isChecking: host.isLoading || pools.isLoading || (isUnknown && rates.isLoading) }
}

type Prices = readonly (number | null)[] | undefined

/** Prices whose refetch failed count as unknown. */
function getPrices({ isError, data }: { isError: boolean; data: Prices }): Prices {
  return isError ? undefined : data
}

function atUnitPrices(trade: PricedTrade, source: ValueSource, prices: Prices): Valuation {
  const { inputToken, outputToken, inputAmount } = trade
  return {
    source,
    inputUsd: usdValue(inputAmount, inputToken.decimals, prices?.[0] ?? undefined),
    outputUsd: usdValue(receivedAmount(trade), outputToken.decimals, prices?.[1] ?? undefined),
  }
}

/** Returns the price's own USD values, scaled to the paid and received amounts. */
function asQuoted(trade: PricedTrade): Valuation {
  const { price, inputAmount, pricedInputAmount = inputAmount } = trade
  const paid = parseDecimal(price.inputAmountUSD)
  const paidShare = pricedInputAmount === 0n ? 1 : Number(inputAmount) / Number(pricedInputAmount)
  const received = receivedUsd(price)
  const share = Number(receivedAmount(trade)) / Number(price.effectiveOutputAmount)
  return {
    source: 'quote',
    inputUsd: paid === undefined ? undefined : paid * paidShare,
    outputUsd: received === undefined ? undefined : received * share,
  }
}

function receivedAmount({ outputAmount, price }: PricedTrade): bigint {
  return outputAmount ?? BigInt(price.effectiveOutputAmount)
}
