import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from './table.ts'

/** The task of a generator. */
export interface LoadPlan {
  url: string
  headers: Record<string, string>
  /** Bodies that are sent round-robin. */
  bodies: readonly Record<string, unknown>[]
  /**
   * Field with a different number per request, to bypass caches. Default: the bodies are sent
   * unchanged.
   */
  amountField?: string
  seconds: number
  /**
   * Open: a fixed number of requests per second, regardless of responses. Closed: a fixed number of
   * callers that await responses.
   */
  pace: { perSecond: number } | { callers: number }
}

export interface LoadResult {
  /** Milliseconds. With an open pace they start when the request was due, not when it was sent. */
  p50: number
  p90: number
  p99: number
  most: number
  perSecond: number
  answered: number
  /** Number of responses without status 200. */
  failed: number
}

// Runs in a separate process, so that the service does not delay its measurements.
process.on('message', async (plan: LoadPlan) => {
  process.send?.(await run(plan))
})
process.once('disconnect', () => process.exit(0))

let sent = 0

async function run(plan: LoadPlan): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 })
  const times: number[] = []
  let failed = 0
  const startedAt = performance.now()
  const endAt = startedAt + plan.seconds * 1000

  async function one(since: number): Promise<void> {
    if (await post(plan, agent).catch(() => false)) times.push(performance.now() - since)
    else failed += 1
  }

  if ('callers' in plan.pace) {
    const caller = async () => {
      while (performance.now() < endAt) await one(performance.now())
    }
    await Promise.all(Array.from({ length: plan.pace.callers }, caller))
  } else {
    const gapMs = 1000 / plan.pace.perSecond
    const all: Promise<void>[] = []
    for (let due = startedAt; due < endAt; due += gapMs) {
      const early = due - performance.now()
      if (early > 1) await sleep(early)
      all.push(one(due))
    }
    await Promise.all(all)
  }
  const seconds = (performance.now() - startedAt) / 1000
  agent.destroy()
  return {
    p50: quantile(times, 0.5),
    p90: quantile(times, 0.9),
    p99: quantile(times, 0.99),
    most: Math.max(0, ...times),
    perSecond: times.length / seconds,
    answered: times.length,
    failed,
  }
}

/** Returns true if the status is 200. */
async function post({ url, headers, bodies, amountField }: LoadPlan, agent: Agent): Promise<boolean> {
  sent += 1
  const body = bodies[sent % bodies.length] ?? {}
  const text = amountField === undefined ? JSON.stringify(body) : withAmount(body, amountField)
  const outgoing = request(url, {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers },
  })
  outgoing.end(text)
  const [answer] = await once(outgoing, 'response')
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode === 200
}

function withAmount(body: Record<string, unknown>, field: string): string {
  return JSON.stringify({ ...body, [field]: (BigInt(String(body[field])) + BigInt(sent)).toString() })
}
