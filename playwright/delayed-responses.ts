import type { Page, Request } from '@playwright/test'
import { stackAddresses } from './stack.ts'
import { rpcOrigins } from './strict-page.ts'

/** The kinds of requests that a widget sends. */
type RequestKind =
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
export class DelayedResponses {
  /** True to give every account an empty native balance. */
  hasNoNative = false
  private readonly page: Page
  private readonly held = new Set<RequestKind>()
  private readonly waiting = new Map<RequestKind, (() => void)[]>()

  constructor(page: Page) {
    this.page = page
  }

  async begin(): Promise<void> {
    const origins = [new URL(stackAddresses().serviceUrl).origin, ...rpcOrigins()]
    await this.page.route(
      ({ origin }) => origins.includes(origin),
      async (route) => {
        const kind = getKind(route.request())
        if (route.request().method() === 'POST' && this.held.has(kind)) {
          await new Promise<void>((resume) => {
            this.waiting.set(kind, [...(this.waiting.get(kind) ?? []), resume])
          })
        }
        const { id, method } = this.hasNoNative ? readCall(route.request()) : {}
        if (method === 'eth_getBalance') return route.fulfill({ json: { jsonrpc: '2.0', id, result: '0x1' } })
        await route.continue()
      },
    )
  }

  hold(...kinds: readonly RequestKind[]): void {
    for (const kind of kinds) this.held.add(kind)
  }

  /** Releases the pending and all later responses of a kind. */
  release(kind: RequestKind): void {
    this.held.delete(kind)
    for (const resume of this.waiting.get(kind) ?? []) resume()
    this.waiting.delete(kind)
  }
}

function readCall(request: Request): { id?: number; method?: string } {
  return JSON.parse(request.postData() ?? '{}')
}

/** Maps methods and call selectors to the kind of request. */
const CALLS: Record<string, RequestKind> = {
  eth_getBalance: 'balances',
  '0x70a08231': 'balances',
  '0x313ce567': 'decimals',
  '0x82ad56cb': 'pool prices',
  '0xdd62ed3e': 'allowances',
}

function getKind(request: Request): RequestKind {
  const { pathname } = new URL(request.url())
  if (pathname.startsWith('/tokens')) return 'tokens'
  if (pathname.startsWith('/rates')) return 'rates'
  if (pathname.startsWith('/yield')) return 'yields'
  if (pathname.startsWith('/router')) return 'prices'
  const body = request.postData() ?? ''
  const [, kind = 'chain'] = Object.entries(CALLS).find(([call]) => body.includes(call)) ?? []
  return kind
}
