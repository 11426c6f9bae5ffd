import { createRandom } from '../wire/testing/random.ts'
import { deployChain } from './deploy-chain.ts'
import {
  catchUp,
  HISTORY_SECONDS,
  holdClock,
  mineHistory,
  startMining,
  wallSeconds,
} from './market/block-timing.ts'
import { createLendingActivity } from './market/lending-activity.ts'
import { createMarket, type Market } from './market/market.ts'
import { slowDownWhenIdle } from './market/slow-when-idle.ts'
import type { DevnetAccounts } from './node/accounts.ts'
import { type Anvil, type ChainStart, PortTakenError, startAnvil } from './node/anvil.ts'
import { createRpc } from './node/rpc.ts'
import type { ChainPlan, DevnetChainName } from './plan/chains.ts'
import type { ManifestChain } from './plan/manifest.ts'
import { createSetup } from './setup/setup.ts'

export interface RunningChain {
  name: DevnetChainName
  manifest: ManifestChain
  market: Market
  /** Resolves when a node of the chain exits, for any reason. */
  ended: Promise<void>
  stop(): Promise<void>
}

interface ChainOptions {
  accounts: DevnetAccounts
  port: number
  blockSeconds: number
  /** True if the market runs automatically. */
  market: boolean
  lasting: boolean
  now: number | undefined
  codeBytes: number | undefined
}

/** Starts one chain with everything deployed, a month of history, and a running clock. */
export async function startChain(plan: ChainPlan, options: ChainOptions): Promise<RunningChain> {
  const { accounts, port, blockSeconds, lasting, now, codeBytes } = options
  const { marketMaker } = accounts
  const nodes: Anvil[] = []
  const stopNodes = () => Promise.all(nodes.map((node) => node.stop()))
  const begin = async (start: ChainStart, at: number) => {
    const node = await startNode(plan, {
      ...{ port: at, accounts: accounts.funded.length, codeBytes },
      ...start,
    })
    nodes.push(node)
    return { node, rpc: createRpc(node.rpcUrl) }
  }
  try {
    const genesisTimestamp = (now ?? wallSeconds()) - HISTORY_SECONDS
    const past = await begin({ genesisTimestamp }, lasting ? 0 : port)
    await holdClock(past.rpc)
    const { manifest: deployed, earning, desks, feeds } = await deployChain(past.rpc, plan, accounts)
    const moves = { plan, tokens: deployed.tokens }
    const lending = createLendingActivity(createRandom(plan.id + 1), earning, moves)
    await mineHistory(past.rpc, createSetup(past.rpc, marketMaker), lending)
    await catchUp(past.rpc, plan, now)

    const { node, rpc } = lasting ? await begin({ past: past.node.rpcUrl }, port) : past
    await rpc.request('anvil_impersonateAccount', marketMaker)
    const endPace = await startMining(rpc, plan, blockSeconds)
    const manifest: ManifestChain = { ...deployed, rpcUrl: node.rpcUrl, wsUrl: node.wsUrl }
    const market = createMarket(rpc, { chain: manifest, desks, lending, feeds, marketMaker })
    if (options.market) market.start()
    const endRest = lasting ? slowDownWhenIdle(rpc, { market, marketMaker, blockSeconds }) : () => undefined
    const stop = async () => {
      endRest()
      endPace()
      await market.stop()
      await stopNodes()
    }
    const ended = Promise.race(nodes.map((each) => each.ended))
    return { name: plan.name, manifest, market, ended, stop }
  } catch (error) {
    await stopNodes()
    throw error
  }
}

type NodeOptions = { port: number; accounts: number; codeBytes?: number | undefined } & ChainStart

/**
 * Starts a node without mining. If the port is taken, the error names the variable that overrides
 * it.
 */
export async function startNode(plan: ChainPlan, options: NodeOptions): Promise<Anvil> {
  const node = await startAnvil({ ...options, chainId: plan.id }).catch((error: unknown) => {
    if (!(error instanceof PortTakenError)) throw error
    throw new Error(
      `Port ${error.port} is taken, and the chain ${plan.name} needs it. Free it, or set ${plan.portVariable} to another.`,
      { cause: error },
    )
  })
  await createRpc(node.rpcUrl).request('anvil_setLoggingEnabled', false)
  return node
}
