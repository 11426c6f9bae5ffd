import type { Manifest } from '../../../devnet/plan/manifest.ts'
import type { Scenario } from './scenarios.ts'

interface Options {
  serviceUrl: string
  manifest: Manifest
  /** Returns the scenario at the time of a request. */
  current(): Scenario | undefined
}

const STATUS: Partial<Record<Scenario, number>> = { limited: 429, broken: 500 }
const SLOW_MS = 4_000
/** Percent of the real amount. */
const BETTER = 103n
const AMOUNTS = /"((?:effectiveO|minO|o)utputAmount)":"(\d+)"/g

/**
 * Makes requests to the service fail, wait or return false responses. Returns a function that
 * restores it.
 */
export function interceptService({ serviceUrl, manifest, current }: Options): () => void {
  const original = window.fetch
  window.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const scenario = url.startsWith(serviceUrl) ? current() : undefined
    if (scenario === 'away') throw new TypeError('Failed to fetch')
    if (scenario === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
    const status = scenario && STATUS[scenario]
    if (status !== undefined) return new Response('{}', { status })
    const response = await original(input, init)
    if (scenario === 'moved' && url.includes('/v1/price')) return rewrite(response, raiseAmounts)
    if (scenario === 'imitation' && url.includes('/graphql')) {
      return rewrite(response, (body) => exchangeAddresses(body, manifest))
    }
    return response
  }
  return () => {
    window.fetch = original
  }
}

async function rewrite(response: Response, change: (body: string) => string): Promise<Response> {
  const { status, headers } = response
  return new Response(change(await response.text()), { status, headers })
}

function raiseAmounts(body: string): string {
  return body.replace(AMOUNTS, (_, name, amount) => `"${name}":"${(BigInt(amount) * BETTER) / 100n}"`)
}

function exchangeAddresses(body: string, { chains }: Manifest): string {
  const pairs = chains.flatMap(({ tokens }) => {
    const [one, other] = ['USDC', 'WBTC'].map(
      (symbol) => tokens.find((token) => token.symbol === symbol)?.address,
    )
    return one && other ? [[one, other] as const, [other, one] as const] : []
  })
  const others = new Map(pairs.map(([from, to]) => [from.toLowerCase(), to.toLowerCase()]))
  return body.replace(/0x[0-9a-fA-F]{40}/g, (address) => others.get(address.toLowerCase()) ?? address)
}
