import type * as v from 'valibot'
import { sleep } from '../../wire/lib/sleep.ts'
import { isDefect } from '../errors/report-defect.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { toLoadError, toSluiceError } from '../errors/to-sluice-error.ts'
import { anySignal } from '../lib/any-signal.ts'
import { ownFields } from '../lib/own-fields.ts'
import { stringifyJson } from '../lib/stringify-json.ts'
import { parseJson } from './parse-json.ts'
import type { Answer } from './types.ts'

/**
 * How the clients reach the network.
 * @example
 * const options: HttpOptions = { fetch: (input, init) => fetch(input, { ...init, priority: 'low' }) }
 */
export interface HttpOptions {
  /** Default `globalThis.fetch`, read on each call. */
  fetch?: typeof fetch
}

export interface HttpRequest<Schema extends v.GenericSchema> {
  url: string
  /** Sent as JSON by POST; GET without a body. */
  body?: unknown
  headers?: Record<string, string>
  /**
   * Parses the body of a successful response. A function loads the schema while the request is
   * running, and rejects with `LOAD_FAILED` if it cannot.
   */
  schema: Schema | (() => Promise<Schema>)
  signal?: AbortSignal | undefined
  /** Timeout of one attempt in milliseconds, including the body. Default 10,000. */
  timeoutMs?: number
  /** The number of retries. Default 1. */
  retries?: number
}

/**
 * Sends a request and returns the parsed response. Rejects with a `SluiceError`, or with the reason
 * of an abort.
 */
export type Http = <Schema extends v.GenericSchema>(
  request: HttpRequest<Schema>,
) => Promise<Answer<v.InferOutput<Schema>>>

const DEFAULT_TIMEOUT_MS = 10_000
const RETRY_DELAY_MS = 300
/** The longest `Retry-After` that is waited for before a retry. */
const MAX_WAIT_MS = 2_000
/** Maximum characters of a response body. A page of tokens and a quote are far smaller. */
const MAX_BODY_LENGTH = 4_000_000

/** The HTTP client of all interfaces, with timeout, retry and response parsing. */
export function createHttp(options: HttpOptions = {}): Http {
  return async (request) => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await send(request, options.fetch ?? globalThis.fetch)
      } catch (error) {
        const wait = attempt < (request.retries ?? 1) ? waitBefore(error) : undefined
        if (wait === undefined) throw error
        await sleep(wait, request.signal)
      }
    }
  }
}

/** Milliseconds to wait before a retry; undefined for no retry. */
function waitBefore(error: unknown): number | undefined {
  if (!(error instanceof SluiceError)) return undefined
  const isTemporary =
    error.code === 'NETWORK_LOST' || error.code === 'SERVICE_UNAVAILABLE' || error.code === 'SERVICE_ERROR'
  if (!isTemporary && error.code !== 'RATE_LIMITED') return undefined
  if (error.retryAfterMs !== undefined) {
    return error.retryAfterMs <= MAX_WAIT_MS ? error.retryAfterMs : undefined
  }
  // Jitter, so that several widgets on a page do not retry simultaneously.
  return isTemporary ? RETRY_DELAY_MS * (1 + Math.random()) : undefined
}

async function send<Schema extends v.GenericSchema>(
  request: HttpRequest<Schema>,
  fetchNow: typeof fetch,
): Promise<Answer<v.InferOutput<Schema>>> {
  const timeout = AbortSignal.timeout(request.timeoutMs ?? DEFAULT_TIMEOUT_MS)
  const signal = request.signal ? anySignal(request.signal, timeout) : timeout
  let requestId: string | undefined
  const { url, schema } = request
  const loading = load(async () => (typeof schema === 'function' ? schema() : schema), signal)
  // A failed load is reported only if there is a body to parse.
  loading.catch(() => {})
  const arrived = async <Part>(part: Promise<Part>): Promise<Part> => {
    const outcome = await part.catch((cause) => toLoadError(cause, { url, supportId: requestId }))
    signal.throwIfAborted()
    if (outcome instanceof SluiceError) throw outcome
    return outcome
  }
  // Only a `TypeError` of the request itself is a lost connection.
  const lost = (cause: unknown): never => {
    throw toSluiceError(cause, { url, supportId: requestId })
  }
  try {
    const answer = fetchNow(
      url,
      ownFields<RequestInit>({
        method: request.body === undefined ? 'GET' : 'POST',
        headers: {
          accept: 'application/json',
          ...(request.body !== undefined && { 'content-type': 'application/json' }),
          ...request.headers,
        },
        body: stringifyJson(request.body),
        credentials: 'omit',
        // A redirect must not send the API key to another host.
        redirect: 'manual',
        referrerPolicy: 'strict-origin-when-cross-origin',
        signal,
      }),
    )
    const response = await answer.catch(lost)
    requestId = response.headers.get('x-request-id') ?? undefined
    const text = await response.text().catch(lost)
    if (!response.ok) {
      const { httpFailure } = await arrived(load(() => import('../errors/http-failure.ts'), signal))
      const retryAfter = response.headers.get('retry-after')
      const { status, type } = response
      throw new SluiceError(...httpFailure({ status, type, text, retryAfter, requestId, url }))
    }
    if (text.length > MAX_BODY_LENGTH) {
      throw new SluiceError('INVALID_RESPONSE', { details: `${url}: ${text.length} characters` })
    }
    const value = await parse(await arrived(loading), { text, url, requestId })
    return { value, requestId, serverTimeMs: parseDate(response.headers.get('date')) }
  } catch (cause) {
    if (request.signal?.aborted) throw request.signal.reason
    throw isDefect(cause) ? toLoadError(cause) : toSluiceError(cause, { url, supportId: requestId })
  }
}

/** Loads code, with one retry. Rejects as soon as the signal is aborted. */
function load<Part>(part: () => Promise<Part>, signal: AbortSignal): Promise<Part> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    part()
      .catch(() => sleep(RETRY_DELAY_MS, signal).then(part))
      .then(resolve, reject)
  })
}

/** Uses the standard interface of schemas, so that the first page needs no schema library. */
async function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  { text, url, requestId }: { text: string; url: string; requestId: string | undefined },
): Promise<v.InferOutput<Schema>> {
  const result = await schema['~standard'].validate(parseJson(text))
  const issue = result.issues?.[0]
  if (!result.issues) return result.value
  const place = issue?.path?.map((segment) => (typeof segment === 'object' ? segment.key : segment)).join('.')
  throw new SluiceError('INVALID_RESPONSE', {
    details: `${url}: ${place ?? 'answer'}: ${issue?.message}`,
    supportId: requestId,
  })
}

/** Milliseconds since the epoch; undefined if the header is missing or unreadable. */
function parseDate(date: string | null): number | undefined {
  const time = date === null ? Number.NaN : Date.parse(date)
  return Number.isFinite(time) ? time : undefined
}
