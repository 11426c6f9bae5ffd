import { webSocket } from 'viem'
import { sleep } from '../../../wire/lib/sleep.ts'
import { withTimeout } from '../../lib/with-timeout.ts'
import { toBlockNumber } from '../rpc/to-block-number.ts'

const RETRY_MS = 3_000
const SUBSCRIBE_MS = 10_000

export interface BlockListenerOptions {
  url: string
  signal: AbortSignal
  /** Receives the number of the announced block if the announcement has one. */
  onBlock: (number: bigint | undefined) => void
  onConnection: (connected: boolean) => void
  /** Returns the newest block that is known from polls too. */
  newestBlock: () => bigint | undefined
  /** Reconnects if this many milliseconds bring a new block but no announcement. */
  silenceMs: number
}

/** Listens for new blocks over a WebSocket and reconnects until the signal aborts. */
export async function listenForBlocks(options: BlockListenerOptions): Promise<void> {
  const { signal } = options
  const ended = new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  while (!signal.aborted) {
    await listenOnce(options, ended)
    await sleep(RETRY_MS, signal).catch(() => undefined)
  }
}

/** Resolves when the connection fails or is lost, or when `ended` resolves. */
async function listenOnce(options: BlockListenerOptions, ended: Promise<void>): Promise<void> {
  const { value: socket } = webSocket(options.url, { reconnect: false, retryCount: 0 })({})
  if (!socket) return
  let isConnected = false
  const silence = createSilence(options)
  const opening = socket.getRpcClient()
  const lost = new Promise<void>((resolve) => {
    const subscribe = () =>
      socket.subscribe({
        params: ['newHeads'],
        onData(data) {
          silence.heard()
          options.onBlock(toBlockNumber(Object(Object(data).result).number))
        },
        onError: () => resolve(),
      })
    opening
      .then(() =>
        withTimeout(subscribe(), {
          timeoutMs: SUBSCRIBE_MS,
          onTimeout() {
            throw new Error('The node does not respond to a subscription')
          },
        }),
      )
      .then(() => {
        isConnected = true
        options.onConnection(true)
        silence.watch(resolve)
      })
      .catch(() => resolve())
  })
  await Promise.race([lost, ended])
  silence.stop()
  opening.then((client) => client.close()).catch(() => undefined)
  if (isConnected) options.onConnection(false)
}

/**
 * Detects a connection that stays open without data, such as one whose other end is gone. A chain
 * without new blocks is not silent.
 */
function createSilence({ newestBlock, silenceMs }: BlockListenerOptions) {
  let hasHeard = false
  let timer: ReturnType<typeof setInterval> | undefined
  return {
    heard() {
      hasHeard = true
    },
    watch(onSilent: () => void) {
      let before = newestBlock()
      timer = setInterval(() => {
        const newest = newestBlock()
        if (!hasHeard && newest !== before) onSilent()
        hasHeard = false
        before = newest
      }, silenceMs)
    },
    stop: () => clearInterval(timer),
  }
}
