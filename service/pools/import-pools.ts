import { isDeepStrictEqual } from 'node:util'
import type { Hex } from '../../wire/lib/address.ts'
import { sleep } from '../../wire/lib/sleep.ts'
import { createBlockReader } from '../chain/blocks/block-reader.ts'
import { getFinalityBlocks } from '../chain/blocks/finality-blocks.ts'
import type { ChainNode } from '../chain/blocks/node.ts'
import { type SourceKey, type StoredSource, UnusableStoreError } from '../chain/discovery/pool-store.ts'
import { getSourceParameters, getStoredParameter } from '../chain/discovery/source-parameters.ts'
import type { ChainServiceConfig } from '../config/types.ts'
import { messageOf } from '../lib/message-of.ts'
import type { FollowedModule } from '../modules/core/module.ts'
import { splitFollowed } from '../modules/core/module.ts'
import type { PoolIdentity } from '../modules/core/pool.ts'
import { createModules } from '../modules/create-modules.ts'
import { errorInWords } from '../observability/plain-fields.ts'
import type { DatabasePoolStore } from './create-pool-store.ts'
import { type PoolFileHeader, parseRow, toCheckpoint } from './pool-file.ts'

type Client = Parameters<typeof createBlockReader>[0]

export interface ImportDeps {
  config: ChainServiceConfig
  client: Client
  node: ChainNode
  store: DatabasePoolStore
  lease: HeldLease
  /** Reports a rejected source or row with its reason. */
  refuse(what: string, reason: string): void
  watch?: ImportWatch | undefined
  /**
   * Delay in milliseconds before failed nodes are retried. It doubles after each failure. Default:
   * 1,000.
   */
  retryMs?: number | undefined
}

/** Receives the progress of an import. */
export interface ImportWatch {
  /**
   * Reports the number of checked rows and the total that the headers of the accepted sources
   * state.
   */
  moved(rows: number, of: number): void
  /** Called when the whole file is read and sources are about to be stored. */
  confirmed(): void
}

/** The exclusive right to write the pools of a chain. */
export interface HeldLease {
  /** Throws if the lease is known to be lost. Does not query the database. */
  require(): void
  /** Renews the lease in the database. Throws unless it is still held. */
  renew(): Promise<void>
}

/** The number of imported pools by source. */
export type Imported = ReadonlyMap<string, number>

/** Number of rows confirmed in one batch. */
const BATCH = 2_000
/** Number of consecutive failures after which the import stops. */
const MAX_FAILURES = 6

interface Taken {
  module: FollowedModule
  parameters: Record<string, string>
  checkpoint: PoolFileHeader['sources'][number]
  /** Pools by address. */
  rows: Map<Hex, PoolIdentity>
  /** Number of repeated rows. Stores of earlier versions may contain a pool twice. */
  repeated: number
  /** Confirmed pools. */
  pools: PoolIdentity[]
}

/**
 * Replaces the stored pools of each source in a file, after the factory has confirmed them at the
 * head. Rejects a whole source that is not in the config, that ends at a block that is not final,
 * or that lacks a pool, because later starts read no announcements before that block. After a
 * failure each source is either unchanged or imported.
 */
export async function importPools(
  header: PoolFileHeader,
  lines: AsyncIterable<string>,
  deps: ImportDeps,
): Promise<Imported> {
  const { config, node, refuse } = deps
  const genesis = (await node.hashAt(0n).catch(() => null)) ?? undefined
  if (header.chainId !== config.id)
    throw new Error(`The file is of chain ${header.chainId}, not ${config.id}`)
  if (genesis && header.genesis && genesis !== header.genesis) {
    throw new Error('The file is of another chain with the same id: its genesis block differs')
  }
  const head = Number((await node.latest()).number)
  const taken = new Map<string, Taken>()
  for (const checkpoint of header.sources) {
    const found = await takeSource(checkpoint, { ...deps, genesis, head })
    if (typeof found === 'string') refuse(`source ${checkpoint.source}`, found)
    else taken.set(checkpoint.source, found)
  }
  await readRows(lines, taken, deps)
  deps.watch?.confirmed()
  const imported = new Map<string, number>()
  for (const [id, source] of taken) {
    const { checkpoint, pools, repeated } = source
    if (pools.length !== checkpoint.pools && pools.length + repeated !== checkpoint.pools) {
      refuse(
        `source ${id}`,
        `it has ${checkpoint.pools} pools, and ${pools.length} of the file are confirmed`,
      )
      continue
    }
    await storeSource(source, deps)
    imported.set(id, pools.length)
  }
  return imported
}

