import { webSocket } from 'viem'
import { sleep } from '../../../src/lib/sleep.ts'
import { toBlockNumber } from '../rpc/to-block-number.ts'

const RETRY_MS = 3_000

export interface BlockListenerOptions {
  url: string
  signal: AbortSignal
  /** Receives the number of the announced block if the announcement has one. */
  onBlock: (number: bigint | undefined) => void
  onConnection: (connected: boolean) => void
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
  const opening = socket.getRpcClient()
  const lost = new Promise<void>((resolve) => {
    opening
      .then(() =>
        socket.subscribe({
          params: ['newHeads'],
          onData: (data) => options.onBlock(toBlockNumber(Object(Object(data).result).number)),
          onError: () => resolve(),
        }),
      )
      .then(() => {
        isConnected = true
        options.onConnection(true)
      })
      .catch(() => resolve())
  })
  await Promise.race([lost, ended])
  opening.then((client) => client.close()).catch(() => undefined)
  if (isConnected) options.onConnection(false)
}
