import { createGasModels } from './gas-models.mjs'
import {
  AlphaRouter,
  BaseProvider,
  BigNumber,
  CurrencyAmount,
  Pair,
  Pool,
  Protocol,
  TradeType,
} from './packages.mjs'
import { createPools } from './pools.mjs'
import { createQuoteProvider } from './quote-provider.mjs'

const CHAIN = 1
const BLOCK = 1
const PROTOCOLS = [Protocol.V2, Protocol.V3, Protocol.MIXED]

/** Creates the router with providers that replace node, subgraph and token list. */
export function createRouter(market) {
  const pools = createPools(market)
  const gasModels = createGasModels(market.gas, pools.tokens.get(market.tokenOut.toLowerCase()))
  const router = new AlphaRouter({
    chainId: CHAIN,
    provider: new BaseProvider(CHAIN),
    multicall2Provider: {},
    v2SubgraphProvider: { getPools: async () => listed(pools, 'v2') },
    v3SubgraphProvider: { getPools: async () => listed(pools, 'v3') },
    v4SubgraphProvider: { getPools: async () => [] },
    v2PoolProvider: poolProvider(pools, (a, b) => Pair.getAddress(a, b)),
    v3PoolProvider: poolProvider(pools, (a, b, fee) => Pool.getAddress(a, b, fee)),
    v4PoolProvider: { getPools: async () => ({ getAllPools: () => [], getPool: () => undefined }) },
    onChainQuoteProvider: createQuoteProvider(),
    tokenProvider: tokenProvider(pools),
    gasPriceProvider: { getGasPrice: async () => ({ gasPriceWei: BigNumber.from(1) }) },
    v2GasModelFactory: gasModels,
    v3GasModelFactory: gasModels,
    v4GasModelFactory: gasModels,
    mixedRouteGasModelFactory: gasModels,
    blockedTokenListProvider: { hasTokenByAddress: async () => false },
    tokenValidatorProvider: { validateTokens: async () => ({ getValidationByToken: () => undefined }) },
    tokenPropertiesProvider: { getTokensProperties: async () => ({}) },
    swapRouterProvider: {},
  })
  const tokenIn = pools.tokens.get(market.tokenIn.toLowerCase())
  const tokenOut = pools.tokens.get(market.tokenOut.toLowerCase())
  // The router's defaults for mainnet, except for options that call a node.
  const config = { blockNumber: BLOCK, protocols: PROTOCOLS, useCachedRoutes: false }

  /** Returns its paths with their parts of the amount, and its estimates. */
  return async function route(amountIn) {
    const amount = CurrencyAmount.fromRawAmount(tokenIn, amountIn)
    const found = await router.route(amount, tokenOut, TradeType.EXACT_INPUT, undefined, config)
    if (!found) return undefined
    return {
      quote: found.quote.quotient.toString(),
      paths: found.route.map(({ amount: part, route: { pools: hops, pairs } }) => ({
        amountIn: part.quotient.toString(),
        pools: (hops ?? pairs).map(pools.indexOf),
      })),
    }
  }
}

function listed({ entries }, kind) {
  return entries.flatMap(({ pool, built, tokens: [token0, token1] }) => {
    if (pool.kind !== kind) return []
    const ends = {
      token0: { id: token0.address.toLowerCase() },
      token1: { id: token1.address.toLowerCase() },
    }
    const { depthUsd, depthNative } = pool
    return kind === 'v2'
      ? [
          {
            id: Pair.getAddress(token0, token1).toLowerCase(),
            ...ends,
            supply: depthNative,
            reserve: depthNative,
            reserveUSD: depthUsd,
          },
        ]
      : [
          {
            id: Pool.getAddress(token0, token1, pool.fee).toLowerCase(),
            ...ends,
            feeTier: String(pool.fee),
            liquidity: built.liquidity.toString(),
            tvlETH: depthNative,
            tvlUSD: depthUsd,
          },
        ]
  })
}

/** Creates a pool provider that caches addresses, as the router's own providers do. */
function poolProvider(pools, computeAddress) {
  const known = new Map()
  function getPoolAddress(tokenA, tokenB, fee) {
    const [token0, token1] = tokenA.sortsBefore(tokenB) ? [tokenA, tokenB] : [tokenB, tokenA]
    const key = `${token0.address} ${token1.address} ${fee}`
    const poolAddress = known.get(key) ?? computeAddress(token0, token1, fee)
    known.set(key, poolAddress)
    return { poolAddress, token0, token1 }
  }
  return {
    getPoolAddress,
    async getPools(wanted) {
      const found = new Map()
      for (const [tokenA, tokenB, fee] of wanted) {
        const pool = pools.find(tokenA, tokenB, fee)
        if (pool) found.set(getPoolAddress(tokenA, tokenB, fee).poolAddress.toLowerCase(), pool)
      }
      return {
        getPool: (tokenA, tokenB, fee) =>
          found.get(getPoolAddress(tokenA, tokenB, fee).poolAddress.toLowerCase()),
        getPoolByAddress: (address) => found.get(address.toLowerCase()),
        getAllPools: () => [...found.values()],
      }
    },
  }
}

function tokenProvider({ tokens }) {
  const all = [...tokens.values()]
  return {
    getTokens: async () => ({
      getTokenByAddress: (address) => tokens.get(address.toLowerCase()),
      getTokenBySymbol: (symbol) => all.find((token) => token.symbol === symbol),
      getAllTokens: () => all,
    }),
  }
}
