import type { DevnetChainName } from '../../../devnet/plan/chains.ts'
import { startTestDevnet, type TestChain, type TestDevnet } from '../../../devnet/testing/devnet.ts'
import type { Address } from '../../../wire/lib/address.ts'
import { startWidgetService, type WidgetService } from '../../clients/testing/widget-service.ts'
import { createSwapBench, type SwapBench, type SwapBenchOptions } from './swap-bench.ts'

/** The setup of a file of swap tests: a devnet, the service, and a new bench per test. */
export interface SwapSuite {
  devnet: TestDevnet
  service: WidgetService
  chain: TestChain
  settlement: Address
  open(options?: Partial<SwapBenchOptions>): Promise<SwapBench>
  /** After each test: stops the bench and resets its remaining allowances. */
  reset(): Promise<void>
  stop(): Promise<void>
}

const TOKENS = ['WETH', 'USDC', 'USDT', 'DAI']

/**
 * Needs a global `window`: wallets announce themselves on it.
 * @param chains default: only Ethereum, because each chain takes seconds to start
 */
export async function startSwapSuite(chains: DevnetChainName[] = ['ethereum']): Promise<SwapSuite> {
  const devnet = await startTestDevnet({ chains })
  const service = await startWidgetService(devnet)
  const chain = devnet.chain()
  const { settlement } = chain.manifest.contracts
  let bench: SwapBench | undefined
  return {
    devnet,
    service,
    chain,
    settlement,
    async open(options = {}) {
      bench = await createSwapBench({ devnet, service, ...options })
      return bench
    },
    async reset() {
      bench?.stop()
      await chain.testClient.setAutomine(true)
      for (const token of TOKENS) await chain.approve(token, settlement, 0n)
    },
    async stop() {
      await service.stop()
      await devnet.stop()
    },
  }
}
