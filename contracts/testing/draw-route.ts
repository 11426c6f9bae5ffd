import type { Address } from 'viem'
import { NATIVE_POOL, V4_POOL } from './deploy-manager.ts'
import { PANCAKE_FEE } from './deploy-pancake.ts'
import { V3_FEE } from './deploy-protocols.ts'
import type { Random } from './random.ts'
import {
  algebra,
  algebraV1,
  balancer,
  balancerV3,
  buyGem,
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
  toPortion,
  toUsds,
  unwrap,
  v2,
  v3,
  v4,
  withdraw,
  wrap,
} from './route.ts'
import type { Market } from './start-market.ts'
import { NATIVE } from './test-chain.ts'

/** Kinds of pools that may hold more than two tokens: of Balancer V2 and V3, and Curve's. */
const SHARED = [6, 10, 12, 19, 20]

/** A possible step from a token to another. */
interface Link {
  from: Address
  to: Address
  step: Step
}

/** Every honest step of the market; `taxed` includes tokens with a transfer tax. */
export function getLinks(market: Market, { taxed }: { taxed: boolean }): Link[] {
  const { a, b, c, usdt, weth, taxed: lossy } = market.tokens
  const { poolId, tokens } = market.conversions
  const { aA, aUsdt, vB } = tokens
  const both = (x: Address, y: Address, make: (from: Address, to: Address) => Step): Link[] => [
    { from: x, to: y, step: make(x, y) },
    { from: y, to: x, step: make(y, x) },
  ]
  const fork = (from: Address, to: Address) => v2(from, to, { source: SOURCE.v2Fork })
  const pool = (from: Address, to: Address) => v3(from, to, V3_FEE)
  const pancake = (from: Address, to: Address) => v3(from, to, PANCAKE_FEE, { source: SOURCE.pancake })
  const managed = (from: Address, to: Address) => v4(from, to, V4_POOL)
  const native = (from: Address, to: Address) => v4(from, to, NATIVE_POOL)
  const stable = (from: Address, to: Address) => solidly(from, to, true)
  const volatile = (from: Address, to: Address) => solidly(from, to, false)
  const weighted = (from: Address, to: Address) => balancer(from, to, poolId)
  return [
    ...both(a, b, v2),
    ...both(a, b, fork),
    ...both(b, c, v2),
    ...both(a, weth, v2),
    ...both(a, usdt, v2),
    ...(taxed ? both(a, lossy, v2) : []),
    ...both(a, b, pool),
    ...both(b, c, pool),
    ...both(a, weth, pool),
    ...both(a, b, pancake),
    ...both(b, c, pancake),
    ...both(a, b, algebra),
    ...both(b, c, algebra),
    ...(market.ngPool ? [] : [...both(a, b, algebraV1), ...both(b, c, algebraV1)]),
    ...(market.cryptoPool ? [] : [...both(a, b, slipstream), ...both(b, c, slipstream)]),
    ...both(a, b, managed),
    ...both(b, c, managed),
    ...both(a, weth, native),
    ...both(a, b, stable),
    ...both(b, c, stable),
    ...both(a, b, volatile),
    ...getStableswapLinks(market),
    ...getStableswapNgLinks(market),
    ...getCryptoswapLinks(market),
    ...(taxed ? both(a, lossy, volatile) : []),
    ...both(a, c, weighted),
    ...both(a, usdt, weighted),
    ...both(c, usdt, weighted),
    ...getBalancerV3Links(market, both),
    { from: a, to: aA, step: supply(a, aA) },
    { from: aA, to: a, step: withdraw(aA, a) },
    { from: usdt, to: aUsdt, step: supply(usdt, aUsdt) },
    { from: aUsdt, to: usdt, step: withdraw(aUsdt, usdt) },
    { from: b, to: vB, step: deposit(b, vB) },
    { from: vB, to: b, step: redeem(vB, b) },
    ...getWrapperLinks(market),
    ...getPsmLinks(market),
    ...getConversionLinks(market, both),
  ]
}

/** Every pair of the pool's four coins. */
function getStableswapLinks({ stablePool: { coins } }: Market): Link[] {
  return coins.flatMap((from, i) =>
    coins.flatMap((to, j) => (i === j ? [] : [{ from, to, step: stableswap(from, to, [i, j]) }])),
  )
}

/** Every pair of the pool's three coins. */
function getStableswapNgLinks({ ngPool }: Market): Link[] {
  if (!ngPool) return []
  const { pool, coins } = ngPool
  return coins.flatMap((from, i) =>
    coins.flatMap((to, j) => (i === j ? [] : [{ from, to, step: stableswapNg(from, to, [pool, i, j]) }])),
  )
}

/** Every pair of the pool's three coins. */
function getCryptoswapLinks({ cryptoPool }: Market): Link[] {
  if (!cryptoPool) return []
  const { pool, coins } = cryptoPool
  return coins.flatMap((from, i) =>
    coins.flatMap((to, j) => (i === j ? [] : [{ from, to, step: cryptoswap(from, to, [pool, i, j]) }])),
  )
}

