import type { Address } from '../../wire/lib/address.ts'
import type { Rpc } from '../node/rpc.ts'
import type { Market } from './market.ts'

interface IdleOptions {
  market: Market
  /** Account whose transactions do not count as activity. */
  marketMaker: Address
  /** Seconds between blocks during activity. */
  blockSeconds: number
  /** Time without activity after which the chain slows down. */
  afterMs?: number
}

const AFTER_MS = 10 * 60_000
const CHECK_INTERVAL_MS = 1000
/** Below the fifteen seconds after which a head counts as stale. */
const IDLE_BLOCK_SECONDS = 8

/**
 * Slows blocks and market down without activity, because each block takes memory. Returns the
 * function that stops it.
 */
export function slowDownWhenIdle(rpc: Rpc, options: IdleOptions): () => void {
  const { market, marketMaker, blockSeconds, afterMs = AFTER_MS } = options
  let lastActivityMs = performance.now()
  let isIdle = false

  async function update(): Promise<void> {
    if (await hasPendingTransaction()) lastActivityMs = performance.now()
    const shouldIdle = performance.now() - lastActivityMs > afterMs
    if (shouldIdle === isIdle) return
    await rpc.request('evm_setIntervalMining', shouldIdle ? IDLE_BLOCK_SECONDS : blockSeconds)
    isIdle = shouldIdle
    market.slowDown(isIdle)
    if (!isIdle) await rpc.request('evm_mine')
  }

  /** Returns whether a transaction of another account is pending. */
  async function hasPendingTransaction(): Promise<boolean> {
    const { pending } = await rpc.request<{ pending: Record<Address, unknown> }>('txpool_inspect')
    return Object.keys(pending).some((sender) => sender.toLowerCase() !== marketMaker.toLowerCase())
  }

  const timer = setInterval(() => update().catch(() => undefined), CHECK_INTERVAL_MS)
  return () => clearInterval(timer)
}
