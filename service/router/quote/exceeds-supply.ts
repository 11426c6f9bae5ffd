import { LRUCache } from 'lru-cache'
import { erc20Abi } from 'viem'
import { withTimeout } from '../../lib/with-timeout.ts'
import { isWrap } from '../request/question.ts'
import type { TradeRequest } from '../request/trade-request.ts'
import type { Solution } from '../search/solve.ts'

const CACHE_MS = 60_000
const TIMEOUT_MS = 2_000
const MAX_CACHED = 2_000
/** In wei. Ten times the largest supply of a native token; nodes do not report it. */
const NATIVE_SUPPLY_LIMIT = 2n ** 115n

/** Returns true for a trade that needs more of its input than exists; false where the supply is unknown. */
export type SupplyCheck = (trade: TradeRequest, solution: Solution) => Promise<boolean>

/**
 * Wrapping and vaults convert any amount at one rate, so the pools alone never refuse it. Reads the supply
 * only for wraps and for trades that cannot be sold back.
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

  /** Returns the input token that the first pools hold. More than the supply shows that the supply is wrong. */
  async function readBalances(
    { chain, inputToken }: TradeRequest,
    { steps }: Solution['route'],
  ): Promise<bigint | undefined> {
    const first = steps.filter(({ tokenIn }) => tokenIn.toLowerCase() === inputToken.toLowerCase())
    const pools = [...new Set(first.map(({ pool }) => pool.address))]
    const reads = pools.map((pool) =>
      chain.client.readContract({
        address: inputToken,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [pool],
      }),
    )
    const balances = await withTimeout(Promise.all(reads), {
      timeoutMs: TIMEOUT_MS,
      onTimeout: () => undefined,
    }).catch(() => undefined)
    return balances?.reduce((sum, balance) => sum + balance, 0n)
  }

  return async (trade, { route, surge }) => {
    if (trade.isNativeInput) return route.amountIn >= NATIVE_SUPPLY_LIMIT
    if (!isWrap(trade) && !surge.isExcessive) return false
    const supply = await readSupply(trade)
    if (supply === undefined || route.amountIn <= supply) return false
    const held = await readBalances(trade, route)
    return held !== undefined && held <= supply
  }
}
