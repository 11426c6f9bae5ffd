import type { TestChain } from '../../devnet/testing/devnet.ts'
import type { WidgetService } from '../../src/clients/testing/widget-service.ts'
import type { HeldResponses } from './held-responses.ts'
import { type HttpAnswer, startHttpServer } from './http-server.ts'

/** A quote as it was sent to the widget. */
export interface SentQuote {
  /** When it was requested, in milliseconds since the epoch. */
  requestedAtMs: number
  expiresAt: string | undefined
  /** Its `Date` header. */
  date: string | undefined
}

export interface ServiceContext {
  /** The number of requests of this path in this run, from 1. */
  nth: number
  /** The body the widget sent. */
  request: Record<string, unknown>
  chain: TestChain
  /** The honest response to a changed request on the same path. */
  honestly(changes: Record<string, unknown>): Promise<HttpAnswer>
  /** Delays the response until the run is over. */
  hold(): Promise<void>
  /** Advances the shared clock while the response is pending. */
  passTime(ms: number): void
}

/** Replaces an honest response. */
export type ServiceLie = (honest: HttpAnswer, context: ServiceContext) => HttpAnswer | Promise<HttpAnswer>

export interface LyingService {
  origin: string
  lies: { price: ServiceLie | undefined; quote: ServiceLie | undefined }
  /** The number of changed responses in this run. */
  lieCount(): number
  quotes(): readonly SentQuote[]
  /** Requests to the target of a redirect. */
  strayRequests(): readonly string[]
  /** Resolves when no request is open. */
  settled(): Promise<void>
  /** Throws the last error of a lie, if any. */
  requireHealth(): void
  /** Refetches cached responses that would expire soon. The chain must be in its initial state. */
  refresh(): Promise<void>
  reset(): void
  stop(): Promise<void>
}

/** Honest responses are cached, and refetched well before a quote expires. */
const MAX_AGE_MS = 60_000

/** The real service behind an HTTP proxy that changes its prices and quotes. */
export async function startLyingService({
  service,
  chain,
  held,
  clock,
}: {
  service: WidgetService
  chain: TestChain
  held: HeldResponses
  clock: { offsetMs: number }
}): Promise<LyingService> {
  const cache = new Map<string, { path: string; body: string; answer: HttpAnswer; atMs: number }>()
  const lies: LyingService['lies'] = { price: undefined, quote: undefined }
  let applied = 0
  let counts = new Map<string, number>()
  let quotes: SentQuote[] = []
  let stray: string[] = []
  const nowMs = () => Date.now() + clock.offsetMs

  async function honest(path: string, body: string): Promise<HttpAnswer> {
    const known = cache.get(`${path} ${body}`)
    return known ? known.answer : forward(path, body)
  }

  async function forward(path: string, body: string): Promise<HttpAnswer> {
    await service.caughtUp()
    const response = await service.fetch(
      new Request(`http://service.test${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': 'dev-enterprise' },
        body,
      }),
    )
    const answer: HttpAnswer = {
      status: response.status,
      headers: { 'content-type': 'application/json', 'x-request-id': 'request-1' },
      body: await response.text(),
    }
    cache.set(`${path} ${body}`, { path, body, answer, atMs: Date.now() })
    return answer
  }

  const server = await startHttpServer(async ({ path, body }) => {
    const isQuote = path === '/router/v1/quote'
    if (!isQuote && path !== '/router/v1/price') {
      stray.push(path)
      return { status: 404, headers: {}, body: '' }
    }
    const nth = (counts.get(path) ?? 0) + 1
    counts.set(path, nth)
    const requestedAtMs = nowMs()
    const truth = await honest(path, body)
    const date = new Date(nowMs()).toUTCString()
    const lie = isQuote ? lies.quote : lies.price
    const request = JSON.parse(body) as Record<string, unknown>
    const context: ServiceContext = {
      nth,
      request,
      chain,
      honestly: (changes) => honest(path, JSON.stringify({ ...request, ...changes })),
      hold: () => {
        applied += 1
        return held.hold()
      },
      passTime: (ms) => {
        clock.offsetMs += ms
        applied += 1
      },
    }
    const answer = lie ? await lie(truth, context) : truth
    if (answer !== truth && JSON.stringify(answer) !== JSON.stringify(truth)) applied += 1
    const headers = { date, ...answer.headers }
    if (isQuote) quotes.push({ requestedAtMs, expiresAt: getExpiry(answer.body), date: headers.date })
    return { ...answer, headers }
  })

  return {
    origin: server.origin,
    lies,
    lieCount: () => applied,
    quotes: () => quotes,
    strayRequests: () => stray,
    async refresh() {
      const old = [...cache.values()].filter(({ atMs }) => Date.now() - atMs > MAX_AGE_MS)
      for (const { path, body } of old) await forward(path, body)
    },
    reset() {
      lies.price = undefined
      lies.quote = undefined
      applied = 0
      counts = new Map()
      quotes = []
      stray = []
    },
    settled: server.settled,
    requireHealth: server.requireHealth,
    stop: server.close,
  }
}

function getExpiry(body: string): string | undefined {
  try {
    const { result } = JSON.parse(body)
    return typeof result?.expiresAt === 'string' ? result.expiresAt : undefined
  } catch {
    return undefined
  }
}
