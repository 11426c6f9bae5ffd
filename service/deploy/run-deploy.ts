import { isAddress } from 'viem'
import { parseUndeployedConfig, readConfigFile } from '../config/load-config.ts'
import { secretAddresses } from '../config/secret-addresses.ts'
import type { UndeployedChain } from '../config/types.ts'
import { createRedact } from '../observability/redact.ts'
import { PRESETS } from '../presets/presets.ts'
import { deployChain } from './deploy-chain.ts'
import { getHost } from './get-host.ts'
import { toSentence } from './inspect-chain.ts'
import type { DeployOptions } from './options.ts'
import type { Patience } from './send-step.ts'
import { writeConfig, writeExplorerFiles } from './write-result.ts'

const CAUTION = 'The contracts are unaudited software: tokens that are approved to them can be lost.'

/**
 * Deploys to the chains of a config in sequence. A failure on one chain does not stop the others.
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
    throw new Error('--replace applies to one chain. Pass --chain <name>.')
  }

  let planned = 0
  let failed = 0
  for (const chain of chains) {
    try {
      const state = await deployOne(chain, options, { patience, log })
      if (state === 'planned') planned += 1
    } catch (error) {
      failed += 1
      log(`${chain.name}, through ${getHost(chain)}, failed:\n${toSentence(error)}`)
    }
  }
  log('')
  if (failed > 0) log(`${failed} of ${chains.length} chains failed. Completed steps remain; run this again.`)
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
    throw new Error('  No treasury for the fees. Pass --treasury <address> or set it in the config.')
  if (!isAddress(treasury)) {
    throw new Error(`  The checksum of the treasury ${treasury} is wrong. Check the address for a typo.`)
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
    throw new Error(`No config at ${path}. Start with a copy of config.example.json.`)
  })
}
