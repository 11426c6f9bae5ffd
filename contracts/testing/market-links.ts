import type { Address } from 'viem'
import { NATIVE_POOL, type PoolKey, V4_POOL } from '../../devnet/deployers/uniswap/deploy-manager.ts'
import { PANCAKE_FEE } from '../../devnet/deployers/uniswap/deploy-pancake.ts'
import { V3_FEE } from '../../devnet/deployers/uniswap/deploy-uniswap.ts'
import {
  algebra,
  algebraV1,
  balancer,
  balancerV3,
  buyGem,
  CODE,
  cryptoswap,
  deposit,
  redeem,
  SOURCE,
  type Step,
  sellGem,
  slipstream,
  solidly,
  stableswap,
  stableswapNg,
  supply,
  toDai,
  toUsds,
  unwrap,
  v2,
  v3,
  v4,
  withdraw,
  wrap,
} from './route.ts'
import type { Market } from './start-market.ts'

/** Kind of links of V4 pools whose hooks are called twice by each swap. */
export const HOOKED = 'Uniswap V4 with hooks'

/**
 * Kinds of pools that may hold more than two tokens (Balancer V2 and V3, Curve), with the length of
 * the data that identifies a pool.
 */
const SHARED = new Map([
  [6, 66],
  [10, 0],
  [12, 66],
  [19, 66],
  [20, 66],
])

/** A possible step between two tokens. */
export interface Link {
  /** Kind of liquidity, by which tests count. */
  kind: string
  from: Address
  to: Address
  step: Step
}

/** The start of a path: a step of a kind of liquidity, or steps that belong together. */
export interface Start {
  kind: string
  ways: readonly (readonly Link[])[]
}

type Pair = readonly [Address, Address]
type Make = (from: Address, to: Address) => Step

/** Every honest step of the market; `taxed` includes tokens with a transfer tax. */
export function getLinks(market: Market, { taxed }: { taxed: boolean }): Link[] {
  const { a, b, c, usdt, weth, taxed: lossy } = market.tokens
  const { poolId, tokens } = market.conversions
  const { aA, aUsdt, vB } = tokens
  const abc: Pair[] = [
    [a, b],
    [b, c],
  ]
  const ofTaxed: Pair[] = taxed ? [[a, lossy]] : []
  const isListed = (source: Market['sources'][number]) => market.sources.includes(source)
  return [
    ...pools('Uniswap V2', v2, [...abc, [a, weth], [a, usdt], ...ofTaxed]),
    ...pools('fork of Uniswap V2', (from, to) => v2(from, to, { source: SOURCE.v2Fork }), [[a, b]]),
    ...pools('Uniswap V3', (from, to) => v3(from, to, V3_FEE), [...abc, [a, weth]]),
    ...(isListed(market.pancake.source) ? pools('PancakeSwap V3', pancake, abc) : []),
    ...(isListed(market.algebra.source) ? pools('Algebra Integral', algebra, abc) : []),
    ...(isListed(market.algebraV1.source) ? pools('Algebra V1', algebraV1, abc) : []),
    ...(isListed(market.slipstream.source) ? pools('Slipstream', slipstream, abc) : []),
    ...pools('Uniswap V4', (from, to) => v4(from, to, V4_POOL), abc),
    ...pools('Uniswap V4', (from, to) => v4(from, to, NATIVE_POOL), [[a, weth]]),
    ...(market.hookedPools ? Object.values(market.hookedPools.pools).flatMap(getHookedLinks) : []),
    ...(isListed(market.solidlySource) ? getSolidlyLinks([...abc], [[a, b], ...ofTaxed]) : []),
    ...getAerodromeLinks(market, ofTaxed),
    ...coins('StableSwap', market.stablePool.coins, stableswap),
    ...getPlainLinks(market),
    ...getNgLinks(market),
    ...getCryptoLinks(market),
    ...pools('Balancer V2', (from, to) => balancer(from, to, poolId), [
      [a, c],
      [a, usdt],
      [c, usdt],
    ]),
    ...getBalancerStableLinks(market),
    ...getBalancerV3Links(market),
    ...conversions('Aave', [a, aA], [supply, withdraw]),
    ...conversions('Aave', [usdt, aUsdt], [supply, withdraw]),
    ...conversions('vault', [b, vB], [deposit, redeem]),
    ...getBoostedLinks(market),
    ...getPsmLinks(market),
    ...getLidoLinks(market),
    ...getSkyLinks(market),
  ]
}