/** Returns the accepted source, or the reason why it is rejected. */
async function takeSource(
  checkpoint: PoolFileHeader['sources'][number],
  { config, node, store, genesis, head }: ImportDeps & { genesis: Hex | undefined; head: number },
): Promise<Taken | string> {
  const { source: id, block, hash } = checkpoint
  const module = splitFollowed(createModules(config).followed).announcing.find((one) => one.id === id)
  if (!module) return 'the config does not contain this source'
  const parameters = { ...getSourceParameters(config, id), ...(genesis && { genesis }) }
  for (const [name, value] of Object.entries(parameters)) {
    const theirs = getStoredParameter(checkpoint.terms, name)
    if (theirs !== undefined && theirs.toLowerCase() !== value) {
      return `its ${name} is ${theirs || 'none'}, but the config has ${value || 'none'}`
    }
  }
  if (checkpoint.terms.factory === undefined) return 'its terms contain no factory'
  if (block > head) return `its block ${block} does not exist yet`
  const unfinal = getFinalityBlocks(config) - (head - block)
  if (unfinal > 0) {
    const minutes = Math.ceil((unfinal * config.blockSeconds) / 60)
    return `its block ${block} is not final before block ${head + unfinal}: a reorganization would take it back, and all its pools with it. Import the file again in ${minutes} min, or one of an earlier block`
  }
  if ((await node.hashAt(BigInt(block))) !== hash) return `its block ${block} is not in the chain`
  const stored = (await readUsable(store, { id, parameters }, Number.MAX_SAFE_INTEGER))?.checkpoints.at(-1)
  if (stored && stored.block >= block) return `its pools are already stored up to block ${stored.block}`
  return { module, parameters, checkpoint, rows: new Map(), repeated: 0, pools: [] }
}

/** Returns undefined where a start could not use the stored source either. */
async function readUsable(
  store: DatabasePoolStore,
  key: SourceKey,
  since?: number,
): Promise<StoredSource | undefined> {
  try {
    return await store.read(key, since)
  } catch (error) {
    if (error instanceof UnusableStoreError) return undefined
    throw error
  }
}

async function readRows(
  lines: AsyncIterable<string>,
  taken: ReadonlyMap<string, Taken>,
  deps: ImportDeps,
): Promise<void> {
  const { lease, refuse, watch } = deps
  const total = [...taken.values()].reduce((sum, { checkpoint }) => sum + checkpoint.pools, 0)
  let asked = 0
  watch?.moved(asked, total)
  const waiting = new Map<Taken, { identity: PoolIdentity; place: string }[]>()

  async function confirm(source: Taken): Promise<void> {
    const rows = waiting.get(source) ?? []
    waiting.delete(source)
    const identities = rows.map(({ identity }) => identity)
    const confirmed = await confirmAtHead(source.module, identities, deps)
    for (const [i, { identity, place }] of rows.entries()) {
      if (confirmed[i]) source.pools.push(identity)
      else
        refuse(
          `${place}: ${identity.address}`,
          'its factory does not list it, or lists it with other parameters',
        )
    }
    asked += rows.length
    watch?.moved(asked, total)
  }

  let number = 1
  for await (const line of lines) {
    number += 1
    if (line.trim() === '') continue
    lease.require()
    const place = `line ${number}`
    const row = takeRow(line, taken)
    if (typeof row === 'string') refuse(place, row)
    if (typeof row !== 'object') continue
    const rows = waiting.get(row.source) ?? []
    rows.push({ identity: row.identity, place })
    waiting.set(row.source, rows)
    if (rows.length >= BATCH) await confirm(row.source)
  }
  for (const source of waiting.keys()) await confirm(source)
}

