import {
  liquidityResponseFixture,
  priceResultFixture,
  quoteResultFixture,
} from '../../wire/fixtures/router-fixtures.ts'
import type { ParsedPriceRequest } from '../../wire/price-request.ts'
import { type ApiKey, createMemoryKeyStore } from '../access/api-key.ts'
import { createAccess } from '../access/create-access.ts'
import { devKeys } from '../access/dev-keys.ts'
import { type App, type AppDeps, createApp } from '../app.ts'
import type { RouterEngine, Work, WorkResults } from '../router/search/types.ts'
import { createLiteralChain, type LiteralChain } from './literal-chain.ts'

export interface TestApp {
  app: App
  chain: LiteralChain
  /** Requests to the router, in order. */
  asked: ParsedPriceRequest[]
  /** Logged lines. */
  logged: { level: string; fields: Record<string, unknown>; message: string }[]
  /** Advances the clock. */
  wait(ms: number): void
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  get(path: string, headers?: Record<string, string>): Promise<Response>
}

type TestRouter = Omit<RouterEngine, 'prepare'> & Partial<Pick<RouterEngine, 'prepare'>>

type TestAppOptions = Partial<Omit<AppDeps, 'router'>> & { router?: TestRouter; keys?: ApiKey[] }

/** Creates the app over a literal chain and a fixture router, for tests of other parts. */
export function createTestApp({ router, ...options }: TestAppOptions = {}): TestApp {
  const chain = createLiteralChain()
  const asked: ParsedPriceRequest[] = []
  const logged: TestApp['logged'] = []
  let now = 0
  const nowMs = () => now
  const access = createAccess({
    keys: createMemoryKeyStore(options.keys ?? devKeys({ playgroundOrigin: 'http://localhost:5173' })),
    nowMs,
  })
  const log = (level: string) => (fields: Record<string, unknown>, message: string) => {
    logged.push({ level, fields, message })
  }
  const app = createApp({
    router: withPrepare(router ?? fixtureRouter(asked)),
    chains: [chain],
    access,
    logger: { info: log('info'), warn: log('warn'), error: log('error') },
    nowMs,
    ...options,
  })
  const call = (path: string, init: RequestInit) => app.fetch(new Request(`http://service.test${path}`, init))
  return {
    app,
    chain,
    asked,
    logged,
    wait(ms) {
      now += ms
    },
    post: (path, body, headers) =>
      call(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    get: (path, headers = {}) => call(path, { headers }),
  }
}

/** Adds a `prepare` that loads no pools, for routers without their own. */
export function withPrepare(router: TestRouter): RouterEngine {
  const answers: { [W in Work]: (request: ParsedPriceRequest) => Promise<WorkResults[W]> } = router
  return {
    prepare: async (request, work) => ({ chain: '', answer: () => answers[work](request) }),
    ...router,
  }
}

function fixtureRouter(asked: ParsedPriceRequest[]): TestRouter {
  return {
    async price(request) {
      asked.push(request)
      return priceResultFixture
    },
    async quote(request) {
      asked.push(request)
      return quoteResultFixture
    },
    liquidity: () => liquidityResponseFixture,
  }
}