function getWrapperLinks({ wrapped }: Market): Link[] {
  if (!wrapped) return []
  const { asset, wrapper } = wrapped
  const options = { source: SOURCE.staticWrapper }
  return [
    { from: asset, to: wrapper, step: deposit(asset, wrapper, options) },
    { from: wrapper, to: asset, step: redeem(wrapper, asset, options) },
  ]
}

function getPsmLinks({ psm }: Market): Link[] {
  if (!psm) return []
  const { gem, dai } = psm
  return [
    { from: gem, to: dai, step: sellGem(gem, dai) },
    { from: dai, to: gem, step: buyGem(dai, gem) },
  ]
}

/** Of wstETH and its pools, and of Sky's converter. */
function getConversionLinks(
  { lido, converter, tokens: { a } }: Market,
  both: (x: Address, y: Address, make: (from: Address, to: Address) => Step) => Link[],
): Link[] {
  if (!lido || !converter) return []
  const { stEth, wstEth } = lido
  const { dai, usds } = converter
  return [
    ...both(a, wstEth, v2),
    ...both(a, wstEth, (from, to) => v3(from, to, V3_FEE)),
    { from: stEth, to: wstEth, step: wrap(stEth, wstEth) },
    { from: wstEth, to: stEth, step: unwrap(wstEth, stEth) },
    { from: dai, to: usds, step: toUsds(dai, usds) },
    { from: usds, to: dai, step: toDai(usds, dai) },
  ]
}

function getBalancerV3Links(
  market: Market,
  both: (x: Address, y: Address, make: (from: Address, to: Address) => Step) => Link[],
): Link[] {
  if (!market.hasBalancerV3) return []
  const { a, b, c, usdt } = market.tokens
  const { stable, weighted } = market.getBalancerV3().pools
  const inThree = (from: Address, to: Address) => balancerV3(from, to, weighted)
  return [
    ...both(a, b, (from, to) => balancerV3(from, to, stable)),
    ...both(a, c, inThree),
    ...both(a, usdt, inThree),
    ...both(c, usdt, inThree),
  ]
}

/** Kinds of steps, by their source. */
export function getTerms({ kind, source }: Step): string {
  return `kind ${kind} of source ${source}`
}

/**
 * One to three hops without a token twice; what is wrapped may be named native. The first step is of each kind of the links in
 * turn.
 * @param turn of the path, from 0
 */
export function drawPath(market: Market, random: Random, { links, turn }: { links: Link[]; turn: number }) {
  const { weth } = market.tokens
  const terms = [...new Set(links.map(({ step }) => getTerms(step)))]
  const first = random.pick(links.filter(({ step }) => getTerms(step) === terms[turn % terms.length]))
  const path = [first.from, first.to]
  const hops = random.below(3)
  for (let hop = 0; hop < hops; hop += 1) {
    const next = links.filter(({ from, to }) => from === path.at(-1) && !path.includes(to))
    if (next.length > 0) path.push(random.pick(next).to)
  }
  const end = path.at(-1) ?? first.to
  const named = (token: Address) => (token === weth && random.chance(70) ? NATIVE : token)
  return { first: first.step, path, inputToken: named(first.from), outputToken: named(end) }
}

/** One or more of the steps that go from one token of a path to the next, with odd portions; `first` is among them. */
export function drawSales(random: Random, links: Link[], { path, first }: { path: Address[]; first: Step }) {
  return path.slice(1).flatMap((to, hop): Step[] => {
    const hops = links.filter((link) => link.from === path[hop] && link.to === to).map(({ step }) => step)
    const chosen = hops.filter((step) => (hop === 0 && step === first) || random.chance(60))
    const steps = chosen.length > 0 ? chosen : hops.slice(0, 1)
    return steps.map((step, i) => {
      const whole = i === steps.length - 1 && random.chance(85)
      return whole ? step : { ...step, portion: toPortion(5 + random.below(90)) }
    })
  })
}

/**
 * Steps that buy each token of a path from those before it; the first for a token takes what is left. What may share its
 * pool with another step, a pool of three tokens or four, comes twice only where nothing else leads on.
 */
export function drawPurchase(
  random: Random,
  links: Link[],
  { path, first }: { path: Address[]; first: Step },
) {
  const drawn: Step[] = []
  for (const [hop, to] of path.slice(1).entries()) {
    const before = path.slice(0, hop + 1)
    const isFresh = ({ step }: Link) => !drawn.some(({ kind }) => SHARED.includes(kind) && kind === step.kind)
    const hops = links.filter((link) => link.to === to && link.from === path[hop])
    const needed = hop === 0 ? first : random.pick(hops.some(isFresh) ? hops.filter(isFresh) : hops).step
    drawn.push(needed)
    for (const link of links) {
      const isOther = link.to === to && before.includes(link.from) && link.step !== needed
      if (!isOther || !isFresh(link) || random.chance(60)) continue
      drawn.push({ ...link.step, portion: toPortion(20 + random.below(60)) })
    }
  }
  return drawn
}