/**
 * Returns the reason why a row is rejected, or undefined for a repeated row and a row of a rejected
 * source.
 */
function takeRow(line: string, taken: ReadonlyMap<string, Taken>) {
  try {
    const { source: id, identity } = parseRow(line)
    const source = taken.get(id)
    if (!source) return undefined
    const before = source.rows.get(identity.address)
    if (before && !isDeepStrictEqual(before, identity))
      return `${identity.address} occurs twice with different parameters`
    if (before) {
      source.repeated += 1
      return undefined
    }
    source.rows.set(identity.address, identity)
    return { source, identity }
  } catch (error) {
    return messageOf(error)
  }
}

/**
 * Confirms each batch at the newest block, because nodes keep the state of 128 blocks, which is
 * half a minute on a fast chain. Retries a failed batch with a smaller size.
 */
async function confirmAtHead(
  module: FollowedModule,
  identities: readonly PoolIdentity[],
  { config, client, node, lease, retryMs = 1_000 }: ImportDeps,
): Promise<boolean[]> {
  const confirmed: boolean[] = []
  let size = BATCH
  let failures = 0
  while (confirmed.length < identities.length) {
    lease.require()
    const part = identities.slice(confirmed.length, confirmed.length + size)
    try {
      const { hash: blockHash, l1Fee } = await node.latest()
      const read = createBlockReader(client, { multicall3: config.multicall3, blockHash, l1Fee })
      confirmed.push(...(await module.confirm(part, read)))
      failures = 0
    } catch (error) {
      failures += 1
      if (failures >= MAX_FAILURES) throw new UnconfirmedError(config, error)
      size = Math.ceil(size / 2)
      await sleep(retryMs * 2 ** (failures - 1))
    }
  }
  return confirmed
}

class UnconfirmedError extends Error {
  override readonly name = 'UnconfirmedError'

  constructor({ name, multicall3 }: ChainServiceConfig, cause: unknown) {
    const reason = cause instanceof Error ? errorInWords(cause) : String(cause)
    super(
      `The nodes of ${name} could not confirm pools, ${MAX_FAILURES} times in a row, each at their newest block: ${reason}. Nothing was imported, and what is stored stays. Check the nodes and that Multicall3 is at ${multicall3}, or name other nodes in \`rpcUrls\`, and import the file again.`,
      { cause },
    )
  }
}

/**
 * A crash leaves either the stored pools or the imported pools. Appends to stored pools that are a
 * prefix of the file. Otherwise stages the pools beside them and swaps both in one statement.
 */
async function storeSource(source: Taken, { store, lease }: ImportDeps): Promise<void> {
  const { module, parameters, checkpoint, pools } = source
  const key: SourceKey = { id: module.id, parameters }
  // No module id contains a space.
  const staged: SourceKey = { id: `${module.id} import`, parameters }
  // The factory reports this count, so an unconfirmed number must not replace it.
  const untraded = module.countPools ? 0 : checkpoint.untraded
  const to = toCheckpoint({ ...checkpoint, pools: pools.length, untraded })
  const stored = await readUsable(store, key)
  const from = stored?.checkpoints.at(-1)
  const added = stored ? getAdded(pools, stored.pools) : pools
  await lease.renew()
  // Removes the staged rows of an import that was interrupted.
  await store.discard(staged)
  if (!from) await store.discard(key)
  if (added) return store.append(key, { from, to, pools: added })
  try {
    await store.append(staged, { from: undefined, to, pools })
    await lease.renew()
    await store.move(staged, key, to)
  } catch (error) {
    await store.discard(staged).catch(() => undefined)
    throw error
  }
}

/**
 * Returns the pools that are not stored yet, or undefined if the store contains a different or
 * repeated pool.
 */
function getAdded(
  pools: readonly PoolIdentity[],
  stored: readonly PoolIdentity[],
): PoolIdentity[] | undefined {
  const added = new Map(pools.map((pool) => [pool.address, pool]))
  for (const pool of stored) {
    if (!isDeepStrictEqual(added.get(pool.address), pool)) return undefined
    added.delete(pool.address)
  }
  return [...added.values()]
}
