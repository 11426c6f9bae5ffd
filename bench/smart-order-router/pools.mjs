import { CurrencyAmount, JSBI, Pair, Pool, TickListDataProvider, TickMath, Token } from './packages.mjs'

const CHAIN = 1
const SPACINGS = { 100: 1, 500: 10, 3000: 60, 10000: 200 }

/** Creates the market's tokens and pools as objects of the SDKs, with lookups. */
export function createPools(market) {
  const tokens = new Map(
    market.tokens.map(({ address, symbol, decimals }) => [
      address.toLowerCase(),
      new Token(CHAIN, address, decimals, symbol),
    ]),
  )
  const byKey = new Map()
  const indexOf = new Map()
  const entries = market.pools.map((pool, index) => {
    const pair = pool.tokens.map((address) => tokens.get(address.toLowerCase()))
    const built = pool.kind === 'v2' ? createPair(pool, pair) : createPool(pool, pair)
    const key = getKey(...pair, pool.kind === 'v2' ? undefined : pool.fee)
    byKey.set(key, built)
    indexOf.set(key, index)
    return { pool, built, tokens: pair }
  })
  return {
    tokens,
    entries,
    find: (tokenA, tokenB, fee) => byKey.get(getKey(tokenA, tokenB, fee)),
    /** Returns the index of a pool in the market. */
    indexOf: (built) =>
      indexOf.get(getKey(built.token0, built.token1, built instanceof Pair ? undefined : built.fee)),
  }
}

function createPair({ reserves }, pair) {
  return new Pair(...pair.map((token, i) => CurrencyAmount.fromRawAmount(token, reserves[i])))
}

function createPool({ fee, tick, positions }, [token0, token1]) {
  const nets = new Map()
  let active = 0n
  for (const { lower, upper, delta } of positions) {
    const liquidity = BigInt(delta)
    nets.set(lower, (nets.get(lower) ?? 0n) + liquidity)
    nets.set(upper, (nets.get(upper) ?? 0n) - liquidity)
    if (lower <= tick && tick < upper) active += liquidity
  }
  const ticks = [...nets]
    .filter(([, net]) => net !== 0n)
    .sort(([a], [b]) => a - b)
    .map(([index, net]) => ({
      index,
      liquidityNet: JSBI.BigInt(net.toString()),
      liquidityGross: JSBI.BigInt((net < 0n ? -net : net).toString()),
    }))
  const provider = new TickListDataProvider(ticks, SPACINGS[fee])
  return new Pool(
    token0,
    token1,
    fee,
    TickMath.getSqrtRatioAtTick(tick),
    JSBI.BigInt(active.toString()),
    tick,
    provider,
  )
}

function getKey(tokenA, tokenB, fee) {
  const [low, high] = [tokenA.address, tokenB.address].map((address) => address.toLowerCase()).sort()
  return `${low} ${high} ${fee ?? 'v2'}`
}
