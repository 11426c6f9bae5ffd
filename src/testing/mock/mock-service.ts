import { SETTLEMENT } from '../../../wire/fixtures/addresses.ts'
import { sameAddress } from '../../../wire/lib/address.ts'
import type { RatePair } from '../../../wire/rates.ts'
import type { WidgetConfig } from '../../config/types.ts'
import type { Token } from '../../events/types.ts'
import { findTokens, listTokens } from '../fixtures/fixture-catalogue.ts'
import { EARNING, ETH, ETHEREUM, LISTED, UNLISTED, USDC, WETH } from '../fixtures/fixture-tokens.ts'
import { createFixtureYields } from '../fixtures/fixture-yields.ts'
import { toJsonResponse } from '../json-response.ts'
import { createMockChain, MOCK_FACTORY, RpcError } from './mock-chain.ts'
import { mockPrice, mockQuote } from './mock-quotes.ts'
import type { MockRequest, MockResponder, MockResponse } from './mock-response.ts'
import { MOCK_SCENARIOS, type MockScenario, type MockScenarioName } from './mock-scenarios.ts'

/**
 * The lists and the behavior of a mock service.
 * @example
 * const options: MockServiceOptions = { scenario: 'slow', balances: { ETH: '0.01', USDC: '25' }, mineMs: 2_000 }
 */
export interface MockServiceOptions {
  /** The initial scenario. Default `ok`. */
  scenario?: MockScenarioName
  /** The catalogue. Default seven well-known tokens. */
  tokens?: readonly Token[]
  /** The balances of every account, in whole tokens by symbol. Default: some of each. */
  balances?: Readonly<Record<string, string>>
  /** Milliseconds until a transaction is mined. Default 0. */
  mineMs?: number
  /** The origin of the service. Default: an origin that does not exist. */
  origin?: string
  /**
   * Called when a firm quote is requested, before the response: the moment at which a wallet may
   * change.
   */
  onQuote?: (scenario: MockScenarioName) => void
}

/**
 * A mock service, as `createMockService` makes it.
 * @example
 * const countPrices = ({ requests }: MockService) =>
 *   requests.filter(({ path }) => path === '/router/v1/price').length
 */
export interface MockService {
  /** The origin of the service. */
  origin: string
  /** Responds to requests to `origin`, and rejects all others like a lost connection. */
  fetch: typeof fetch
  /** All requests to the interfaces so far, oldest first. Excludes requests to the chain. */
  readonly requests: readonly MockRequest[]
  /** Changes the results of prices, quotes and transactions from now on. */
  setScenario(name: MockScenarioName): void
  /** Replaces the responses of a path, e.g. `/router/v1/price`; `undefined` restores them. */
  answer(path: string, responder: MockResponder | undefined): void
  /** A config of the widget for this service: one chain, ETH to USDC. */
  config(overrides?: Partial<WidgetConfig>): WidgetConfig
  /**
   * Replaces `fetch` of a page or of Node for requests to `origin` only. Returns a function that
   * restores it.
   */
  install(target?: { fetch: typeof fetch }): () => void
}

const ORIGIN = 'https://sluice-sandbox.invalid'
const BALANCES = { ETH: '4.2', USDC: '12500.5', WETH: '0.75', USDT: '1000', DAI: '310.25', WBTC: '0.0042' }
const SLOW_MS = 3_000

/**
 * The four interfaces and a chain in memory, as `fetch`: no server, no node, no network. Prices
 * come from the fixture tokens, quotes are firm, and the chain executes what a wallet sends.
 * @example
 * import { render } from '@testing-library/react'
 *
 * const service = createMockService({ scenario: 'no-route' })
 * const uninstall = service.install()
 * render(<SwapWidget {...service.config()} />)
 */
