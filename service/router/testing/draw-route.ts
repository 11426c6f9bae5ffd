import type { Address } from 'viem'
import { getContract, isOfSamePool, type Link, type Start } from '../../../contracts/testing/market-links.ts'
import { toPortion, WHOLE } from '../../../contracts/testing/route.ts'
import type { Market } from '../../../contracts/testing/start-market.ts'
import { NATIVE } from '../../../devnet/setup/test-chain.ts'
import type { Random } from '../../../wire/testing/random.ts'
import { canPay } from '../optimize/plans/order-purchase.ts'

interface Drawn {
  path: readonly Address[]
  /** The links at the start of the path. */
  first: readonly Link[]
}

/**
 * A path without repeated tokens, of up to two hops after its start; the wrapper may be named
 * native.
 */
export function drawPath(
  market: Market,
  random: Random,
  { links, start }: { links: readonly Link[]; start: Start },
) {
  const { weth } = market.tokens
  const first = random.pick(start.ways)
  const path = first.slice(0, 1).map(({ from }) => from)
  path.push(...first.map(({ to }) => to))
  const hops = random.below(3)
  for (let hop = 0; hop < hops; hop += 1) {
    const next = links.filter(({ from, to }) => from === path.at(-1) && !path.includes(to))
    if (next.length > 0) path.push(random.pick(next).to)
  }
  const named = (token = NATIVE) => (token === weth && random.chance(70) ? NATIVE : token)
  return { start, first, path, inputToken: named(path[0]), outputToken: named(path.at(-1)) }
}

/**
 * One or more links for each hop of a path, with odd portions, including the first ones. Before a
 * link of a pool of three or four tokens, part of the token may go through another pair of that
 * pool.
 */
export function drawSale(random: Random, links: readonly Link[], { path, first }: Drawn): Link[] {
  return path.slice(1).flatMap((to, hop): Link[] => {
    const hops = links.filter((link) => link.from === path[hop] && link.to === to)
    const chosen = hops.filter((link) => link === first[hop] || random.chance(60))
    const taken = chosen.length > 0 ? chosen : hops.slice(0, 1)
    const detours = taken.flatMap((link) => {
      const way = random.chance(70) && drawDetour(random, links, { link, path, shared: 0 })
      return way ? [withPortion(way[0], 20 + random.below(60)), way[1]] : []
    })
    const direct = taken.map((link, i) => {
      const whole = i === taken.length - 1 && random.chance(85)
      return whole ? link : withPortion(link, 5 + random.below(90))
    })
    return [...detours, ...direct]
  })
}

/**
 * Links between the ends of a link through a token outside the path; `shared` is the one in the
 * same pool.
 */
function drawDetour(
  random: Random,
  links: readonly Link[],
  { link, path, shared }: { link: Link; path: readonly Address[]; shared: 0 | 1 },
): readonly [Link, Link] | undefined {
  const ways = links
    .filter(({ from, to }) => from === link.from && !path.includes(to))
    .flatMap((one) =>
      links.filter(({ from, to }) => from === one.to && to === link.to).map((other) => [one, other] as const),
    )
    .filter((way) => isOfSamePool(way[shared], link))
  return ways.length > 0 ? random.pick(ways) : undefined
}

/**
 * Links that buy each token of a path from the previous ones; the first link for a token takes the
 * rest. A pool of three or four tokens occurs twice if the executor can pay it in between. Returns
 * undefined without a way on.
 */
export function drawPurchase(
  random: Random,
  links: readonly Link[],
  { path, first }: Drawn,
): Link[] | undefined {
  const drawn: Link[] = []
  const isPayable = (link: Link) => canPay(toSteps([...drawn, link]), path[0])
  for (const [hop, to] of path.slice(1).entries()) {
    const before = path.slice(0, hop + 1)
    const hops = links.filter((link) => link.to === to && link.from === path[hop]).filter(isPayable)
    if (hops.length === 0) return undefined
    const needed = first[hop] ?? random.pick(hops)
    if (!isPayable(needed)) return undefined
    drawn.push(needed)
    const way = random.chance(95) && drawDetour(random, links, { link: needed, path, shared: 1 })
    if (way) {
      const detour = [way[0], withPortion(way[1], 20 + random.below(60))]
      if (canPay(toSteps([...drawn, ...detour]), path[0])) drawn.push(...detour)
    }
    for (const link of links) {
      const isOther = link.to === to && before.includes(link.from) && link !== needed
      if (!isOther || random.chance(60)) continue
      const part = withPortion(link, 20 + random.below(60))
      if (isPayable(part)) drawn.push(part)
    }
  }
  return drawn
}

/** Reverses the links, because the executor reads them from the end. */
function toSteps(links: readonly Link[]) {
  return links.toReversed().map(({ from, to, step }) => {
    return { contract: getContract(step), from, to, isLast: step.portion === WHOLE }
  })
}

function withPortion(link: Link, percent: number): Link {
  return { ...link, step: { ...link.step, portion: toPortion(percent) } }
}
