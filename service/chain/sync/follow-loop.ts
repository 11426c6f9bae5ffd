import type { ChainServiceConfig } from '../../config/types.ts'
import { listenForBlocks } from '../blocks/block-listener.ts'
import { ChainMismatchError } from '../startup-checks/check-chain.ts'
import { createPollPace } from './poll-pace.ts'
import { createRetries } from './retries.ts'
import type { SyncEvent } from './sync-events.ts'
import { createWakeableSleep } from './wakeable-sleep.ts'

export interface FollowLoopDeps {
  config: Pick<ChainServiceConfig, 'blockSeconds' | 'wsUrl'>
  pollMs: number
  signal: AbortSignal
  /** Brings memory to the head. */
  turn: () => Promise<void>
  /** Returns the number of the newest published block. */
  blockNumber: () => bigint | undefined
  /** Checks whether work waits for the next turn, even without a new block. */
  isBusy: () => boolean
  /** Moves the current node to the end of the order. */
  demote: () => void
  report: (event: SyncEvent) => void
}

/** Takes turns at the pace of the chain until the signal aborts, and retries after failures. */
export interface FollowLoop {
  /** Resolves when the signal aborts. Each turn ends with one of the two callbacks. */
  run(onReady: () => void, onMismatch: (error: ChainMismatchError) => void): Promise<void>
  /** Ends the wait for the next turn. */
  wake(): void
}

/** Minimum silence of a subscription before it counts as lost. */
const SILENCE_MS = 30_000
const SILENT_BLOCKS = 10

export function createFollowLoop(deps: FollowLoopDeps): FollowLoop {
  const { config, pollMs, signal, blockNumber, report } = deps
  const { wait, wake } = createWakeableSleep()
  const pace = createPollPace({ pollMs, blockSeconds: config.blockSeconds })
  const retries = createRetries()

  async function takeTurns(
    onReady: () => void,
    onMismatch: (error: ChainMismatchError) => void,
  ): Promise<void> {
    while (!signal.aborted) {
      try {
        await deps.turn()
        onReady()
        retries.succeeded()
        await wait(deps.isBusy() ? pollMs : pace.waitMs(blockNumber()))
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof ChainMismatchError) onMismatch(error)
        const { retryInMs, isNodeAtFault } = retries.failed(error, blockNumber())
        if (isNodeAtFault) deps.demote()
        report({ type: 'failed', error, retryInMs })
        await wait(retryInMs)
      }
    }
  }

  async function listen(url: string): Promise<void> {
    await listenForBlocks({
      url,
      signal,
      newestBlock: blockNumber,
      silenceMs: Math.max(SILENCE_MS, SILENT_BLOCKS * 1_000 * config.blockSeconds),
      onBlock(number) {
        pace.announced(number)
        wake()
      },
      onConnection(connected) {
        pace.connected(connected)
        report({ type: 'announcements', connected })
      },
    })
  }

  return {
    wake,
    async run(onReady, onMismatch) {
      await Promise.all([takeTurns(onReady, onMismatch), config.wsUrl ? listen(config.wsUrl) : undefined])
    },
  }
}
