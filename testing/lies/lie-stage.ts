import { tokenPlan } from '../../devnet/tokens.ts'
import { createClients } from '../../src/clients/create-clients.ts'
import { resolveConfig } from '../../src/config/resolve-config.ts'
import type { ResolvedChain } from '../../src/config/types.ts'
import type { Hex } from '../../src/lib/address.ts'
import { sleep } from '../../src/lib/sleep.ts'
import { startTestDevnet, type TestChain, type TestDevnet } from '../devnet.ts'
import { createSwapBench, type SwapBench } from '../swap-bench.ts'
import { startTestService, type TestService } from '../test-service.ts'
import { createHeld, type Held } from './held.ts'
import { type Allowance, readAllowances } from './holdings.ts'
import { type LyingNode, startLyingNode } from './lying-node.ts'
import { type LyingService, startLyingService } from './lying-service.ts'
import { type WalletLie, type WalletRequest, watchWallet } from './lying-wallet.ts'
import type { Mode } from './modes.ts'
import { type Effect, prepareAttacks } from './replay.ts'
import { ACCOUNTS, approveAsBefore, SWAPS, type SwapName } from './swaps.ts'

/** The person, and what they have been asked to sign. */
export interface Seat {
  bench: SwapBench
  /** The chain as the host configured it. */
  chain: ResolvedChain
  requests: readonly WalletRequest[]
  walletLiesTold(): number
}

/** One world for a file of lies: a chain, the service and a node, each behind a proxy that can lie. */
export interface LieStage {
  devnet: TestDevnet
  chain: TestChain
  service: LyingService
  node: LyingNode
  held: Held
  /** The time as everybody tells it: the page, the service. */
  clock: { offsetMs: number }
  nowMs(): number
  /** The last block that is no run's, and what the person had allowed by then. */
  baseBlock: bigint
  baseAllowances: readonly Allowance[]
  /** What calls were seen to do, kept by the referee. */
  effects: Map<string, Effect>
  /** Swaps of which the honest answers are known. */
  heard: Set<SwapName>
  /** Sits a person down at a new execution. */
  seat(mode: Mode, options: { swap: SwapName; wallet: WalletLie | undefined }): Promise<Seat>
  /** Service and node are honest from now on. */
  silenceLies(): void
  /** Lets what is held back come after all, and resolves when it has been taken in. */
  release(): Promise<void>
  /** Everything as it was at the start. */
  reset(): Promise<void>
  stop(): Promise<void>
}

const TAKEN_IN_MS = 10

/** `window` has to be there: wallets announce themselves on it. */
export async function startLieStage(): Promise<LieStage> {
  const devnet = await startTestDevnet({ chains: ['ethereum'] })
  const service = await startTestService(devnet)
  const chain = devnet.chain()
  const held = createHeld()
  const clock = { offsetMs: 0 }
  const nowMs = () => Date.now() + clock.offsetMs
  let requests: readonly WalletRequest[] = []
  const sent = () => requests.reduce((sum, { hashes }) => sum + hashes.length, 0)
  const lyingService = await startLyingService({ service, chain, held, clock })
  const lyingNode = await startLyingNode({ rpcUrl: chain.manifest.rpcUrl, held, sent })
  await approveAsBefore(chain)
  await prepareAttacks(chain)
  const snapshot = async () => (await chain.testClient.snapshot()) as Hex
  // An empty block, so that nothing in it is anybody's doing.
  await chain.testClient.mine({ blocks: 1 })
  let base = await snapshot()
  const baseBlock = await chain.publicClient.getBlockNumber()
  const baseAllowances = await readAllowances(chain, chain.account(ACCOUNTS.person), [
    chain.manifest.contracts.settlement,
  ])
  let bench: SwapBench | undefined

  async function release(): Promise<void> {
    held.release()
    await Promise.all([lyingService.settled(), lyingNode.settled()])
    // An answer is taken in some turns after it has come.
    await sleep(TAKEN_IN_MS)
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
    heard: new Set(),
    async seat(mode, { swap, wallet: lie }) {
      const host = serviceAs(mode, { service, url: lyingService.origin, rpcUrl: lyingNode.url })
      let watched: ReturnType<typeof watchWallet> | undefined
      bench = await createSwapBench({
        devnet,
        service: host,
        account: ACCOUNTS.person,
        outputPriceUsd: tokenPlan(SWAPS[swap].output).priceUsd,
        now: nowMs,
        onWallet: (wallet) => {
          watched = watchWallet(wallet, { lie, chain, held, nowMs, snapshot })
        },
      })
      if (!watched) throw new Error('The bench has no wallet')
      requests = watched.requests
      const [configured] = resolveConfig(host.config).chains
      return { bench, chain: configured, requests, walletLiesTold: watched.liesTold }
    },
    silenceLies() {
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

/** The config of a host whose service and RPC are the proxies. */
function serviceAs(
  mode: Mode,
  { service, url, rpcUrl }: { service: TestService; url: string; rpcUrl: string },
): Pick<TestService, 'config' | 'clients' | 'caughtUp'> {
  const config = {
    ...service.config,
    baseUrl: `${url}/router`,
    tokensUrl: `${url}/tokens`,
    exchangeRatesUrl: `${url}/rates`,
    yieldUrl: `${url}/yield`,
    verification: mode.verification,
    chains: service.config.chains.map((chain) => ({ ...chain, rpcUrls: [rpcUrl], codec: mode.codec })),
  }
  // The proxy waits for the service where it asks it.
  return { config, clients: createClients(() => config), caughtUp: async () => undefined }
}
