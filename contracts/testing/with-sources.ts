import { settlementAbi } from '../../wire/abi/settlement.ts'
import { createTrader } from './create-trader.ts'
import { type Market, TREASURY } from './start-market.ts'

type Source = Market['sources'][number]

/**
 * The same market with another settlement, which trusts the V2 and V3 factories and the given
 * sources.
 */
export async function withSources(market: Market, ...sources: Source[]) {
  const all = [...market.sources.slice(0, 3), ...sources]
  const settlement = await market.deploy('Settlement', [market.weth, market.permit2, TREASURY, all])
  const executor = await market.client.readContract({
    address: settlement,
    abi: settlementAbi,
    functionName: 'executor',
  })
  return { ...market, ...createTrader(market, settlement, market.mint), settlement, executor }
}
