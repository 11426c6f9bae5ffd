import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createChainNode } from '../chain/blocks/node.ts'
import { getSourceParameters } from '../chain/discovery/source-parameters.ts'
import { createRpcNodes } from '../chain/rpc/rpc-nodes.ts'
import type { ChainServiceConfig } from '../config/types.ts'
import type { Database } from '../database/database.ts'
import { endLease, takeLease } from '../database/take-lease.ts'
import { messageOf } from '../lib/message-of.ts'
import { splitFollowed } from '../modules/core/module.ts'
import { createModules } from '../modules/create-modules.ts'
import { createPoolStore } from './create-pool-store.ts'
import { type HeldLease, importPools } from './import-pools.ts'
import { createImportProgress } from './import-progress.ts'
import { poolsLease } from './keep-pools.ts'
import { parseHeader, writeHeader, writeRow } from './pool-file.ts'

export const POOLS_HELP = `Moves the pools that were discovered on a chain from one database to another.

  npm run pools -- export <chain> > pools.ndjson
  npm run pools -- import <chain> < pools.ndjson
      each pool is confirmed by its factory through the nodes of the chain; what is refused is named, and the rest is
      stored. No service may run on the database meanwhile.

Chains and nodes come from SLUICE_CONFIG, the database from DATABASE_URL or SLUICE_DATA_DIR. service/pools/README.md
describes the format.
`

/** The arguments are invalid, or a service writes the pools. */
export class PoolsCommandError extends Error {
  override readonly name = 'PoolsCommandError'
}

export interface PoolsCommandDeps {
  chains: readonly ChainServiceConfig[]
  database: Database
  lines: AsyncIterable<string>
  write(text: string): void
  /** Prints messages that are not output: counts and refusals. */
  tell(text: string): void
  /** Duration of an import's lease in whole seconds. Default: 20. */
  leaseSeconds?: number
  /**
   * Delay in milliseconds before failed nodes are retried. It doubles after each failure. Default:
   * 1,000.
   */
  retryMs?: number
  /** Interval in milliseconds at which an import reports its progress. Default: 5,000. */
  tellEveryMs?: number
}

/** Runs one command. Returns the number of refused rows and sources. */
export async function runPoolsCommand(args: readonly string[], deps: PoolsCommandDeps): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true, strict: false })
  const [command, name] = positionals
  if (command === undefined || command === 'help') {
    deps.write(POOLS_HELP)
    return 0
  }
  if (command !== 'import' && command !== 'export')
    throw new PoolsCommandError(
      `There is no command ${command}. \`npm run pools -- help\` lists the commands`,
    )
  const config = deps.chains.find((chain) => chain.name === name)
  if (!config) {
    const names = deps.chains.map((chain) => chain.name).join(', ')
    throw new PoolsCommandError(
      `The config has no chain named ${name ?? '(no name given)'}. Chains: ${names}`,
    )
  }
  return command === 'export' ? exportChain(config, deps) : importChain(config, deps)
}

async function exportChain(config: ChainServiceConfig, { database, write, tell }: PoolsCommandDeps) {
  const store = createPoolStore({ database, chainId: config.id, isWriter: () => false })
  const found = []
  for (const { id } of splitFollowed(createModules(config).followed).announcing) {
    const parameters = getSourceParameters(config, id)
    const { checkpoints, pools } = await store.read({ id, parameters })
    const checkpoint = checkpoints.at(-1)
    if (checkpoint) found.push({ id, parameters, checkpoint, pools })
    tell(
      checkpoint ? `${id}: ${pools.length} pools up to block ${checkpoint.block}` : `${id}: none are stored`,
    )
  }
  const sources = found.map(({ id, parameters, checkpoint: { block, hash, untraded }, pools }) => {
    return { source: id, terms: { ...parameters }, block, hash, pools: pools.length, untraded }
  })
  write(writeHeader({ format: 'sluice-pools', version: 1, chainId: config.id, sources }))
  for (const { id, pools } of found) {
    for (const identity of pools) write(writeRow({ source: id, identity }))
  }
  return 0
}

function readHeader(line: string) {
  try {
    return parseHeader(line)
  } catch (error) {
    throw new PoolsCommandError(
      `Line 1 is no header of a file of pools: ${messageOf(error)}. \`npm run pools -- export\` writes such files; nothing was imported.`,
    )
  }
}

async function importChain(config: ChainServiceConfig, deps: PoolsCommandDeps) {
  const { database, lines, tell, leaseSeconds = 20, retryMs, tellEveryMs = 5_000 } = deps
  const lease = await holdLease(database, { name: poolsLease(config.id), seconds: leaseSeconds })
  const ending = new AbortController()
  const progress = createImportProgress()
  const telling = setInterval(() => tell(progress.describe()), tellEveryMs)
  let refused = 0
  try {
    const { client } = createRpcNodes(config, { signal: ending.signal })
    const rest = lines[Symbol.asyncIterator]()
    const first = await rest.next()
    if (first.done) throw new PoolsCommandError('The file is empty')
    const imported = await importPools(
      readHeader(first.value),
      { [Symbol.asyncIterator]: () => rest },
      {
        ...{ config, client, lease, retryMs },
        node: createChainNode(client),
        store: createPoolStore({ database, chainId: config.id, isWriter: () => true }),
        refuse(what, reason) {
          refused += 1
          tell(`Refused ${what}: ${reason}`)
        },
        watch: progress,
      },
    )
    for (const [id, pools] of imported) tell(`${id}: ${pools} pools imported`)
    return refused
  } finally {
    clearInterval(telling)
    ending.abort()
    await lease.end()
  }
}

/**
 * Acquires the lease and renews it until `end`. A lost lease stays lost, because another writer may
 * have started.
 */
async function holdLease({ query }: Database, { name, seconds }: { name: string; seconds: number }) {
  const lease = { name, holder: randomUUID(), seconds }
  let untilMs = Number.POSITIVE_INFINITY
  let lost: PoolsCommandError | undefined

  /** Measures from before the query, so the lease ends here before it ends in the database. */
  async function ask(): Promise<boolean> {
    const askedMs = performance.now()
    const isTaken = await takeLease(query, lease)
    if (isTaken) untilMs = askedMs + seconds * 1_000
    return isTaken
  }

  const held: HeldLease = {
    require() {
      if (performance.now() >= untilMs) {
        lost ??= new PoolsCommandError(
          `The lease on the pools of this chain could not be renewed for ${seconds} seconds: a service may keep them since. See that the database answers, and import the file again; what was not imported yet is stored as it was.`,
        )
      }
      if (lost) throw lost
    },
    async renew() {
      held.require()
      if (!(await ask())) {
        lost ??= new PoolsCommandError(
          'A service has taken over the pools of this chain. Stop it, and import the file again in 20 seconds; what was not imported yet is stored as it was.',
        )
      }
      held.require()
    },
  }

  // The first statement opens the database, which can take longer than the lease.
  await query('SELECT 1')
  if (!(await ask())) {
    throw new PoolsCommandError(
      'A service keeps the pools of this chain now. Stop it first, and try again in 20 seconds.',
    )
  }
  // A failed renewal is reported by the next step of the import.
  const renewal = setInterval(() => void held.renew().catch(() => undefined), (seconds * 1_000) / 3)
  return {
    ...held,
    async end() {
      clearInterval(renewal)
      await endLease(query, lease).catch(() => undefined)
    },
  }
}
