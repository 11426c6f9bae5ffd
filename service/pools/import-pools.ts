import type { Hex } from '../../src/lib/address.ts'
import { createBlockReader } from '../chain/block-reader.ts'
import type { ChainNode } from '../chain/node.ts'
import { type PoolStore, UnusableStoreError } from '../chain/pool-store.ts'
import { getSourceTerms } from '../chain/source-terms.ts'
import type { ChainServiceConfig } from '../config/types.ts'
import { messageOf } from '../lib/message-of.ts'
import type { BlockReader, FollowedModule } from '../modules/core/module.ts'
import { splitFollowed } from '../modules/core/module.ts'
import type { PoolIdentity } from '../modules/core/pool.ts'
import { createModules } from '../modules/create-modules.ts'
import { type PoolFileHeader, parseRow, toCheckpoint } from './pool-file.ts'

type Client = Parameters<typeof createBlockReader>[0]

export interface ImportDeps {
  config: ChainServiceConfig
  client: Client
  node: ChainNode
  store: PoolStore
  /** A source or row that is not taken, and why. */
  refuse(what: string, reason: string): void
}

/** Pools imported, by source. */
export type Imported = ReadonlyMap<string, number>

/** Rows that are confirmed at a time. */
const BATCH = 2_000

interface Taken {
  module: FollowedModule
  terms: Record<string, string>
  checkpoint: PoolFileHeader['sources'][number]
  pools: PoolIdentity[]
}

/**
 * Stores the pools of a file in place of those that are stored of its sources, each once its factory has confirmed it at the
 * head. A source that is not the one of the config, whose block is not of the chain, or that lacks a pool, is refused as a
 * whole: later starts read no announcements before its block.
 */
export async function importPools(
  header: PoolFileHeader,
  lines: AsyncIterable<string>,
  deps: ImportDeps,
): Promise<Imported> {
  const { config, client, node, store, refuse } = deps
  const genesis = (await node.hashAt(0n).catch(() => null)) ?? undefined
  if (header.chainId !== config.id)
    throw new Error(`The file is of chain ${header.chainId}, not ${config.id}`)
  if (genesis && header.genesis && genesis !== header.genesis) {
    throw new Error('The file is of another chain with the same id: its genesis block differs')
  }
  const head = await node.latest()
  const { hash: blockHash, l1Fee } = head
  const read = createBlockReader(client, { multicall3: config.multicall3, blockHash, l1Fee })
  const taken = new Map<string, Taken>()
  for (const checkpoint of header.sources) {
    const found = await takeSource(checkpoint, { ...deps, genesis, head: Number(head.number) })
    if (typeof found === 'string') refuse(`source ${checkpoint.source}`, found)
    else taken.set(checkpoint.source, found)
  }
  await readRows(lines, { taken, read, refuse })
  const imported = new Map<string, number>()
  for (const [id, { module, terms, checkpoint, pools }] of taken) {
    if (pools.length !== checkpoint.pools) {
      refuse(
        `source ${id}`,
        `it has ${checkpoint.pools} pools, and ${pools.length} of the file are confirmed`,
      )
      continue
    }
    // What its factory counts must not be made up by a number that nothing confirms.
    const untraded = module.countPools ? 0 : checkpoint.untraded
    const to = toCheckpoint({ ...checkpoint, untraded })
    await store.discard({ id, terms })
    await store.append({ id, terms }, { from: undefined, to, pools })
    imported.set(id, pools.length)
  }
  return imported
}

/** Or the reason why it is refused. */
async function takeSource(
  checkpoint: PoolFileHeader['sources'][number],
  { config, node, store, genesis, head }: ImportDeps & { genesis: Hex | undefined; head: number },
): Promise<Taken | string> {
  const { source: id, block, hash } = checkpoint
  const module = splitFollowed(createModules(config).followed).announcing.find((one) => one.id === id)
  if (!module) return 'the config has no such source'
  const terms = { ...getSourceTerms(config, id), ...(genesis && { genesis }) }
  for (const [name, value] of Object.entries(terms)) {
    const theirs = checkpoint.terms[name]
    if (theirs !== undefined && theirs.toLowerCase() !== value) {
      return `its ${name} is ${theirs}, and that of the config ${value}`
    }
  }
  if (checkpoint.terms.factory === undefined) return 'its terms name no factory'
  if (block > head) return `its block ${block} is not there yet`
  if ((await node.hashAt(BigInt(block))) !== hash) return `its block ${block} is not of the chain`
  try {
    const stored = (await store.read({ id, terms }, Number.MAX_SAFE_INTEGER)).checkpoints.at(-1)
    if (stored && stored.block >= block) return `its pools are known up to block ${stored.block} already`
  } catch (error) {
    if (!(error instanceof UnusableStoreError)) throw error
  }
  return { module, terms, checkpoint, pools: [] }
}

interface RowsDeps extends Pick<ImportDeps, 'refuse'> {
  taken: ReadonlyMap<string, Taken>
  read: BlockReader
}

async function readRows(lines: AsyncIterable<string>, { taken, read, refuse }: RowsDeps): Promise<void> {
  const waiting = new Map<Taken, { identity: PoolIdentity; place: string }[]>()
  const seen = new Set<string>()

  async function confirm(source: Taken): Promise<void> {
    const rows = waiting.get(source) ?? []
    waiting.delete(source)
    const confirmed = await source.module.confirm(
      rows.map(({ identity }) => identity),
      read,
    )
    for (const [i, { identity, place }] of rows.entries()) {
      if (confirmed[i]) source.pools.push(identity)
      else refuse(`${place}: ${identity.address}`, 'its factory does not name it, or names it otherwise')
    }
  }

  let number = 1
  for await (const line of lines) {
    number += 1
    if (line.trim() === '') continue
    const place = `line ${number}`
    try {
      const { source: id, identity } = parseRow(line)
      const source = taken.get(id)
      if (!source) continue
      if (seen.has(`${id} ${identity.address}`)) throw new Error(`${identity.address} is there twice`)
      seen.add(`${id} ${identity.address}`)
      const rows = waiting.get(source) ?? []
      rows.push({ identity, place })
      waiting.set(source, rows)
      if (rows.length >= BATCH) await confirm(source)
    } catch (error) {
      refuse(place, messageOf(error))
    }
  }
  for (const source of waiting.keys()) await confirm(source)
}
