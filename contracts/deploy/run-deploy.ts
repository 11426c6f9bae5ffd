import { isAddress } from 'viem'
import { parseUndeployedConfig, readConfigFile } from '../../service/config/load-config.ts'
import { secretAddresses } from '../../service/config/secret-addresses.ts'
import type { UndeployedChain } from '../../service/config/types.ts'
import { createRedact } from '../../service/observability/redact.ts'
import { PRESETS } from '../../service/presets/presets.ts'
import { deployChain } from './deploy-chain.ts'
import { getHost } from './get-host.ts'
import { toSentence } from './inspect-chain.ts'
import type { DeployOptions } from './options.ts'
import type { Patience } from './send-step.ts'
import { writeConfig, writeExplorerFiles } from './write-result.ts'

const CAUTION = 'The contracts are unaudited software: tokens that are approved to them can be lost.'

/**
 * Deploys to the chains of a config, one after the other; a chain that fails does not keep the others from it.
 * @returns whether each chain has what it needs, or would have it with `send`
 */
export async function runDeploy(
  options: DeployOptions,
  { patience, log: print }: { patience: Patience; log(line: string): void },
): Promise<boolean> {
  const { configPath, nodes, send } = options
  const config = parseUndeployedConfig(await readExisting(configPath), {
    source: configPath,
    nodes,
    presets: PRESETS,
    only: options.chains,
  })
  const redact = createRedact(secretAddresses({ nodes }, config))
  const log = (line: string) => print(redact(line))
  const { chains } = config
  if (options.replace && chains.length > 1) {
    throw new Error('--replace is about a transaction of one chain: name the chain with --chain.')
  }

  let planned = 0
  let failed = 0
  for (const chain of chains) {
    try {
      const state = await deployOne(chain, options, { patience, log })
      if (state === 'planned') planned += 1
    } catch (error) {
      failed += 1
      log(`${chain.name}, through ${getHost(chain)}, is not done:\n${toSentence(error)}`)
    }
  }
  log('')
  if (failed > 0) log(`${failed} of ${chains.length} chains failed. What is done stays done: run this again.`)
  if (planned > 0) log('Nothing was sent. Add --send to send it.')
  if (!send || planned > 0) log(CAUTION)
  return failed === 0
}

async function deployOne(
  chain: UndeployedChain,
  { treasury: named, payer, send, replace, configPath }: DeployOptions,
  tools: { patience: Patience; log(line: string): void },
): Promise<'verified' | 'planned'> {
  const treasury = named ?? chain.treasury
  if (!treasury)
    throw new Error('  Nobody earns the fees: name the treasury with --treasury or in the config.')
  if (!isAddress(treasury)) {
    throw new Error(
      `  The capital letters of the treasury ${treasury} do not fit its digits: look for a slip in it.`,
    )
  }
  const { state, deployment } = await deployChain(chain, { treasury, payer, send, replace, ...tools })
  if (state === 'verified' && send) {
    await writeConfig(configPath, chain, deployment)
    const folder = await writeExplorerFiles(configPath, chain, deployment)
    tools.log(`  written      ${configPath}, and for block explorers ${folder}`)
  }
  return state
}

async function readExisting(path: string): Promise<unknown> {
  return readConfigFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new Error(`There is no config at ${path}. Begin with a copy of config.example.json.`)
  })
}
