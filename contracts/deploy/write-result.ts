import { chmod, mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Address } from 'viem'
import { readConfigFile } from '../../service/config/load-config.ts'
import type { UndeployedChain } from '../../service/config/types.ts'
import { toChainName } from '../../service/lib/chain-name.ts'
import { shippedInput } from '../compile.ts'
import type { Deployment } from './deployment.ts'

/**
 * Puts a verified settlement into the config file, and leaves the rest of the file as it is. Sources that a preset lent are
 * written down by name: a later preset may know more than this settlement.
 */
export async function writeConfig(
  path: string,
  { name, sources }: UndeployedChain,
  { settlement, executor, arguments: { treasury } }: Deployment,
): Promise<void> {
  const config = (await readConfigFile(path)) as { chains: Record<string, unknown>[] }
  const chains = config.chains.map((chain) => {
    if (toChainName(String(chain.name)) !== name) return chain
    // The service knows the executor by its settlement: only a name that is there is corrected.
    const named = chain.executor === undefined ? {} : { executor }
    const lent = chain.sources ?? sources.map(({ module }) => module)
    return { ...chain, sources: lent, settlement, ...named, treasury }
  })
  await replace(path, { ...config, chains })
}

/**
 * What block explorers ask for, beside the config: the compiler's standard JSON input, and for each contract its address,
 * name, compiler and constructor arguments.
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
    // Created by the settlement: explorers find it by the same input.
    executor: {
      ...contract('Executor', deployment.executor),
      constructorArguments: deployment.executorArguments,
    },
  })
  return folder
}

/** As explorers name it: v0.8.37+commit.… */
function getCompiler(): string {
  const { version } = createRequire(import.meta.url)('solc') as { version(): string }
  return `v${version().replace('.Emscripten.clang', '')}`
}

/**
 * At once: whoever reads meanwhile finds the old file or the new one. A file keeps its mode, for it may hold keys, and a link
 * its target. A file of another owner, who could not read a new one, is written in place.
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
