import * as v from 'valibot'
import type { Hex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { compileOnce } from '../../../contracts/compile-once.ts'
import { readSettlement } from '../../../contracts/testing/read-settlement.ts'
import type { Step } from '../../../contracts/testing/route.ts'
import { decodeRoute, decodeSwap, toSellingRoute } from '../../../contracts/testing/settlement-calldata.ts'
import { createTestChain } from '../../../devnet/setup/test-chain.ts'
import type { DevnetOptions } from '../../../devnet/start-devnet.ts'
import { startTestDevnet, type TestChain, type TestDevnet } from '../../../devnet/testing/devnet.ts'
import { executorAbi, settlementAbi } from '../../../wire/abi/settlement.ts'
import { type Address, isNativeToken } from '../../../wire/lib/address.ts'
import { type PriceRequest, priceRequestSchema } from '../../../wire/price-request.ts'
import { until } from '../../../wire/testing/until.ts'
import type { ChainEvent } from '../../chain/chain-events.ts'
import { type ChainFollower, createFollowedChain } from '../../chain/followed-chain.ts'
import { toSourceRow } from '../../config/source-rows.ts'
import type { ChainServiceConfig, LiquiditySourceConfig } from '../../config/types.ts'
import { createRouterEngine } from '../../router/router-engine.ts'
import { solveUnlimited } from '../../router/testing/unlimited-solver.ts'

/** Index of the trading account. */
export const TRADER = 1
const RECEIVER: Address = '0x00000000000000000000000000000000000A11cE'
const TREASURY: Address = '0x7ea5000000000000000000000000000000000001'

/** Tools with which a test adds contracts. */
interface DevnetTools {
  test: TestChain
  node: ReturnType<typeof createTestChain>
  config: ChainServiceConfig
  /** Deploys one of the contracts compiled for tests. */
  deploy(name: string, args?: unknown[]): Promise<Address>
}

interface Extension {
  /**
   * Their indexes follow the devnet's own sources. A source with an existing index replaces that
   * source.
   */
  sources: readonly LiquiditySourceConfig[]
  baseTokens: readonly Address[]
}

type CheckedRequest = v.InferOutput<typeof priceRequestSchema>

interface RoutedDevnet {
  test: TestChain
  chain: ChainFollower
  /** Events of the chain, oldest first. */
  events: readonly ChainEvent[]
  router: ReturnType<typeof createRouterEngine>
  reachesHead(): Promise<void>
  /** Expects the executor's row of a source to match its config, and returns it. */
  expectRow(source: LiquiditySourceConfig): Promise<{ kind: number }>
  toRequest(inputToken: Address, outputToken: Address, changes: Partial<PriceRequest>): CheckedRequest
  /** Quotes, sends in the second of the quote, and measures the amounts. */
  trade(request: CheckedRequest): Promise<{
    quote: Awaited<ReturnType<RoutedDevnet['router']['quote']>>
    /** Steps of the quote's call, in the order of execution. */
    steps: readonly Step[]
    gasUsed: bigint
    spent: bigint
    received: bigint
  }>
}

/**
 * Extends the devnet with sources, a settlement that trusts all sources, and a router. Read only
 * inside tests and hooks. Each test restores the chain.
 */
export function setupRoutedDevnet(
  extend: (tools: DevnetTools, firstIndex: number) => Promise<Extension>,
  options: Pick<DevnetOptions, 'codeBytes'> = {},
): RoutedDevnet {
  const routed = {} as RoutedDevnet
  let devnet: TestDevnet | undefined
  let id: Hex

  beforeAll(async () => {
    devnet = await startTestDevnet(options)
    const test = devnet.chain()
    const [configured] = devnet.serviceConfig.chains
    if (!configured) throw new Error('The devnet has no chain')
    const { wsUrl: _, ...config } = configured
    const node = createTestChain(config.rpcUrls[0] ?? '')
    const contracts = await compileOnce('test')
    const deploy: DevnetTools['deploy'] = (name, args) => {
      const contract = contracts.get(name)
      if (!contract) throw new Error(`There is no contract ${name}`)
      return node.deploy(contract, args)
    }
    const added = await extend({ test, node, config, deploy }, config.sources.length)
    const sources = [
      ...new Map([...config.sources, ...added.sources].map((source) => [source.index, source])).values(),
    ]
    const settlement = await node.deploy(readSettlement(), [
      config.weth,
      config.permit2,
      TREASURY,
      sources.map(toSourceRow),
    ])
    const executor = await test.publicClient.readContract({
      address: settlement,
      abi: settlementAbi,
      functionName: 'executor',
    })
    const baseTokens = [...config.baseTokens, ...added.baseTokens]
    const events: ChainEvent[] = []
    const chain = createFollowedChain(
      { ...config, baseTokens, sources, settlement, executor },
      { pollMs: 50, rediscoverMs: 250, onEvent: (event) => events.push(event) },
    )
    await chain.start()
    Object.assign(routed, {
      test,
      chain,
      events,
      router: createRouterEngine({ chains: [chain], solver: solveUnlimited }),
    })
  })

  beforeEach(async () => {
    id = await routed.test.testClient.snapshot()
  })

  afterEach(async () => {
    await routed.test.testClient.revert({ id })
    await routed.reachesHead()
  })

  afterAll(async () => {
    await routed.chain?.stop()
    await devnet?.stop()
  })

  return Object.assign(routed, {
    async reachesHead() {
      const { hash } = await routed.test.publicClient.getBlock()
      await until(() => routed.chain.snapshot()?.blockHash === hash)
    },
    async expectRow(source) {
      const row = await routed.test.publicClient.readContract({
        address: routed.chain.config.executor,
        abi: executorAbi,
        functionName: 'source',
        args: [source.index],
      })
      expect(row).toEqual(toSourceRow(source))
      return row
    },
    toRequest: (inputToken, outputToken, changes) =>
      v.parse(priceRequestSchema, {
        chainID: 'ethereum',
        inputToken,
        outputToken,
        userAddress: routed.test.account(TRADER),
        outputReceiver: RECEIVER,
        uniquePID: 'test',
        ...changes,
      }),
    async trade(request) {
      const { test, router } = routed
      const { inputToken, outputToken } = request
      const trader = test.account(TRADER)
      await routed.reachesHead()
      const quote = await router.quote(request)
      expect(quote).toMatchObject({ revert: false, error: null, lowBalance: false, lowAllowance: false })
      const [owned, held] = [
        await test.balanceOf(inputToken, trader),
        await test.balanceOf(outputToken, RECEIVER),
      ]
      const { timestamp } = await test.publicClient.getBlock()
      await test.testClient.setNextBlockTimestamp({ timestamp })
      const called = decodeSwap(quote.calldata ?? '0x')
      if (!quote.router || !quote.calldata || !called) throw new Error('The quote has no calldata to send')
      const call = { to: quote.router, data: quote.calldata, value: BigInt(quote.value) }
      const hash = await test.send(call, TRADER)
      const { gasUsed, effectiveGasPrice } = await test.publicClient.getTransactionReceipt({ hash })
      const gasFee = isNativeToken(inputToken) ? gasUsed * effectiveGasPrice : 0n
      return {
        quote,
        steps: decodeRoute(toSellingRoute(called.route)),
        gasUsed,
        spent: owned - (await test.balanceOf(inputToken, trader)) - gasFee,
        received: (await test.balanceOf(outputToken, RECEIVER)) - held,
      }
    },
  } satisfies Pick<RoutedDevnet, 'reachesHead' | 'expectRow' | 'toRequest' | 'trade'>)
}
