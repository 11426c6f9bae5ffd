import type { Hex } from '../../../wire/lib/address.ts'
import type { FollowedModule, FollowedPool, LiquidityModules } from '../../modules/core/module.ts'
import type { Pool, PoolLog } from '../../modules/core/pool.ts'
import { BATCH } from '../blocks/block-reader.ts'
import { bloomBits, hasBits, parseBloom } from '../blocks/logs-bloom.ts'
import type { ChainNode } from '../blocks/node.ts'
import { describeLog } from '../blocks/read-logs.ts'
import { countCalls } from '../pool-set/load-queue.ts'
import { getSubject } from '../snapshot/advance.ts'
import type { PoolIndex } from '../snapshot/pool-index.ts'

export interface Gap {
  fromBlock: bigint
  toBlock: bigint
  /** Addresses and first topics of the logs that the node returned. */
  shown: ReadonlySet<Hex>
}

/** Headers requested in parallel. */
const PARALLEL = 8

/** Returns the pools whose logs differ between two nodes, in chain order. */
export function findDiffering(
  ours: readonly PoolLog[],
  theirs: readonly PoolLog[],
  modules: LiquidityModules,
): readonly string[] {
  const [our, their] = [ours, theirs].map((logs) => bySubject(logs, modules))
  if (!our || !their) return []
  return [...new Set([...our.keys(), ...their.keys()])].filter(
    (subject) => our.get(subject)?.join() !== their.get(subject)?.join(),
  )
}

function bySubject(logs: readonly PoolLog[], { followed }: LiquidityModules): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const log of logs) {
    const subject = getSubject(followed, log)
    const own = found.get(subject) ?? []
    own.push(describeLog(log))
    found.set(subject, own)
  }
  return found
}

/**
 * Returns the pools that match the bloom filters of a gap, whether or not a node returns their
 * logs: a filter cannot distinguish one log from two. Returns every pool if the filters are unusable, or
 * if reading the remaining pools takes no more requests than the remaining headers.
 */
export async function findNamed(
  poolIndex: PoolIndex,
  { fromBlock, toBlock, shown }: Gap,
  { node, modules }: { node: Pick<ChainNode, 'headerAt'>; modules: LiquidityModules },
): Promise<readonly FollowedPool[]> {
  const all = findFollowed(poolIndex.contracts(), modules)
  const quiet = new Map(all.map((pool) => [pool, bloomBits(pool.identity.address)]))
  const moduleBits = new Map(modules.followed.map((module) => [module, getModuleBits(module)]))
  const named: FollowedPool[] = []
  const union = new Uint8Array(256)
  for (let start = fromBlock; start <= toBlock; start += BigInt(PARALLEL)) {
    if (countRequests([...quiet.keys()]) <= Number(toBlock - start) + 1) return all
    const count = Math.min(PARALLEL, Number(toBlock - start) + 1)
    const numbers = Array.from({ length: count }, (_, i) => start + BigInt(i))
    for (const { logsBloom } of await Promise.all(numbers.map((number) => node.headerAt(number)))) {
      const bloom = parseBloom(logsBloom)
      if (!bloom) return all
      for (let i = 0; i < bloom.length; i += 1) union[i] = (union[i] ?? 0) | (bloom[i] ?? 0)
      const about = new Map([...moduleBits].map(([module, bits]) => [module, readBloom(bloom, bits)]))
      for (const [pool, bits] of quiet) {
        const { hasTopic, hasFactory } = about.get(pool.module) ?? {}
        if (!hasTopic || !(hasFactory || hasBits(bloom, bits))) continue
        named.push(pool)
        quiet.delete(pool)
      }
    }
  }
  // Some chains leave the filters empty.
  const isFilter =
    union.some((byte) => byte > 0) && [...shown].every((value) => hasBits(union, bloomBits(value)))
  return isFilter ? named : all
}

/** Excludes sampled pools, which are read at every block. */
export function findFollowed(pools: Iterable<Pool>, { followed }: LiquidityModules): readonly FollowedPool[] {
  const byId = new Map(followed.map((module) => [module.id, module]))
  return [...pools].flatMap(({ module: id, identity }) => {
    const module = byId.get(id)
    return module ? [{ module, identity }] : []
  })
}

function getModuleBits({ topics, factory, getSubject: isEmitter }: FollowedModule) {
  return { topics: topics.map(bloomBits), factory: isEmitter && bloomBits(factory) }
}

/** Checks whether a block may have logs of a module, and logs of its factory. */
function readBloom(bloom: Uint8Array, { topics, factory }: ReturnType<typeof getModuleBits>) {
  return {
    hasTopic: topics.some((bits) => hasBits(bloom, bits)),
    hasFactory: factory !== undefined && hasBits(bloom, factory),
  }
}

/** Estimates the number of requests that read these pools. */
function countRequests(pools: readonly FollowedPool[]): number {
  const calls = new Map<FollowedModule, number>()
  for (const pool of pools) calls.set(pool.module, (calls.get(pool.module) ?? 0) + countCalls(pool))
  return [...calls.values()].reduce((sum, count) => sum + Math.ceil(count / BATCH), 0)
}
