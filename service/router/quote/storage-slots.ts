import { LRUCache } from 'lru-cache'
import {
  BaseError,
  InvalidParamsRpcError,
  MethodNotFoundRpcError,
  MethodNotSupportedRpcError,
  numberToHex,
  type PublicClient,
  pad,
} from 'viem'
import { type Address, type Hex, sameAddress } from '../../../wire/lib/address.ts'
import { gasLimit } from '../../chain/blocks/gas-limit.ts'
import { simulateCalls } from '../../chain/simulation/simulate.ts'
import type { PinnedBlock, StateOverride } from '../../chain/simulation/simulation.ts'
import { uintAt } from '../../lib/abi-words.ts'

/** `0x` and 32 bytes. */
const WORD_LENGTH = 66
/** More slots than an honest token reads for a balance. Each try is a call to a node. */
const MAX_TRIES = 16
const CACHE_MS = 10 * 60_000
const MAX_CACHED = 2_000

export interface SlotQuery {
  chainId: number
  /** A view that returns one number, such as `balanceOf` or `allowance`. */
  to: Address
  data: Hex
  /** The number that the view must return. */
  value: bigint
  block: PinnedBlock
}

type Overrides = Record<Address, StateOverride>
type Slot = [account: Address, key: Hex]

/**
 * Returns the state override with which a view returns at least `value`, found by trying each slot
 * that it reads. Returns undefined if no slot works or the node cannot create an access list.
 * Rejects if the node fails.
 */
export type OverrideView = (client: PublicClient, query: SlotQuery) => Promise<Overrides | undefined>

/** The failed tries for a view of a token and values of one byte length. */
interface CacheEntry {
  untilMs: number
  /** Slots that did not change the result, such as a proxy's implementation slot. */
  failed: Set<string>
  isHopeless: boolean
}

/**
 * Caches failed tries, so that a malicious token causes many calls only once. Entries are separate
 * by byte length of the value, because a value that an honest token cannot hold must not block
 * smaller values.
 */
export function createOverrideView(nowMs = () => performance.now()): OverrideView {
  const entries = new LRUCache<string, CacheEntry>({ max: MAX_CACHED })

  function getEntry({ chainId, to, data, value }: SlotQuery): CacheEntry {
    const bytes = Math.ceil(value.toString(16).length / 2)
    const key = `${chainId} ${to.toLowerCase()} ${data.slice(0, 10)} ${bytes}`
    const known = entries.get(key)
    if (known && known.untilMs > nowMs()) return known
    const created: CacheEntry = { untilMs: nowMs() + CACHE_MS, failed: new Set(), isHopeless: false }
    entries.set(key, created)
    return created
  }

  return async (client, query) => {
    const entry = getEntry(query)
    if (entry.isHopeless) return undefined
    const slots = await slotsRead(client, query)
    if (!slots) return undefined
    const untried = slots.filter((slot) => !entry.failed.has(slot.join()))
    for (const slot of untried.slice(0, MAX_TRIES)) {
      const overrides = toOverride(slot, query.value)
      if (await answersAtLeast(client, query, overrides)) return overrides
      if (entry.failed.size < MAX_TRIES) entry.failed.add(slot.join())
    }
    entry.isHopeless = true
    return undefined
  }
}

/** More gas than a token needs to return a balance or an allowance. */
const VIEW_GAS = 5_000_000n

/** Returns undefined if the node can never create an access list for this view. */
async function slotsRead(
  client: PublicClient,
  { to, data, block: { blockNumber, l1Fee } }: SlotQuery,
): Promise<Slot[] | undefined> {
  // Without a limit some nodes choose one that exceeds the maximum of a transaction, and reject the
  // call.
  const gas = gasLimit(VIEW_GAS, data, l1Fee)
  const read = await client.createAccessList({ to, data, gas, blockNumber }).catch((error: unknown) => {
    if (isFinal(error)) return undefined
    throw error
  })
  const slots = read?.accessList.flatMap(({ address, storageKeys }) =>
    storageKeys.map((key): Slot => [address, key]),
  )
  // Most tokens store their balances themselves.
  return slots?.sort(([a], [b]) => Number(sameAddress(b, to)) - Number(sameAddress(a, to)))
}

/** Returns whether a retry would fail: the node lacks the method, or the view itself reverts. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  return (
    error.walk(
      (cause) =>
        FINAL_ERRORS.some((type) => cause instanceof type) ||
        /revert|out of gas|invalid opcode|method .*(not found|not supported|does not exist|not available|unavailable)|unknown method/i.test(
          cause instanceof BaseError ? cause.details : cause instanceof Error ? cause.message : '',
        ),
    ) !== null
  )
}

const FINAL_ERRORS = [MethodNotFoundRpcError, MethodNotSupportedRpcError, InvalidParamsRpcError]

function toOverride([account, key]: Slot, value: bigint): Overrides {
  return { [account]: { stateDiff: { [key]: pad(numberToHex(value)) } } }
}

async function answersAtLeast(
  client: PublicClient,
  { to, data, value, block }: SlotQuery,
  overrides: Overrides,
): Promise<boolean> {
  const [result] = await simulateCalls(client, { block, overrides, calls: [{ from: to, to, data }] })
  // If the slot contains a proxy's implementation, the call returns no data.
  const isNumber = result?.success && result.returnData.length >= WORD_LENGTH
  return isNumber === true && uintAt(result.returnData, 0) >= value
}

/** Merges overrides; the slots of one contract are combined. */
export function mergeOverrides(overrides: readonly Overrides[]): Overrides {
  const merged: Overrides = {}
  for (const override of overrides) {
    for (const [account, state] of Object.entries(override) as [Address, StateOverride][]) {
      const before = merged[account]
      merged[account] = { ...before, ...state, stateDiff: { ...before?.stateDiff, ...state.stateDiff } }
    }
  }
  return merged
}
