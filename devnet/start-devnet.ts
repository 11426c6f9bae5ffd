import type { ServiceConfig } from '../service/config-types.ts'
import { type DevnetAccounts, deriveAccounts } from './accounts.ts'
import { type Anvil, PortTakenError, startAnvil } from './anvil.ts'
import { CHAINS, type ChainPlan, type DevnetChainName } from './chains.ts'
import { deployChain } from './deploy-chain.ts'
import { createLendingMoves } from './lending-moves.ts'
import type { Manifest, ManifestChain } from './manifest.ts'
import { createMarket, type Market } from './market.ts'
import { catchUp, HISTORY_SECONDS, holdClock, liveThroughHistory, startPace } from './pace.ts'
import { createRandom } from './random.ts'
import { createRpc } from './rpc.ts'
import { serviceConfigOf } from './service-config.ts'
import { createSetup } from './setup.ts'
import { writeFiles } from './write-files.ts'

export interface DevnetOptions {
  /** Where `manifest.json` and `service.json` are written; nothing is written when omitted. */
  dir?: string
  /** Default: both. */
  chains?: DevnetChainName[]
  /** 0 or omitted: any free port. */
  ports?: Partial<Record<DevnetChainName, number>>
  /** Whether the market moves by itself every few seconds. Default true; either way it can be stepped by hand. */
  market?: boolean
  /** Seconds between blocks; 0 mines on each transaction only. Default 2. */
  blockSeconds?: number
}

export interface Devnet {
  manifest: Manifest
  serviceConfig: ServiceConfig
  rpcUrl(name: DevnetChainName): string
  market(name: DevnetChainName): Market
  /** Resolves when any of the nodes is gone, for whatever reason. */
  ended: Promise<void>
  /** Ends market and nodes; resolves when their processes are gone. */
  stop(): Promise<void>
}

interface RunningChain {
  name: DevnetChainName
  manifest: ManifestChain
  market: Market
  ended: Promise<void>
  stop(): Promise<void>
}

/** Starts the local chains with everything deployed on them. */
export async function startDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  const { chains = ['ethereum', 'base'], blockSeconds = 2, dir } = options
  const accounts = deriveAccounts()
  const starts = await Promise.allSettled(
    chains.map((name) => startChain(CHAINS[name], accounts, { ...options, blockSeconds })),
  )
  const running = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const stop = async () => {
    await Promise.all(running.map((chain) => chain.stop()))
  }
  const failure = starts.find((start) => start.status === 'rejected')
  if (failure) {
    await stop()
    throw failure.reason
  }

  const manifest: Manifest = {
    version: 1,
    chains: running.map((chain) => chain.manifest),
    accounts: accounts.funded,
  }
  const serviceConfig = serviceConfigOf(manifest, blockSeconds)
  if (dir !== undefined) writeFiles(dir, { 'manifest.json': manifest, 'service.json': serviceConfig })
  const chain = (name: DevnetChainName): RunningChain => {
    const found = running.find((candidate) => candidate.name === name)
    if (!found) throw new Error(`The chain ${name} was not started`)
    return found
  }
  return {
    manifest,
    serviceConfig,
    rpcUrl: (name) => chain(name).manifest.rpcUrl,
    market: (name) => chain(name).market,
    ended: Promise.race(running.map((chain) => chain.ended)),
    stop,
  }
}

async function startChain(
  plan: ChainPlan,
  accounts: DevnetAccounts,
  options: DevnetOptions & { blockSeconds: number },
): Promise<RunningChain> {
  const node = await startNode(plan, accounts, options.ports?.[plan.name] ?? 0)
  try {
    const rpc = createRpc(node.rpcUrl)
    await rpc.request('anvil_setLoggingEnabled', false)
    await holdClock(rpc)
    const deployed = await deployChain(rpc, plan, accounts)
    const { tokens } = deployed.manifest
    const lending = createLendingMoves(createRandom(plan.id + 1), deployed.earning, { plan, tokens })
    await liveThroughHistory(rpc, createSetup(rpc, accounts.marketMaker), lending)
    await catchUp(rpc, plan)
    const endPace = await startPace(rpc, plan, options.blockSeconds)
    const manifest: ManifestChain = { ...deployed.manifest, rpcUrl: node.rpcUrl, wsUrl: node.wsUrl }
    const { desks, feeds } = deployed
    const market = createMarket(rpc, {
      chain: manifest,
      desks,
      lending,
      feeds,
      marketMaker: accounts.marketMaker,
    })
    if (options.market !== false) market.start()
    const stop = async () => {
      endPace()
      await market.stop()
      await node.stop()
    }
    return { name: plan.name, manifest, market, ended: node.ended, stop }
  } catch (error) {
    await node.stop()
    throw error
  }
}

async function startNode(plan: ChainPlan, accounts: DevnetAccounts, port: number): Promise<Anvil> {
  try {
    return await startAnvil({
      chainId: plan.id,
      port,
      genesisTimestamp: Math.floor(Date.now() / 1000) - HISTORY_SECONDS,
      accounts: accounts.funded.length,
    })
  } catch (error) {
    if (!(error instanceof PortTakenError)) throw error
    throw new Error(
      `Port ${port} is taken, and the chain ${plan.name} needs it. Free it, or set ${plan.portVariable} to another.`,
      { cause: error },
    )
  }
}
