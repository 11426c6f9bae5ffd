import { tokenPlan } from '../../devnet/plan/tokens.ts'
import { startTestDevnet, type TestChain, type TestDevnet } from '../../devnet/testing/devnet.ts'
import { createClients } from '../../src/clients/create-clients.ts'
import { startWidgetService, type WidgetService } from '../../src/clients/testing/widget-service.ts'
import { resolveConfig } from '../../src/config/resolve-config.ts'
import type { ResolvedChain, ResolvedConfig } from '../../src/config/types.ts'
import { createSwapBench, type SwapBench } from '../../src/execution/testing/swap-bench.ts'
import type { Hex } from '../../wire/lib/address.ts'
import { sleep } from '../../wire/lib/sleep.ts'
import { createHeldResponses, type HeldResponses } from './held-responses.ts'
import { type Allowance, readAllowances } from './holdings.ts'
import { type LyingNode, startLyingNode } from './lying-node.ts'
import { type LyingService, startLyingService } from './lying-service.ts'
import { type SignatureLie, type WalletLie, type WalletRequest, watchWallet } from './lying-wallet.ts'
import type { Mode } from './modes.ts'
import { type Effect, prepareAttacks } from './replay.ts'
import { ACCOUNTS, approveAsBefore, SWAPS, type SwapName } from './swaps.ts'

/** A user session, and the requests its wallet received. */
export interface Session {
  bench: SwapBench
  /** The config of the host, and its chain. */
  config: ResolvedConfig
  chain: ResolvedChain
  requests: readonly WalletRequest[]
  walletLieCount(): number
}

/** The environment of a test file: a chain, and the service and a node behind proxies that can change responses. */
export interface LieStage {
  devnet: TestDevnet
  chain: TestChain
  service: LyingService
  node: LyingNode
  held: HeldResponses
  /** The offset of the clock that page and service share. */
  clock: { offsetMs: number }
  nowMs(): number
  /** The last block before any run, and the user's allowances in it. */
  baseBlock: bigint
  baseAllowances: readonly Allowance[]
  /** Effects of calls, cached by the checks. */
  effects: Map<string, Effect>
  /** Swaps whose honest responses are cached. */
  recordedSwaps: Set<SwapName>
  /** Creates a wallet and an execution. */
  openSession(
    mode: Mode,
    options: { swap: SwapName; wallet: WalletLie | undefined; signature: SignatureLie | undefined },
  ): Promise<Session>
  /** Removes all lies of service and node. */
  clearLies(): void
  /** Releases the delayed responses, and resolves when they have been handled. */
  release(): Promise<void>
  /** Restores the initial state. */
  reset(): Promise<void>
  stop(): Promise<void>
}

const SETTLE_MS = 10

/** Needs a global `window`: wallets announce themselves on it. */
export async function startLieStage(): Promise<LieStage> {
  const devnet = await startTestDevnet({ chains: ['ethereum'] })
  const service = await startWidgetService(devnet)
  const chain = devnet.chain()
  const held = createHeldResponses()
  const clock = { offsetMs: 0 }
  const nowMs = () => Date.now() + clock.offsetMs
  let requests: readonly WalletRequest[] = []
  const sent = () => requests.reduce((sum, { hashes }) => sum + hashes.length, 0)
  const lyingService = await startLyingService({ service, chain, held, clock })
  const lyingNode = await startLyingNode({ rpcUrl: chain.manifest.rpcUrl, held, sent })
  await approveAsBefore(chain)
  await prepareAttacks(chain)
  const snapshot = async () => (await chain.testClient.snapshot()) as Hex
  // An empty block, so that it contains no transaction of a run.
  await chain.testClient.mine({ blocks: 1 })
  let base = await snapshot()
  const baseBlock = await chain.publicClient.getBlockNumber()
  const baseAllowances = await readAllowances(chain, chain.account(ACCOUNTS.user), [
    chain.manifest.contracts.settlement,
  ])
  let bench: SwapBench | undefined

  async function release(): Promise<void> {
    held.release()
    await Promise.all([lyingService.settled(), lyingNode.settled()])
    // A response is handled some event loop turns after it was received.
    await sleep(SETTLE_MS)
  }

  return {
    devnet,
    chain,
    service: lyingService,
    node: lyingNode,
    held,
    clock,
    nowMs,
    baseBlock,
    baseAllowances,
    effects: new Map(),
    recordedSwaps: new Set(),
    async openSession(mode, { swap, wallet: lie, signature }) {
      const host = createHost(mode, { service, url: lyingService.origin, rpcUrl: lyingNode.url })
      let watched: ReturnType<typeof watchWallet> | undefined
      bench = await createSwapBench({
        devnet,
        service: host,
        account: ACCOUNTS.user,
        outputPriceUsd: tokenPlan(SWAPS[swap].output).priceUsd,
        now: nowMs,
        onWallet: (wallet) => {
          watched = watchWallet(wallet, { lie, signature, chain, held, nowMs, snapshot })
        },
      })
      if (!watched) throw new Error('The bench has no wallet')
      requests = watched.requests
      const config = resolveConfig(host.config)
      return { bench, config, chain: config.chains[0], requests, walletLieCount: watched.lieCount }
    },
    clearLies() {
      lyingService.lies.price = undefined
      lyingService.lies.quote = undefined
      lyingNode.lie = undefined
    },
    release,
    async reset() {
      bench?.stop()
      bench = undefined
      requests = []
      if (held.isHolding()) await release()
      lyingService.reset()
      lyingNode.reset()
      clock.offsetMs = 0
      await chain.testClient.revert({ id: base })
      base = await snapshot()
      await lyingService.refresh()
    },
    async stop() {
      bench?.stop()
      await release()
      await Promise.all([lyingService.stop(), lyingNode.stop()])
      await service.stop()
      await devnet.stop()
    },
  }
}

/** A host whose service and RPC are the proxies. */
function createHost(
  mode: Mode,
  { service, url, rpcUrl }: { service: WidgetService; url: string; rpcUrl: string },
): Pick<WidgetService, 'config' | 'clients' | 'caughtUp'> {
  const config = {
    ...service.config,
    baseUrl: `${url}/router`,
    tokensUrl: `${url}/tokens`,
    exchangeRatesUrl: `${url}/rates`,
    yieldUrl: `${url}/yield`,
    verification: mode.verification,
    chains: service.config.chains.map((chain) => ({ ...chain, rpcUrls: [rpcUrl], codec: mode.codec })),
  }
  // The proxy itself waits for the service to catch up.
  return { config, clients: createClients(() => config), caughtUp: async () => undefined }
}
