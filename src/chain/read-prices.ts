import type { Http } from '../clients/http.ts'
import type { ResolvedChain } from '../config/types.ts'
import { type Address, isNativeToken, sameAddress } from '../lib/address.ts'
import { MAX_DECIMALS } from '../lib/amount.ts'
import { type PriceAnchors, priceAnchors } from './chain-presets.ts'
import { createEthCall, type EthCall } from './eth-call.ts'
import { multicall, type Read } from './multicall.ts'
import { getPool, type Pool, poolPrice, poolQueries, stateReads } from './pools.ts'

/** Less than this behind a price, and anyone could have set it. In USD, on the side the price is measured in. */
const MIN_DEPTH_USD = 10_000

const DECIMALS = '0x313ce567'

/** The token that counts as one dollar; undefined where neither the host nor a preset names one. */
export function getUsdToken(chain: ResolvedChain): Address | undefined {
  return priceAnchors(chain)?.usdToken
}

/** USD per whole token, in the order asked; undefined is unknown. Rejects only when aborted. */
export async function readPrices(
  http: Http,
  chain: ResolvedChain,
  { tokens, signal }: { tokens: readonly Address[]; signal?: AbortSignal | undefined },
): Promise<(number | undefined)[]> {
  const anchors = priceAnchors(chain)
  if (!anchors) return tokens.map(() => undefined)
  // The dollar is one by the host's word, whether the chain answers or not.
  const known = tokens.map((token) => (sameAddress(token, anchors.usdToken) ? 1 : undefined))
  if (!known.includes(undefined)) return known
  try {
    return await poolPrices(createEthCall(http, { rpcUrls: chain.rpcUrls, signal }), anchors, tokens)
  } catch {
    signal?.throwIfAborted()
    return known
  }
}

/** Of the deepest pool of each token against the stable token or the wrapped native. */
async function poolPrices(
  call: EthCall,
  { usdToken, wrappedNative, factories }: PriceAnchors,
  tokens: readonly Address[],
): Promise<(number | undefined)[]> {
  const wanted = tokens.map((token) => (isNativeToken(token) ? wrappedNative : token))
  const priced = distinct([wrappedNative, ...wanted]).filter((token) => !sameAddress(token, usdToken))
  const measures = distinct([usdToken, wrappedNative])
  const queries = priced.flatMap((token) =>
    measures
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
  // The wrapped native comes first: the others are measured in it.
  for (const token of priced) {
    const price = deepestPrice(token)
    if (price !== undefined) usd.set(key(token), price)
  }
  return wanted.map((token) => token && usd.get(key(token)))

  function deepestPrice(token: Address): number | undefined {
    const candidates = pools.flatMap((pool, index) => {
      const quoteUsd = usd.get(key(pool.quote))
      const units = { token: decimals.get(key(pool.token)), quote: decimals.get(key(pool.quote)) }
      if (!sameAddress(pool.token, token) || quoteUsd === undefined) return []
      if (!isDecimals(units.token) || !isDecimals(units.quote)) return []
      const said = poolPrice(pool, states[index] ?? [], { token: units.token, quote: units.quote })
      return said ? [{ usd: said.price * quoteUsd, depthUsd: said.depth * quoteUsd }] : []
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
