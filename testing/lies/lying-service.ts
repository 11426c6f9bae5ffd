import type { TestChain } from '../devnet.ts'
import type { TestService } from '../test-service.ts'
import type { Held } from './held.ts'
import { type HttpAnswer, startHttpServer } from './http-server.ts'

/** A quote as it was told. */
export interface ToldQuote {
  /** Milliseconds since the epoch at which it was asked for. */
  askedAtMs: number
  expiresAt: string | undefined
  /** What its `Date` header said. */
  date: string | undefined
}

export interface ServiceQuestion {
  /** How often this path has been asked in this run, from 1. */
  nth: number
  /** As the widget sent it. */
  request: Record<string, unknown>
  chain: TestChain
  /** What the honest service says to another request on the same path. */
  honestly(changes: Record<string, unknown>): Promise<HttpAnswer>
  /** Holds the answer back until the run is over. */
  hold(): Promise<void>
  /** Lets the world's clock go on by so many milliseconds while the answer is on its way. */
  passTime(ms: number): void
}

/** What is told in place of an honest answer. */
export type ServiceLie = (honest: HttpAnswer, question: ServiceQuestion) => HttpAnswer | Promise<HttpAnswer>

export interface LyingService {
  origin: string
  lies: { price: ServiceLie | undefined; quote: ServiceLie | undefined }
  /** How many answers of this run differed from the honest one. */
  liesTold(): number
  quotes(): readonly ToldQuote[]
  /** Requests to places that only a redirect names. */
  strayRequests(): readonly string[]
  /** Resolves when nobody waits for an answer. */
  settled(): Promise<void>
  /** Throws what went wrong while a lie was made up, if anything did. */
  requireHealth(): void
  /** Asks anew what is soon out of date, while the chain is as it was at the start. */
  refresh(): Promise<void>
  reset(): void
  stop(): Promise<void>
}

/** Honest answers are the same while the chain is: they are asked for anew long before a quote could expire. */
const KEPT_MS = 60_000

/** The real service behind a real HTTP server that changes its prices and quotes on the way. */
export async function startLyingService({
  service,
  chain,
  held,
  clock,
}: {
  service: TestService
  chain: TestChain
  held: Held
  clock: { offsetMs: number }
}): Promise<LyingService> {
  const kept = new Map<string, { path: string; body: string; answer: HttpAnswer; atMs: number }>()
  const lies: LyingService['lies'] = { price: undefined, quote: undefined }
  let told = 0
  let counts = new Map<string, number>()
  let quotes: ToldQuote[] = []
  let stray: string[] = []
  const nowMs = () => Date.now() + clock.offsetMs

  async function honest(path: string, body: string): Promise<HttpAnswer> {
    const known = kept.get(`${path} ${body}`)
    return known ? known.answer : ask(path, body)
  }

  async function ask(path: string, body: string): Promise<HttpAnswer> {
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
    kept.set(`${path} ${body}`, { path, body, answer, atMs: Date.now() })
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
    const askedAtMs = nowMs()
    const truth = await honest(path, body)
    const date = new Date(nowMs()).toUTCString()
    const lie = isQuote ? lies.quote : lies.price
    const request = JSON.parse(body) as Record<string, unknown>
    const question: ServiceQuestion = {
      nth,
      request,
      chain,
      honestly: (changes) => honest(path, JSON.stringify({ ...request, ...changes })),
      hold: () => {
        told += 1
        return held.hold()
      },
      passTime: (ms) => {
        clock.offsetMs += ms
        told += 1
      },
    }
    const answer = lie ? await lie(truth, question) : truth
    if (answer !== truth && JSON.stringify(answer) !== JSON.stringify(truth)) told += 1
    const headers = { date, ...answer.headers }
    if (isQuote) quotes.push({ askedAtMs, expiresAt: getExpiry(answer.body), date: headers.date })
    return { ...answer, headers }
  })

  return {
    origin: server.origin,
    lies,
    liesTold: () => told,
    quotes: () => quotes,
    strayRequests: () => stray,
    async refresh() {
      const old = [...kept.values()].filter(({ atMs }) => Date.now() - atMs > KEPT_MS)
      for (const { path, body } of old) await ask(path, body)
    },
    reset() {
      lies.price = undefined
      lies.quote = undefined
      told = 0
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
