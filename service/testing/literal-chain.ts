import { type Address, sameAddress } from '../../wire/lib/address.ts'
import type { ChainSnapshot, ModuleCount } from '../chain/snapshot/chain-snapshot.ts'
import type { TokenMetadata } from '../chain/tokens/types.ts'
import type { FollowedChain } from '../chain/types.ts'
import type { ChainServiceConfig } from '../config/types.ts'
import type { PoolView } from '../modules/core/pool.ts'
import { sampleV2Pool } from '../modules/testing/sample-pools.ts'

/** Returns `n` as an address, for tokens and pools that only need to differ. */
export function makeAddress(n: number): Address {
  return `0x${n.toString(16).padStart(40, '0')}`
}

export const TOKENS = {
  usdc: { address: makeAddress(0xa1), symbol: 'USDC', name: 'USD Coin', decimals: 6 },
  weth: { address: makeAddress(0xa2), symbol: 'WETH', name: 'Wrapped Ether', decimals: 18 },
  wbtc: { address: makeAddress(0xa3), symbol: 'WBTC', name: 'Wrapped BTC', decimals: 8 },
  shady: { address: makeAddress(0xa4), symbol: 'SHADYLONGSYMBOL', name: 'Shady', decimals: 18 },
} satisfies Record<string, TokenMetadata>

/** Creates a pair of two tokens from its reserves in whole units. */
export function getPool(
  n: number,
  [a, amountA]: [TokenMetadata, number],
  [b, amountB]: [TokenMetadata, number],
): PoolView {
  const state = { reserve0: units(amountA, a.decimals), reserve1: units(amountB, b.decimals) }
  return sampleV2Pool(state, { n, tokens: [a.address, b.address] })
}

export const POOLS = [
  getPool(1, [TOKENS.weth, 1_000], [TOKENS.usdc, 3_000_000]),
  getPool(2, [TOKENS.wbtc, 10], [TOKENS.weth, 200]),
]

export interface LiteralChain extends FollowedChain {
  /** Moves to the next block, with these pools. */
  advance(pools: readonly PoolView[]): void
  setStale(stale: boolean): void
}

/** Creates a followed chain from literal tokens and pools, without a node. */
export function createLiteralChain({
  name = 'ethereum',
  id = 31337,
  pools = POOLS,
  tokens = Object.values(TOKENS),
  config = {},
}: {
  name?: string
  id?: number
  pools?: readonly PoolView[]
  tokens?: readonly TokenMetadata[]
  config?: Partial<ChainServiceConfig>
} = {}): LiteralChain {
  let stale = false
  let snapshot = getSnapshot(1n, pools)
  return {
    config: { ...chainConfig(name, id), ...config },
    snapshot: () => snapshot,
    headAgeMs: () => 0,
    isStale: () => stale,
    token: (address) => tokens.find((token) => token.address === address.toLowerCase()),
    tokens: () => tokens,
    knownPools: () => undefined,
    trouble: () => undefined,
    poolLoss: () => undefined,
    discovery: () => undefined,
    discoveryWait: () => undefined,
    nodeUse: () => [],
    advance(next) {
      snapshot = getSnapshot(snapshot.blockNumber + 1n, next)
    },
    setStale(next) {
      stale = next
    },
  }
}

function getSnapshot(blockNumber: bigint, pools: readonly PoolView[]): ChainSnapshot {
  return {
    blockNumber,
    blockHash: `0x${blockNumber.toString(16).padStart(64, '0')}`,
    timestamp: 1_700_000_000n + blockNumber,
    gasPrice: 1_000_000_000n,
    pools: () => pools,
    pool: (address) => pools.find((pool) => sameAddress(pool.address, address)),
    poolsBetween: (a, b) =>
      pools.filter(({ tokens: [first, second] }) =>
        sameAddress(first, a) ? sameAddress(second, b) : sameAddress(first, b) && sameAddress(second, a),
      ),
    modules: () => countModules(pools),
  }
}

function countModules(pools: readonly PoolView[]): ReadonlyMap<string, ModuleCount> {
  const counts = new Map<string, ModuleCount>()
  for (const { module } of pools) {
    const count = (counts.get(module)?.pools ?? 0) + 1
    counts.set(module, { pools: count, healthy: count })
  }
  return counts
}

export function chainConfig(name: string, id: number): ChainServiceConfig {
  return {
    name,
    id,
    rpcUrls: ['http://localhost:8545'],
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    weth: TOKENS.weth.address,
    permit2: makeAddress(0xb1),
    multicall3: makeAddress(0xb2),
    tickLens: makeAddress(0xb3),
    settlement: makeAddress(0xb4),
    executor: makeAddress(0xb5),
    settlementFeeBps: 3,
    referenceStable: TOKENS.usdc.address,
    baseTokens: [TOKENS.weth.address, TOKENS.usdc.address],
    sources: [
      {
        index: 0,
        module: 'uniswap-v2',
        name: 'Uniswap V2',
        kind: 'v2',
        factory: makeAddress(0xb6),
        initCodeHash: `0x${'1'.repeat(64)}`,
        feeBps: 30,
      },
    ],
    fromBlock: 0,
    blockSeconds: 2,
  }
}

function units(whole: number, decimals: number): bigint {
  return (BigInt(Math.round(whole * 1_000_000)) * 10n ** BigInt(decimals)) / 1_000_000n
}