/** One of each kind of link, and the routes through boosted pools. */
export function getStarts(market: Market, links: readonly Link[]): Start[] {
  const kinds = [...new Set(links.map(({ kind }) => kind))]
  const single = kinds.map((kind) => ({
    kind,
    ways: links.filter((link) => link.kind === kind).map((link) => [link]),
  }))
  const { wrapped } = market.boosted ?? {}
  if (!wrapped) return single
  const find = (from: Address, to: Address) => links.filter((link) => link.from === from && link.to === to)
  const through = ([one, other]: readonly [(typeof wrapped)[number], (typeof wrapped)[number]]) => [
    ...find(one.asset, one.wrapper),
    ...find(one.wrapper, other.wrapper),
    ...find(other.wrapper, other.asset),
  ]
  const [first, second] = wrapped
  const ways = [through([first, second]), through([second, first])]
  return [...single, { kind: 'wrapping, a boosted pool, unwrapping', ways }]
}

/** Identifies the pool or contract that determines the price of a step. */
export function getContract({ kind, source, tokenIn, tokenOut, data }: Step): string {
  const named = SHARED.get(kind)
  return named === undefined
    ? [kind, source, tokenIn, tokenOut, data].join(' ')
    : `${source} ${data.slice(0, named)}`
}

export function isOfSamePool({ step }: Link, { step: other }: Link): boolean {
  return getContract(step) === getContract(other)
}

/** Both ways between the tokens of each pair. */
function pools(kind: string, make: Make, pairs: readonly Pair[]): Link[] {
  return pairs.flatMap(([x, y]) => [
    { kind, from: x, to: y, step: make(x, y) },
    { kind, from: y, to: x, step: make(y, x) },
  ])
}

/** Every pair of a pool's coins. */
function coins(
  kind: string,
  held: readonly Address[],
  make: (from: Address, to: Address, places: readonly [number, number]) => Step,
): Link[] {
  return held.flatMap((from, i) =>
    held.flatMap((to, j) => (i === j ? [] : [{ kind, from, to, step: make(from, to, [i, j]) }])),
  )
}

/** Ways in and out as separate kinds, because the executor has different code for them. */
function conversions(kind: string, [asset, share]: Pair, [enter, leave]: readonly [Make, Make]): Link[] {
  return [
    { kind: `into ${kind}`, from: asset, to: share, step: enter(asset, share) },
    { kind: `out of ${kind}`, from: share, to: asset, step: leave(share, asset) },
  ]
}

const pancake: Make = (from, to) => v3(from, to, PANCAKE_FEE, { source: SOURCE.pancake })

function getHookedLinks({ currency0, currency1, ...parameters }: PoolKey): Link[] {
  return pools(HOOKED, (from, to) => v4(from, to, parameters), [[currency0, currency1]])
}

function getSolidlyLinks(stable: readonly Pair[], volatile: readonly Pair[]): Link[] {
  return [
    ...pools('Solidly', (from, to) => solidly(from, to, true), stable),
    ...pools('Solidly', (from, to) => solidly(from, to, false), volatile),
  ]
}

function getAerodromeLinks({ aerodrome, tokens: { a, b, c } }: Market, ofTaxed: readonly Pair[]): Link[] {
  if (!aerodrome) return []
  const options = { source: SOURCE.aerodrome }
  const stable: Make = (from, to) => solidly(from, to, true, options)
  const volatile: Make = (from, to) => solidly(from, to, false, options)
  return [
    ...pools('Aerodrome, stable', stable, [
      [a, b],
      [b, c],
      [a, aerodrome.coarse],
    ]),
    ...pools('Aerodrome, volatile', volatile, [[a, b], ...ofTaxed]),
  ]
}

