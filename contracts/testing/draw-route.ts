import type { Address } from 'viem'
import type { Link, Start } from './market-links.ts'
import type { Random } from './random.ts'
import { toPortion } from './route.ts'
import type { Market } from './start-market.ts'
import { NATIVE } from './test-chain.ts'

/** Kinds of pools that may hold more than two tokens: of Balancer V2 and V3, and Curve's. */
const SHARED = [6, 10, 12, 19, 20]

interface Drawn {
  path: readonly Address[]
  /** The links that the path begins with. */
  first: readonly Link[]
}

/** A path without a token twice, of up to two hops after its start; what is wrapped may be named native. */
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

/** One or more of the links from one token of a path to the next, with odd portions; the first ones are among them. */
export function drawSale(random: Random, links: readonly Link[], { path, first }: Drawn): Link[] {
  return path.slice(1).flatMap((to, hop): Link[] => {
    const hops = links.filter((link) => link.from === path[hop] && link.to === to)
    const chosen = hops.filter((link) => link === first[hop] || random.chance(60))
    const taken = chosen.length > 0 ? chosen : hops.slice(0, 1)
    return taken.map((link, i) => {
      const whole = i === taken.length - 1 && random.chance(85)
      return whole ? link : withPortion(link, 5 + random.below(90))
    })
  })
}

/**
 * Links that buy each token of a path from those before it; the first for a token takes what is left. What may share its
 * pool with another, a pool of three tokens or four, comes twice only where nothing else leads on.
 */
export function drawPurchase(random: Random, links: readonly Link[], { path, first }: Drawn): Link[] {
  const drawn: Link[] = []
  for (const [hop, to] of path.slice(1).entries()) {
    const before = path.slice(0, hop + 1)
    const isFresh = ({ step }: Link) =>
      !drawn.some((other) => SHARED.includes(step.kind) && other.step.kind === step.kind)
    const hops = links.filter((link) => link.to === to && link.from === path[hop])
    const needed = first[hop] ?? random.pick(hops.some(isFresh) ? hops.filter(isFresh) : hops)
    drawn.push(needed)
    for (const link of links) {
      const isOther = link.to === to && before.includes(link.from) && link !== needed
      if (!isOther || !isFresh(link) || random.chance(60)) continue
      drawn.push(withPortion(link, 20 + random.below(60)))
    }
  }
  return drawn
}

function withPortion(link: Link, percent: number): Link {
  return { ...link, step: { ...link.step, portion: toPortion(percent) } }
}
