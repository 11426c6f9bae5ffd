import type { Address } from 'viem'
import { canPay } from '../../service/router/optimize/order-purchase.ts'
import type { Link, Start } from './market-links.ts'
import type { Random } from './random.ts'
import { type Step, toPortion, WHOLE } from './route.ts'
import type { Market } from './start-market.ts'
import { NATIVE } from './test-chain.ts'

/** Kinds of pools that may hold more than two tokens, of Balancer V2 and V3 and Curve's, and the bytes of data that name a pool. */
const SHARED = new Map([
  [6, 66],
  [10, 0],
  [12, 66],
  [19, 66],
  [20, 66],
])

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
 * Links that buy each token of a path from those before it; the first for a token takes what is left. A pool of three tokens
 * or four comes twice where the executor can pay it in between; undefined where nothing else leads on.
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
    for (const link of links) {
      const isOther = link.to === to && before.includes(link.from) && link !== needed
      if (!isOther || random.chance(60)) continue
      const part = withPortion(link, 20 + random.below(60))
      if (isPayable(part)) drawn.push(part)
    }
  }
  return drawn
}

/** As the executor goes through them: from the end. */
function toSteps(links: readonly Link[]) {
  return links.toReversed().map(({ from, to, step }) => {
    return { contract: getContract(step), from, to, isLast: step.portion === WHOLE }
  })
}

/** What the price of a step depends on. */
export function getContract({ kind, source, tokenIn, tokenOut, data }: Step): string {
  const named = SHARED.get(kind)
  return named === undefined
    ? [kind, source, tokenIn, tokenOut, data].join(' ')
    : `${source} ${data.slice(0, named)}`
}

function withPortion(link: Link, percent: number): Link {
  return { ...link, step: { ...link.step, portion: toPortion(percent) } }
}
