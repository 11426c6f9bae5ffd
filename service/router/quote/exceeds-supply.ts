import { LRUCache } from 'lru-cache'
import { erc20Abi } from 'viem'
import { withTimeout } from '../../lib/with-timeout.ts'
import { isWrap } from '../request/search-request.ts'
import type { TradeRequest } from '../request/trade-request.ts'
import type { Solution } from '../search/solve.ts'

const CACHE_MS = 60_000
const TIMEOUT_MS = 2_000
const MAX_CACHED = 2_000
/** Ten times the largest supply of a native token, in wei. Nodes do not report that supply. */
const NATIVE_SUPPLY_LIMIT = 2n ** 115n

/**
 * Returns true for a trade that needs more input than exists, and false if the supply is unknown.
 */
export type SupplyCheck = (trade: TradeRequest, solution: Solution) => Promise<boolean>

/**
 * Creates a check for amounts that pools alone would accept: wrappers and vaults convert any amount
 * at one rate. Reads the supply only for wraps and for trades that cannot be sold back.
 */
export function createSupplyCheck(): SupplyCheck {
  const supplies = new LRUCache<string, Promise<bigint | undefined>>({ max: MAX_CACHED, ttl: CACHE_MS })

  function readSupply({ chain, inputToken }: TradeRequest): Promise<bigint | undefined> {
    const key = `${chain.config.id} ${inputToken}`
    const known = supplies.get(key)
    if (known) return known
    const reading = withTimeout(
      chain.client.readContract({ address: inputToken, abi: erc20Abi, functionName: 'totalSupply' }),
      { timeoutMs: TIMEOUT_MS, onTimeout: () => undefined },
    ).catch(() => undefined)
    supplies.set(key, reading)
    return reading
  }

  function readBalance({ chain, inputToken, userAddress }: TradeRequest): Promise<bigint | undefined> {
    return withTimeout(
      chain.client.readContract({
        address: inputToken,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [userAddress],
      }),
      { timeoutMs: TIMEOUT_MS, onTimeout: () => undefined },
    ).catch(() => undefined)
  }

  return async (trade, { route, surge }) => {
    if (trade.isNativeInput) return route.amountIn >= NATIVE_SUPPLY_LIMIT
    if (!isWrap(trade) && !surge.isExcessive) return false
    const supply = await readSupply(trade)
    if (supply === undefined || route.amountIn <= supply) return false
    // A sender whose balance covers the amount proves the supply wrong.
    const held = await readBalance(trade)
    return held !== undefined && held < route.amountIn
  }
}