export function createMockService({
  scenario: initial = 'ok',
  tokens = LISTED,
  balances = BALANCES,
  mineMs = 0,
  origin = ORIGIN,
  onQuote,
}: MockServiceOptions = {}): MockService {
  let name: MockScenarioName = initial
  const scenario = (): MockScenario => MOCK_SCENARIOS[name]
  const requests: MockRequest[] = []
  const own = new Map<string, MockResponder>()
  const chain = createMockChain({
    chainId: ETHEREUM,
    tokens: [...tokens, ...EARNING, UNLISTED],
    balances,
    mineMs: () => (scenario().isStuck ? Number.POSITIVE_INFINITY : mineMs),
    minedBps: () => scenario().minedBps ?? 10_000,
    replaced: () => scenario().replaced,
    gasFactor: () => (isQuoted && scenario().gasFactor) || 1n,
  })
  let isQuoted = false
  const yields = createFixtureYields()

  const trade = (respond: (request: MockRequest) => unknown): MockResponder => {
    return ({ ...request }) => {
      const delay = name === 'slow' && { delayMs: SLOW_MS }
      return { body: { statusCode: 200, result: respond(request) }, ...delay }
    }
  }
  const responders: Record<string, MockResponder> = {
    '/router/v1/price': trade(({ body }) => mockPrice(body, scenario())),
    '/router/v1/quote': trade(({ body }) => {
      isQuoted = true
      onQuote?.(name)
      return mockQuote(body, scenario())
    }),
    '/router/liquidity': () => ({
      body: {
        chains: [{ chainID: 'ethereum', networkID: ETHEREUM }],
        liquidityModules: { ethereum: ['uniswap-v2', 'uniswap-v3'] },
      },
    }),
    '/router/private-rpcs': () => ({ body: { privateRpcs: [] } }),
    '/tokens/graphql': ({ body: { operationName, variables } }) => {
      const found = operationName === 'searchTokens' ? findTokens(tokens, variables.pattern) : tokens
      const page = listTokens(operationName === 'tokensByType' ? [] : found, variables)
      return { body: { data: { [operationName]: page } } }
    },
    '/rates/': ({ body }) => ({
      body: body.map((pair: RatePair) => ({ ...pair, price: priceUsdOf(pair.domestic_token) })),
    }),
  }

  function priceUsdOf(address: string): number | null {
    return tokens.find((token) => sameAddress(token.address, address))?.priceUsd ?? null
  }

  async function respond(request: MockRequest): Promise<MockResponse> {
    const { instead } = scenario()
    const responder = own.get(request.path)
    if (!responder && instead && request.path.startsWith('/router/v1/')) {
      if (instead === 'never') return new Promise(() => {})
      if (instead === 'offline') throw new TypeError('Failed to fetch')
      return instead
    }
    const known = responder ?? responders[request.path]
    return known ? known(request) : { status: 404, body: { statusCode: 404, error: 'Not found' } }
  }

  async function answer(url: URL, init: RequestInit): Promise<Response> {
    if (url.pathname === '/rpc') return rpc(JSON.parse(String(init.body)))
    if (url.pathname.startsWith('/yield/')) return yields(url, init)
    const request: MockRequest = {
      path: url.pathname,
      headers: Object.fromEntries(new Headers(init.headers)),
      body: init.body == null ? undefined : JSON.parse(String(init.body)),
    }
    requests.push(request)
    const { status = 200, headers, body, delayMs } = await respond(request)
    if (delayMs) await new Promise((resolve) => setTimeout(resolve, delayMs))
    const isText = typeof body === 'string'
    return new Response(isText ? body : JSON.stringify(body), {
      status,
      headers: {
        'content-type': isText ? 'text/html' : 'application/json',
        'x-request-id': `mock-${requests.length}`,
        ...headers,
      },
    })
  }

  function rpc(body: RpcRequest | RpcRequest[]): Response {
    const one = ({ id, method, params = [] }: RpcRequest) => {
      try {
        return { jsonrpc: '2.0', id, result: chain.request(method, params) }
      } catch (error) {
        const { code, message } = error instanceof RpcError ? error : new RpcError(-32_603, String(error))
        return { jsonrpc: '2.0', id, error: { code, message } }
      }
    }
    return toJsonResponse(Array.isArray(body) ? body.map(one) : one(body))
  }

  const mockFetch: typeof fetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : String(input))
    if (url.origin !== new URL(origin).origin) throw new TypeError(`The mock service does not answer ${url}.`)
    const { signal } = init
    signal?.throwIfAborted()
    const read =
      input instanceof Request && init.body === undefined
        ? { headers: input.headers, body: (await input.text()) || null }
        : init
    if (!signal) return answer(url, read)
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      answer(url, read).then(resolve, reject)
    })
  }

  return {
    origin,
    fetch: mockFetch,
    requests,
    setScenario(next) {
      name = next
      isQuoted = false
    },
    answer(path, responder) {
      if (responder) own.set(path, responder)
      else own.delete(path)
    },
    config: (overrides = {}) => ({
      integrator: 'sandbox',
      baseUrl: `${origin}/router`,
      tokensUrl: `${origin}/tokens`,
      exchangeRatesUrl: `${origin}/rates`,
      chains: [
        {
          id: ETHEREUM,
          name: 'ethereum',
          label: 'Sandbox',
          rpcUrls: [`${origin}/rpc`],
          routerAddress: SETTLEMENT,
          usdToken: USDC.address,
          wrappedNative: WETH.address,
          priceFactories: { v2: [MOCK_FACTORY], v3: [] },
        },
      ],
      input: { chainId: ETHEREUM, token: ETH.address },
      output: { chainId: ETHEREUM, token: USDC.address },
      ...overrides,
    }),
    install(target = globalThis) {
      const before = target.fetch
      const replaced: typeof fetch = (input, init) => {
        const url = input instanceof Request ? input.url : String(input)
        return url.startsWith(`${origin}/`) ? mockFetch(input, init) : before.call(globalThis, input, init)
      }
      target.fetch = replaced
      return () => {
        if (target.fetch === replaced) target.fetch = before
      }
    },
  }
}

interface RpcRequest {
  id: number
  method: string
  params?: readonly unknown[]
}
