import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Balancer {
  url: string
  /** Replaces the instances, which receive requests while they are healthy. */
  use(instances: readonly string[]): void
  /** Returns the instances that were healthy at the last check. */
  healthy(): readonly string[]
  stop(): Promise<void>
}

const CHECK_MS = 50
const CHECK_TIMEOUT_MS = 1_000

/** Starts a minimal load balancer: round robin by `/healthz`, without retries. */
export async function startBalancer(first: readonly string[]): Promise<Balancer> {
  let instances = first
  let healthy: readonly string[] = []
  let turn = 0
  let isEnding = false

  async function check(): Promise<void> {
    const checked = instances
    const answers = await Promise.all(
      checked.map((url) =>
        fetch(`${url}/healthz`, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) }).then(
          ({ ok }) => ok,
          (error: unknown) => (Object(error).name === 'TimeoutError' ? undefined : false),
        ),
      ),
    )
    // Avoids an instance that is slow to respond while another responds. Keeps it otherwise,
    // because slow is not unreachable.
    const isLate = (i: number) => answers[i] === undefined && !answers.includes(true)
    const answered = checked.filter((url, i) => answers[i] || (isLate(i) && healthy.includes(url)))
    // Instances may have been replaced during the check.
    healthy = answered.filter((url) => instances.includes(url))
    if (!isEnding) timer = setTimeout(check, CHECK_MS)
  }
  let timer = setTimeout(check, 0)

  const server = createServer(async (incoming, outgoing) => {
    turn += 1
    const target = healthy[turn % healthy.length]
    if (!target) return void outgoing.writeHead(502).end('No instance is healthy')
    try {
      const body = Buffer.concat(await incoming.toArray())
      const { method = 'GET', url = '/', headers } = incoming
      const answer = await fetch(new URL(url, target), {
        method,
        headers: {
          'content-type': headers['content-type'] ?? 'application/json',
          'x-api-key': String(headers['x-api-key']),
        },
        ...(body.length > 0 && { body }),
      })
      outgoing.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()))
    } catch (error) {
      outgoing.writeHead(502).end(String(error))
    }
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use(next) {
      instances = next
    },
    healthy: () => healthy,
    async stop() {
      isEnding = true
      clearTimeout(timer)
      await new Promise((resolve) => void server.close(resolve).closeAllConnections())
    },
  }
}