function getPlainLinks({ plainPool }: Market): Link[] {
  if (!plainPool) return []
  const parameters = {
    source: SOURCE.stableswapFactory,
    pool: plainPool.pool,
    code: CODE.twoCoins,
    scales: [10n ** 12n, 1n],
  }
  return coins('StableSwap of a factory', plainPool.coins, (from, to, places) =>
    stableswap(from, to, places, parameters),
  )
}

function getNgLinks({ ngPool }: Market): Link[] {
  if (!ngPool) return []
  const { pool } = ngPool
  return coins('StableSwap-NG', ngPool.coins, (from, to, [i, j]) => stableswapNg(from, to, [pool, i, j]))
}

function getCryptoLinks({ cryptoPool }: Market): Link[] {
  if (!cryptoPool) return []
  const { pool } = cryptoPool
  return coins('CryptoSwap', cryptoPool.coins, (from, to, [i, j]) => cryptoswap(from, to, [pool, i, j]))
}

function getBalancerStableLinks({ balancerStable: poolId, tokens: { a, b, c } }: Market): Link[] {
  return poolId ? coins('Balancer V2, stable', [a, b, c], (from, to) => balancer(from, to, poolId)) : []
}

function getBalancerV3Links(market: Market): Link[] {
  if (!market.hasBalancerV3) return []
  const { a, b, c, usdt } = market.tokens
  const { stable, weighted } = market.getBalancerV3().pools
  return [
    ...pools('Balancer V3', (from, to) => balancerV3(from, to, stable), [[a, b]]),
    ...pools('Balancer V3', (from, to) => balancerV3(from, to, weighted), [
      [a, c],
      [a, usdt],
      [c, usdt],
    ]),
  ]
}

/** Static wrappers, and the pool of both. */
function getBoostedLinks({ boosted }: Market): Link[] {
  if (!boosted) return []
  const { wrapped, pool } = boosted
  const [first, second] = wrapped
  return [
    ...toVault('static wrapper', [first.asset, first.wrapper], SOURCE.staticWrapper),
    ...toVault('static wrapper', [second.asset, second.wrapper], SOURCE.otherWrapper),
    ...pools('boosted pool', (from, to) => balancerV3(from, to, pool), [[first.wrapper, second.wrapper]]),
  ]
}

function toVault(kind: string, pair: Pair, source: number): Link[] {
  return conversions(kind, pair, [
    (asset, share) => deposit(asset, share, { source }),
    (share, asset) => redeem(share, asset, { source }),
  ])
}

function getPsmLinks({ psm }: Market): Link[] {
  return psm ? conversions('PSM', [psm.gem, psm.dai], [sellGem, buyGem]) : []
}

/** Links of wstETH and its pools. */
function getLidoLinks({ lido, tokens: { a } }: Market): Link[] {
  if (!lido) return []
  const { stEth, wstEth } = lido
  return [
    ...pools('Uniswap V2', v2, [[a, wstEth]]),
    ...pools('Uniswap V3', (from, to) => v3(from, to, V3_FEE), [[a, wstEth]]),
    ...conversions('wstETH', [stEth, wstEth], [wrap, unwrap]),
  ]
}

/** Links of the converter of DAI and USDS, and of savings of both. */
function getSkyLinks({ converter, savings }: Market): Link[] {
  return [
    ...(converter ? conversions('USDS', [converter.dai, converter.usds], [toUsds, toDai]) : []),
    ...(savings ? toVault('sDAI', [savings.sDai.asset, savings.sDai.vault], SOURCE.sDai) : []),
    ...(savings ? toVault('sUSDS', [savings.sUsds.asset, savings.sUsds.vault], SOURCE.sUsds) : []),
  ]
}
