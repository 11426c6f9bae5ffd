import type { Address } from '../../../wire/lib/address.ts'
import type { ChainState } from '../snapshot/snapshot.ts'
import type { Holding } from './probe-transfers.ts'
import { findHoldings } from './token-holdings.ts'

/**
 * Why and when the transfers of a token are probed again. `routine`: in turn with all other tokens.
 * `soon`: at the next probe of tokens with unknown transfers. `taxed`: after the blocks that a tax
 * usually lasts. `costly`: later each time.
 */
export type NextProbe = 'routine' | 'soon' | 'taxed' | 'costly'

/** Decides which known tokens are probed again with a block. */
export interface ProbeSchedule {
  /** Returns the tokens that are due, with their holders. */
  take(state: ChainState): Holding[]
  /** Removes a token from the routine. Returns whether its current probe is routine. */
  begin(token: Address): boolean
  /** Probes a token again within seconds. */
  suspect(token: Address): void
  /** Like `suspect`, for a caller's request. Has no effect while many tokens are suspected. */
  suspectForCaller(token: Address): void
  /** Repeats a probe that no node made. */
  repeat(token: Address, isRoutine: boolean): void
  /** Schedules the next probe of a token. Undefined: none. */
  probed(token: Address, next: NextProbe | undefined, blockNumber: bigint): void
  /** Probes a token again after some blocks, unless another probe is scheduled. */
  recheck(token: Address, blockNumber: bigint): void
}

/** Blocks between probes of tokens with unknown transfers, and the number per probe. */
const BLOCKS_BETWEEN_PROBES = 32n
const MAX_PROBES = 512
/**
 * Seconds between probes of the least recently probed tokens, and the number per probe: one
 * simulation.
 */
const SLICE_SECONDS = 60n
const SLICE = 32
/**
 * Seconds between probes of tokens of failed quotes, and the number per probe. Any caller can
 * request these quotes.
 */
const SUSPECT_SECONDS = 10n
const MAX_SUSPECTED = 32
/** Blocks until a taxed token is probed again, because some tokens end their tax. */
const BLOCKS_OF_TAX = 4_096n
/** The wait after a costly probe doubles each time, up to 4,096 times as long. */
const MAX_DOUBLINGS = 12

export function createProbeSchedule(): ProbeSchedule {
  /** Tokens with unknown transfers or a tax, least recently probed first. */
  const unprobed = new Map<Address, { costlyProbes: number; probeAt: bigint }>()
  /** All other tokens with metadata, least recently probed first. */
  const rotation = new Set<Address>()
  const suspected = new Set<Address>()
  /** The tokens of `rotation` that are probed now. */
  const slice = new Set<Address>()
  let probeAt = 0n
  let suspectAt = 0n
  let sliceAt: bigint | undefined

  function takeSuspected(state: ChainState): Holding[] {
    if (suspected.size === 0 || state.timestamp < suspectAt) return []
    suspectAt = state.timestamp + SUSPECT_SECONDS
    const tokens = [...suspected].slice(0, MAX_SUSPECTED)
    for (const token of tokens) suspected.delete(token)
    return findHoldings(tokens, { state, max: MAX_SUSPECTED })
  }

  function takeUnprobed(state: ChainState): Holding[] {
    if (state.blockNumber < probeAt) return []
    probeAt = state.blockNumber + BLOCKS_BETWEEN_PROBES
    const due = [...unprobed].flatMap(([token, one]) => (one.probeAt <= state.blockNumber ? [token] : []))
    return findHoldings(due, { state, max: MAX_PROBES })
  }

  function takeSlice(state: ChainState): Holding[] {
    sliceAt ??= state.timestamp + SLICE_SECONDS
    if (state.timestamp < sliceAt) return []
    sliceAt = state.timestamp + SLICE_SECONDS
    return findHoldings(rotation, { state, max: SLICE })
  }

  return {
    take(state) {
      const asked = new Map([...takeSuspected(state), ...takeUnprobed(state)].map((one) => [one.token, one]))
      const sliced = takeSlice(state).filter(({ token }) => !asked.has(token))
      slice.clear()
      for (const { token } of sliced) slice.add(token)
      return [...asked.values(), ...sliced]
    },

    begin(token) {
      rotation.delete(token)
      return slice.delete(token)
    },

    suspect: (token) => void suspected.add(token),
    suspectForCaller(token) {
      if (suspected.size < MAX_PROBES) suspected.add(token)
    },

    repeat(token, isRoutine) {
      if (isRoutine) rotation.add(token)
      else if (!unprobed.has(token)) suspected.add(token)
    },

    probed(token, next, blockNumber) {
      const before = unprobed.get(token)?.costlyProbes ?? 0
      unprobed.delete(token)
      if (next === 'routine') rotation.add(token)
      if (next === 'soon') unprobed.set(token, { costlyProbes: before, probeAt: blockNumber })
      if (next === 'taxed') unprobed.set(token, { costlyProbes: 0, probeAt: blockNumber + BLOCKS_OF_TAX })
      if (next === 'costly') {
        const costlyProbes = Math.min(MAX_DOUBLINGS, before + 1)
        const wait = BLOCKS_BETWEEN_PROBES << BigInt(costlyProbes)
        unprobed.set(token, { costlyProbes, probeAt: blockNumber + wait })
      }
    },

    recheck(token, blockNumber) {
      if (unprobed.has(token)) return
      unprobed.set(token, { costlyProbes: 0, probeAt: blockNumber + BLOCKS_BETWEEN_PROBES })
    },
  }
}
