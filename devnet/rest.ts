import type { Address } from '../src/lib/address.ts'
import type { Market } from './market.ts'
import type { Rpc } from './rpc.ts'

interface RestOptions {
  market: Market
  /** Account whose transactions do not count as activity. */
  marketMaker: Address
  /** Seconds between blocks when awake. */
  blockSeconds: number
  /** Time without activity after which the chain rests. */
  afterMs?: number
}

const AFTER_MS = 10 * 60_000
const LOOK_EVERY_MS = 1000
/** Below the fifteen seconds after which a head counts as stale. */
const RESTING_BLOCK_SECONDS = 8

/**
 * Slows blocks and market down without activity, because each block takes memory. Returns the
 * function that stops it.
 */
export function startRest(rpc: Rpc, options: RestOptions): () => void {
  const { market, marketMaker, blockSeconds, afterMs = AFTER_MS } = options
  let lastSign = performance.now()
  let isResting = false

  async function look(): Promise<void> {
    if (await isAnybodyWaiting()) lastSign = performance.now()
    const mayRest = performance.now() - lastSign > afterMs
    if (mayRest === isResting) return
    await rpc.request('evm_setIntervalMining', mayRest ? RESTING_BLOCK_SECONDS : blockSeconds)
    isResting = mayRest
    market.rest(isResting)
    if (!isResting) await rpc.request('evm_mine')
  }

  /** Returns whether a transaction of another account is pending. */
  async function isAnybodyWaiting(): Promise<boolean> {
    const { pending } = await rpc.request<{ pending: Record<Address, unknown> }>('txpool_inspect')
    return Object.keys(pending).some((sender) => sender.toLowerCase() !== marketMaker.toLowerCase())
  }

  const timer = setInterval(() => look().catch(() => undefined), LOOK_EVERY_MS)
  return () => clearInterval(timer)
}
