import { type Address, isNativeToken, sameAddress } from '../../wire/lib/address.ts'
import { MAX_DECIMALS } from '../../wire/lib/amount.ts'
import type { Http } from '../clients/http.ts'
import type { ResolvedChain } from '../config/types.ts'
import { rethrowDefect } from '../errors/report-defect.ts'
import { type PriceAnchors, priceAnchors } from './chain-presets.ts'
import { createEthCall, type EthCall } from './eth-call.ts'
import { multicall, type Read } from './multicall.ts'
import { getPool, type Pool, poolPrice, poolQueries, stateReads } from './pools.ts'

/**
 * Pools with less liquidity on the side of `quote`, in USD, are ignored, because their price is too
 * cheap to manipulate.
 */
const MIN_DEPTH_USD = 10_000

const DECIMALS = '0x313ce567'

/** The token valued at one dollar; undefined if neither the host nor a preset names one. */
export function getUsdToken(chain: ResolvedChain): Address | undefined {
  return priceAnchors(chain)?.usdToken
}

/**
 * USD per whole token, in the order of `tokens`; undefined is unknown. Rejects only when aborted, and with a
 * defect.
 */
export async function readPrices(
  http: Http,
  chain: ResolvedChain,
  { tokens, signal }: { tokens: readonly Address[]; signal?: AbortSignal | undefined },
): Promise<(number | undefined)[]> {
  const anchors = priceAnchors(chain)
  if (!anchors) return tokens.map(() => undefined)
  // The USD token is 1 by definition, even if the chain cannot be read.
  const known = tokens.map((token) => (sameAddress(token, anchors.usdToken) ? 1 : undefined))
  if (!known.includes(undefined)) return known
  try {
    return await poolPrices(createEthCall(http, { rpcUrls: chain.rpcUrls, signal }), anchors, tokens)
  } catch (error) {
    signal?.throwIfAborted()
    rethrowDefect(error)
    return known
  }
}

/**
 * Prices from the deepest pool of each token against the stable token or the wrapped native token.
 */
async function poolPrices(
  call: EthCall,
  { usdToken, wrappedNative, factories }: PriceAnchors,
  tokens: readonly Address[],
): Promise<(number | undefined)[]> {
  const requested = tokens.map((token) => (isNativeToken(token) ? wrappedNative : token))
  const priced = distinct([wrappedNative, ...requested]).filter((token) => !sameAddress(token, usdToken))
  const quotes = distinct([usdToken, wrappedNative])
  const queries = priced.flatMap((token) =>
    quotes
      .filter((quote) => !sameAddress(quote, token))
      .flatMap((quote) => poolQueries({ token, quote }, factories)),
  )
  const known = distinct([usdToken, ...priced])
  const found = await multicall(call, [
    ...queries.map(({ read }) => read),
    ...known.map((to): Read => ({ to, selector: DECIMALS })),
  ])
  const decimals = new Map(
    known.map((token, index) => [key(token), Number(found[queries.length + index]?.[0] ?? -1n)]),
  )
  const pools = queries.flatMap((query, index) => getPool(query, found[index]) ?? [])
  const states = await readStates(call, pools)

  const usd = new Map<string, number>([[key(usdToken), 1]])
  // The wrapped native token comes first, because the others are measured in it.
  for (const token of priced) {
    const price = deepestPrice(token)
    if (price !== undefined) usd.set(key(token), price)
  }
  return requested.map((token) => token && usd.get(key(token)))

  function deepestPrice(token: Address): number | undefined {
    const candidates = pools.flatMap((pool, index) => {
      const quoteUsd = usd.get(key(pool.quote))
      const units = { token: decimals.get(key(pool.token)), quote: decimals.get(key(pool.quote)) }
      if (!sameAddress(pool.token, token) || quoteUsd === undefined) return []
      if (!isDecimals(units.token) || !isDecimals(units.quote)) return []
      const found = poolPrice(pool, states[index] ?? [], { token: units.token, quote: units.quote })
      return found ? [{ usd: found.price * quoteUsd, depthUsd: found.depth * quoteUsd }] : []
    })
    const deepest = candidates
      .filter(({ depthUsd }) => depthUsd >= MIN_DEPTH_USD)
      .sort((a, b) => b.depthUsd - a.depthUsd)[0]
    return deepest?.usd
  }
}

async function readStates(call: EthCall, pools: readonly Pool[]) {
  const reads = pools.map(stateReads)
  const words = await multicall(call, reads.flat())
  let next = 0
  return reads.map(({ length }) => {
    next += length
    return words.slice(next - length, next)
  })
}

function distinct(tokens: readonly (Address | undefined)[]): Address[] {
  const byKey = new Map(tokens.flatMap((token) => (token ? [[key(token), token] as const] : [])))
  return [...byKey.values()]
}

function key(token: Address): string {
  return token.toLowerCase()
}

function isDecimals(value: number | undefined): value is number {
  return value !== undefined && value >= 0 && value <= MAX_DECIMALS
}
