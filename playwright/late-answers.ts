import type { Page, Request } from '@playwright/test'
import { stackAddresses } from './stack.ts'
import { rpcOrigins } from './strict-page.ts'

/** The kinds of requests that a widget sends. */
type Asked =
  | 'tokens'
  | 'rates'
  | 'yields'
  | 'prices'
  | 'balances'
  | 'decimals'
  | 'pool prices'
  | 'allowances'
  | 'chain'

/** Delays the responses of a kind until they are released. */
export class LateAnswers {
  /** True to give every account an empty native balance. */
  isPoor = false
  private readonly page: Page
  private readonly held = new Set<Asked>()
  private readonly waiting = new Map<Asked, (() => void)[]>()

  constructor(page: Page) {
    this.page = page
  }

  async begin(): Promise<void> {
    const origins = [new URL(stackAddresses().serviceUrl).origin, ...rpcOrigins()]
    await this.page.route(
      ({ origin }) => origins.includes(origin),
      async (route) => {
        const asked = toAsked(route.request())
        if (route.request().method() === 'POST' && this.held.has(asked)) {
          await new Promise<void>((go) => {
            this.waiting.set(asked, [...(this.waiting.get(asked) ?? []), go])
          })
        }
        const { id, method } = this.isPoor ? readCall(route.request()) : {}
        if (method === 'eth_getBalance') return route.fulfill({ json: { jsonrpc: '2.0', id, result: '0x1' } })
        await route.continue()
      },
    )
  }

  hold(...kinds: readonly Asked[]): void {
    for (const asked of kinds) this.held.add(asked)
  }

  /** Releases the pending and all later responses of a kind. */
  answer(asked: Asked): void {
    this.held.delete(asked)
    for (const go of this.waiting.get(asked) ?? []) go()
    this.waiting.delete(asked)
  }
}

function readCall(request: Request): { id?: number; method?: string } {
  return JSON.parse(request.postData() ?? '{}')
}

/** Maps methods and call selectors to the kind of request. */
const CALLS: Record<string, Asked> = {
  eth_getBalance: 'balances',
  '0x70a08231': 'balances',
  '0x313ce567': 'decimals',
  '0x82ad56cb': 'pool prices',
  '0xdd62ed3e': 'allowances',
}

function toAsked(request: Request): Asked {
  const { pathname } = new URL(request.url())
  if (pathname.startsWith('/tokens')) return 'tokens'
  if (pathname.startsWith('/rates')) return 'rates'
  if (pathname.startsWith('/yield')) return 'yields'
  if (pathname.startsWith('/router')) return 'prices'
  const body = request.postData() ?? ''
  const [, asked = 'chain'] = Object.entries(CALLS).find(([call]) => body.includes(call)) ?? []
  return asked
}
