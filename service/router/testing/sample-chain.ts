import * as v from 'valibot'
import { createPublicClient, custom } from 'viem'
import { type Address, isNativeToken, NATIVE_TOKEN } from '../../../wire/lib/address.ts'
import {
  type ParsedPriceRequest,
  type PriceRequest,
  priceRequestSchema,
} from '../../../wire/price-request.ts'
import type { RoutedChain } from '../../chain/routed-chain.ts'
import { createPoolIndex } from '../../chain/snapshot/pool-index.ts'
import { createRoutedSnapshot } from '../../chain/snapshot/routed-snapshot.ts'
import { VersionedMap } from '../../chain/snapshot/versioned-map.ts'
import type { TokenMetadata, TokenSet } from '../../chain/tokens/types.ts'
import type { ChainServiceConfig } from '../../config/types.ts'
import type { Pool } from '../../modules/core/pool.ts'
import { sampleAddress, sampleV2Pool } from '../../modules/testing/sample-pools.ts'
import { chainConfig, TOKENS } from '../../testing/literal-chain.ts'

export const { usdc, weth, wbtc } = TOKENS
export const dai = token(0xa5, 'DAI', 18)
export const loner = token(0xa6, 'LONE', 18)
export const USER = sampleAddress(0x1001)

const E18 = 10n ** 18n

/** WETH costs 3,000 dollars and WBTC 60,000. DAI trades only with USDC. */
export const samplePools: readonly Pool[] = [
  pair(1, [usdc, 3_000_000_000_000n], [weth, 1_000n * E18]),
  pair(2, [usdc, 300_000_000_000n], [weth, 100n * E18], 'delta-v2'),
  pair(3, [weth, 2_000n * E18], [wbtc, 100_00000000n]),
  pair(4, [usdc, 1_000_000_000_000n], [dai, 1_000_000n * E18]),
]

export interface SampleChain extends RoutedChain {
  setStale(): void
  setTaxed(token: Address): void
}

/**
 * Creates a chain with fixed pools. Requests to its node fail. With `hasNode` the node returns
 * reads but simulates no swap.
 */
export function createSampleChain({
  pools = samplePools,
  config = {},
  hasNode = false,
}: {
  pools?: readonly Pool[]
  config?: Partial<ChainServiceConfig>
  hasNode?: boolean
} = {}): SampleChain {
  const tokens: TokenMetadata[] = [usdc, weth, wbtc, dai, loner]
  const base = chainConfig('ethereum', 31337)
  const merged = { ...base, sources: [...base.sources, deltaSource(base)], ...config }
  let tradable: TokenSet = new VersionedMap(tokens.map(({ address }) => [address, true]))
  let isStale = false
  const block = {
    blockNumber: 7n,
    blockHash: `0x${'07'.repeat(32)}`,
    timestamp: 1_700_000_000n,
    gasPrice: 1_000_000_000n,
  } as const
  const snapshot = createRoutedSnapshot(block, createPoolIndex(pools))
  const known = (address: Address) => tokens.find((found) => found.address === address.toLowerCase())
  return {
    config: merged,
    client: createPublicClient({
      transport: custom(
        {
          request: hasNode
            ? readLargeNumbers
            : () => Promise.reject(new Error('The sample chain has no node. Pass hasNode: true.')),
        },
        { retryCount: 0 },
      ),
    }),
    snapshot: () => snapshot,
    headAgeMs: () => 0,
    isStale: () => isStale,
    token: (address) =>
      isNativeToken(address) ? { address: NATIVE_TOKEN, ...merged.nativeCurrency } : known(address),
    tokens: () => tokens,
    knownPools: () => undefined,
    trouble: () => undefined,
    poolLoss: () => undefined,
    discovery: () => undefined,
    discoveryWait: () => undefined,
    nodeUse: () => [],
    prepare: async () => undefined,
    isKnownPool: () => false,
    tradableTokens: () => tradable,
    suspect: () => undefined,
    setStale: () => {
      isStale = true
    },
    setTaxed(address) {
      tradable = tradable.with(new Map([[address, undefined]]))
    },
  }
}

/** The maximum number of reads without a swap. */
const MAX_READS = 4

/** Responds to `eth_simulateV1`: every read returns a large number. */
async function readLargeNumbers({ params }: { params?: unknown }) {
  const [{ blockStateCalls }] = params as [{ blockStateCalls: { calls: unknown[] }[] }]
  if (blockStateCalls.some(({ calls }) => calls.length > MAX_READS))
    throw new Error('The sample node simulates no swap.')
  const result = { status: '0x1', gasUsed: '0x5208', returnData: `0x${'f'.repeat(192)}` }
  return blockStateCalls.map(({ calls }) => ({ calls: calls.map(() => result) }))
}

/** Returns a parsed request. Default: one WETH for USDC. */
export function sampleRequest(changes: Partial<PriceRequest> = {}): ParsedPriceRequest {
  return v.parse(priceRequestSchema, {
    chainID: 'ethereum',
    inputToken: weth.address,
    outputToken: usdc.address,
    inputAmount: E18.toString(),
    userAddress: USER,
    outputReceiver: USER,
    uniquePID: 'test',
    ...changes,
  })
}

export function pair(
  n: number,
  [a, reserveA]: [TokenMetadata, bigint],
  [b, reserveB]: [TokenMetadata, bigint],
  module = 'uniswap-v2',
): Pool {
  const isSorted = a.address < b.address
  return sampleV2Pool(
    isSorted ? { reserve0: reserveA, reserve1: reserveB } : { reserve0: reserveB, reserve1: reserveA },
    { n, module, tokens: isSorted ? [a.address, b.address] : [b.address, a.address] },
  )
}

function token(n: number, symbol: string, decimals: number): TokenMetadata {
  return { address: sampleAddress(n), symbol, name: symbol, decimals }
}

function deltaSource({ sources }: ChainServiceConfig) {
  const [first] = sources
  if (!first) throw new Error('The sample configuration has no source')
  return { ...first, index: 1, module: 'delta-v2', name: 'Delta' }
}
