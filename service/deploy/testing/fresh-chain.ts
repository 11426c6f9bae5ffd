import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestClient, type Hex, http, publicActions } from 'viem'
import { foundry } from 'viem/chains'
import { deriveAccounts } from '../../../devnet/node/accounts.ts'
import { startAnvil } from '../../../devnet/node/anvil.ts'
import type { UndeployedChain } from '../../config/types.ts'
import { getDeployer } from '../../modules/core/source-config.ts'
import { chainConfig, makeAddress } from '../../testing/literal-chain.ts'
import type { DeployOptions } from '../options.ts'
import { runDeploy } from '../run-deploy.ts'

const GENESIS = 1_750_000_000
export const TREASURY = '0x7ea5000000000000000000000000000000000001'
/** Code that stops; external contracts only need to exist here. */
const ANY_CODE: Hex = '0x00'
export const PATIENCE = { pollMs: 20, waitMs: 5_000, hintMs: 500, settleMs: 100 }

export const [PAYER, PAUPER] = deriveAccounts().funded as [Account, Account]
type Account = ReturnType<typeof deriveAccounts>['funded'][number]

export type FreshChain = Awaited<ReturnType<typeof startFreshChain>>

/** A node with the contracts that a config names and nothing else, and a config file for it. */
export async function startFreshChain(
  chain: UndeployedChain = undeployed('ethereum', 31337),
  { mines = true, hardFork }: { mines?: boolean; hardFork?: string } = {},
) {
  const anvil = await startAnvil({
    chainId: chain.id,
    port: 0,
    genesisTimestamp: GENESIS,
    accounts: 1,
    ...(hardFork && { hardFork }),
  })
  const folder = await mkdtemp(join(tmpdir(), 'sluice-deploy-'))
  const configPath = join(folder, 'service.json')
  const client = createTestClient({
    chain: { ...foundry, id: chain.id },
    mode: 'anvil',
    transport: http(anvil.rpcUrl, { retryCount: 0 }),
    cacheTime: 0,
  }).extend(publicActions)
  const exchanges = chain.sources.flatMap((source) => [source.factory, getDeployer(source)])
  const { weth, permit2, multicall3, referenceStable, tickLens = [] } = chain
  for (const address of [weth, permit2, multicall3, referenceStable, ...exchanges].concat(tickLens)) {
    await client.setCode({ address, bytecode: ANY_CODE })
  }
  await client.setAutomine(mines)

  const writeChain = (change: Partial<UndeployedChain> = {}, base: object = chain) =>
    writeFile(configPath, JSON.stringify({ chains: [{ ...base, rpcUrls: [anvil.rpcUrl], ...change }] }))
  await writeChain()
  const lines: string[] = []

  return {
    client,
    configPath,
    folder,
    rpcUrl: anvil.rpcUrl,
    /** Output so far. */
    text: () => lines.join('\n'),
    writeChain,
    readConfig: async (): Promise<{ chains: Record<string, unknown>[] }> =>
      JSON.parse(await readFile(configPath, 'utf8')),
    deploy: (options: Partial<DeployOptions> = {}) =>
      runDeploy(
        {
          configPath,
          nodes: {},
          chains: undefined,
          treasury: TREASURY,
          payer: { key: PAYER.privateKey },
          send: true,
          ...options,
        },
        { patience: PATIENCE, log: (line) => lines.push(line) },
      ),
    async stop() {
      await anvil.stop()
      await rm(folder, { recursive: true })
    },
  }
}

/** A chain of a config without a settlement, with the same rows under every name. */
export function undeployed(name: string, id: number): UndeployedChain {
  const { settlement: _, executor: __, ...chain } = chainConfig(name, id)
  return {
    ...chain,
    sources: [
      ...chain.sources,
      {
        index: 1,
        module: 'uniswap-v3',
        name: 'Uniswap V3',
        kind: 'v3',
        factory: makeAddress(0xb7),
        initCodeHash: `0x${'2'.repeat(64)}`,
      },
      {
        index: 2,
        module: 'pancakeswap-v3',
        name: 'PancakeSwap V3',
        kind: 'v3',
        factory: makeAddress(0xb8),
        deployer: makeAddress(0xb9),
        initCodeHash: `0x${'3'.repeat(64)}`,
      },
    ],
  }
}
