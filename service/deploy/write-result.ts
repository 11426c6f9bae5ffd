import { chmod, mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Address } from 'viem'
import { shippedInput } from '../../contracts/compile.ts'
import { readConfigFile } from '../config/load-config.ts'
import type { UndeployedChain } from '../config/types.ts'
import { toChainName } from '../lib/chain-name.ts'
import type { Deployment } from './deployment.ts'

/**
 * Writes a verified settlement into the config file and keeps the rest. Sources from a preset are
 * written by name, because a later preset may have more than this settlement.
 */
export async function writeConfig(
  path: string,
  { name, sources }: UndeployedChain,
  { settlement, executor, arguments: { treasury } }: Deployment,
): Promise<void> {
  const config = (await readConfigFile(path)) as { chains: Record<string, unknown>[] }
  const chains = config.chains.map((chain) => {
    if (toChainName(String(chain.name)) !== name) return chain
    // The service derives the executor from the settlement, so only an existing entry is corrected.
    const named = chain.executor === undefined ? {} : { executor }
    const lent = chain.sources ?? sources.map(({ module }) => module)
    return { ...chain, sources: lent, settlement, ...named, treasury }
  })
  await replace(path, { ...config, chains })
}

/**
 * Writes the files for block explorers next to the config: the compiler's standard JSON input, and
 * for each contract its address, name, compiler and constructor arguments.
 * @returns the folder
 */
export async function writeExplorerFiles(
  configPath: string,
  chain: UndeployedChain,
  deployment: Deployment,
): Promise<string> {
  const folder = join(dirname(configPath), 'deployments', chain.name)
  await mkdir(folder, { recursive: true })
  const contract = (name: string, address: Address) => ({ address, contract: `src/${name}.sol:${name}` })
  await replace(join(folder, 'standard-input.json'), shippedInput())
  await replace(join(folder, 'deployment.json'), {
    chain: chain.name,
    chainId: chain.id,
    compiler: getCompiler(),
    settlement: {
      ...contract('Settlement', deployment.settlement),
      constructorArguments: deployment.constructorArguments,
    },
    // Created by the settlement, so explorers verify it with the same input.
    executor: {
      ...contract('Executor', deployment.executor),
      constructorArguments: deployment.executorArguments,
    },
  })
  return folder
}

/** Version as explorers name it: v0.8.37+commit.… */
function getCompiler(): string {
  const { version } = createRequire(import.meta.url)('solc') as { version(): string }
  return `v${version().replace('.Emscripten.clang', '')}`
}

/**
 * Replaces a file atomically, so that a reader never sees half of it. Keeps its mode, because it
 * may hold keys, and a link's target. A file of another owner is written in place, because that
 * owner could not read a new one.
 */
async function replace(path: string, value: object): Promise<void> {
  const text = `${JSON.stringify(value, undefined, 2)}\n`
  const target = (await ifThere(realpath(path))) ?? path
  const before = await ifThere(stat(target))
  const draft = `${target}.${process.pid}`
  try {
    await rm(draft, { force: true })
    await writeFile(draft, text, { flag: 'wx', mode: before ? 0o600 : 0o666 })
    const { uid, gid } = await stat(draft)
    if (before && (before.uid !== uid || before.gid !== gid)) return await writeFile(target, text)
    if (before) await chmod(draft, before.mode & 0o7777)
    await rename(draft, target)
  } finally {
    await rm(draft, { force: true })
  }
}

async function ifThere<Found>(found: Promise<Found>): Promise<Found | undefined> {
  return found.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}
