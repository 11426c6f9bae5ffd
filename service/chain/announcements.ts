import { webSocket } from 'viem'
import { sleep } from '../../src/lib/sleep.ts'

const RETRY_MS = 3_000

export interface AnnouncementOptions {
  url: string
  signal: AbortSignal
  onBlock: () => void
  onConnection: (connected: boolean) => void
}

/** Hears of new blocks over a WebSocket, connecting again for as long as the signal stands. */
export async function listenForBlocks(options: AnnouncementOptions): Promise<void> {
  while (!options.signal.aborted) {
    await listenOnce(options).catch(() => undefined)
    options.onConnection(false)
    await sleep(RETRY_MS, options.signal).catch(() => undefined)
  }
}

/** Resolves when the connection is gone. */
async function listenOnce({ url, signal, onBlock, onConnection }: AnnouncementOptions): Promise<void> {
  const transport = webSocket(url, { reconnect: false, retryCount: 0 })({})
  const rpc = await transport.value?.getRpcClient()
  if (!rpc) return
  try {
    await new Promise<void>((resolve, reject) => {
      if (signal.aborted) return resolve()
      signal.addEventListener('abort', () => resolve(), { once: true })
      const subscribed = transport.value?.subscribe({
        params: ['newHeads'],
        onData: onBlock,
        onError: reject,
      })
      subscribed?.then(() => onConnection(true), reject)
    })
  } finally {
    rpc.close()
  }
}
