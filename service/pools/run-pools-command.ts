import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createChainNode } from '../chain/node.ts'
import { createRpcNodes } from '../chain/rpc-nodes.ts'
import { getSourceTerms } from '../chain/source-terms.ts'
import type { ChainServiceConfig } from '../config/types.ts'
import type { Database } from '../database/database.ts'
import { endLease, takeLease } from '../database/take-lease.ts'
import { splitFollowed } from '../modules/core/module.ts'
import { createModules } from '../modules/create-modules.ts'
import { createPoolStore } from './create-pool-store.ts'
import { importPools } from './import-pools.ts'
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

/** Invalid arguments. */
export class PoolsCommandError extends Error {
  override readonly name = 'PoolsCommandError'
}

export interface PoolsCommandDeps {
  chains: readonly ChainServiceConfig[]
  database: Database
  lines: AsyncIterable<string>
  write(text: string): void
  /** For what is no output: counts, and what was refused. */
  tell(text: string): void
}

const LEASE_SECONDS = 20

/** Runs one command. Returns the number of rows and sources that were refused. */
export async function runPoolsCommand(args: readonly string[], deps: PoolsCommandDeps): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true, strict: false })
  const [command, name] = positionals
  if (command === undefined || command === 'help') {
    deps.write(POOLS_HELP)
    return 0
  }
  if (command !== 'import' && command !== 'export')
    throw new PoolsCommandError(`There is no command ${command}`)
  const config = deps.chains.find((chain) => chain.name === name)
  if (!config) {
    const names = deps.chains.map((chain) => chain.name).join(', ')
    throw new PoolsCommandError(`${name ?? 'No name'} is no chain of the config. There are: ${names}`)
  }
  return command === 'export' ? exportChain(config, deps) : importChain(config, deps)
}

async function exportChain(config: ChainServiceConfig, { database, write, tell }: PoolsCommandDeps) {
  const store = createPoolStore({ database, chainId: config.id, isWriter: () => false })
  const found = []
  for (const { id } of splitFollowed(createModules(config).followed).announcing) {
    const terms = getSourceTerms(config, id)
    const { checkpoints, pools } = await store.read({ id, terms })
    const checkpoint = checkpoints.at(-1)
    if (checkpoint) found.push({ id, terms, checkpoint, pools })
    tell(
      checkpoint ? `${id}: ${pools.length} pools up to block ${checkpoint.block}` : `${id}: none are stored`,
    )
  }
  const sources = found.map(({ id, terms, checkpoint: { block, hash, untraded }, pools }) => {
    return { source: id, terms: { ...terms }, block, hash, pools: pools.length, untraded }
  })
  write(writeHeader({ format: 'sluice-pools', version: 1, chainId: config.id, sources }))
  for (const { id, pools } of found) {
    for (const identity of pools) write(writeRow({ source: id, identity }))
  }
  return 0
}

async function importChain(config: ChainServiceConfig, { database, lines, tell }: PoolsCommandDeps) {
  const lease = { name: poolsLease(config.id), holder: randomUUID() }
  const renew = () => takeLease(database.query, { ...lease, seconds: LEASE_SECONDS })
  if (!(await renew())) {
    throw new PoolsCommandError(
      'A service keeps the pools of this chain now. Stop it first, and try again in 20 seconds.',
    )
  }
  const renewal = setInterval(() => void renew().catch(() => undefined), (LEASE_SECONDS * 1000) / 3)
  const ending = new AbortController()
  let refused = 0
  try {
    const { client } = createRpcNodes(config, { signal: ending.signal })
    const rest = lines[Symbol.asyncIterator]()
    const first = await rest.next()
    if (first.done) throw new PoolsCommandError('The file is empty')
    const imported = await importPools(
      parseHeader(first.value),
      { [Symbol.asyncIterator]: () => rest },
      {
        config,
        client,
        node: createChainNode(client),
        store: createPoolStore({ database, chainId: config.id, isWriter: () => true }),
        refuse(what, reason) {
          refused += 1
          tell(`Refused ${what}: ${reason}`)
        },
      },
    )
    for (const [id, pools] of imported) tell(`${id}: ${pools} pools imported`)
    return refused
  } finally {
    clearInterval(renewal)
    ending.abort()
    await endLease(database.query, lease).catch(() => undefined)
  }
}
