import { encodeFunctionData, multicall3Abi, toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../src/lib/address.ts'
import { addressAt, encodeCall, uintAt } from '../../lib/abi-words.ts'
import type { BlockReader, ContractCall, SampledModule } from '../core/module.ts'
import type { SourceConfig } from '../core/source-config.ts'
import type { Places } from './invariant.ts'
import { createStableswap, type StableswapState } from './stableswap-math.ts'
import { createStableswapPool, type StableswapCoin } from './stableswap-pool.ts'

/** A plain pool of Curve's StableSwap, of the code of its first ones. */
export interface StableswapSourceConfig extends SourceConfig {
  kind: 'stableswap'
  /** The pool itself. */
  factory: Address
}

const coins = toFunctionSelector('coins(int128)')
const balances = toFunctionSelector('balances(int128)')
const amplification = toFunctionSelector('A()')
const fee = toFunctionSelector('fee()')
const adminFee = toFunctionSelector('admin_fee()')
const futureAmplification = toFunctionSelector('future_A()')
const rampEnd = toFunctionSelector('future_A_time()')
const getDy = toFunctionSelector('get_dy(int128,int128,uint256)')
const exchange = toFunctionSelector('exchange(int128,int128,uint256,uint256)')
const decimals = toFunctionSelector('decimals()')

/** `0x` and 32 bytes in hex. */
const WORD_LENGTH = 66
const MAX_COINS = 4
const MAX_DECIMALS = 18n
/** Whole tokens times the scale of 18 decimals: a little, whose every digit shows, and much. */
const PROBES = [10n ** 18n + 7n * 10n ** 12n + 3n, 54_321n * 10n ** 18n + 987_654_321n * 10n ** 9n + 1n]

/**
 * A plain pool, sampled at every block: its amplification may move by time, and no log tells what is withdrawn of its
 * fees. It is quoted only while `get_dy` answers as our arithmetic does, to the wei: pools that round otherwise, lend
 * their coins or hold shares of another pool do not.
 */
export function createStableswapModule(source: StableswapSourceConfig, multicall3: Address): SampledModule {
  const address = source.factory.toLowerCase() as Address
  const terms = {
    module: source.module,
    origin: { name: source.name, kind: 'dex' } as const,
    source: source.index,
    address,
  }
  /** They never change. Asked for again when the pool does not answer by them: a node may have erred. */
  let known: readonly StableswapCoin[] | undefined

  return {
    id: source.module,
    async sample(read) {
      const coins = known ?? (await readCoins(address, read))
      if (!coins) return []
      const state = await readState({ pool: address, multicall3 }, coins, read)
      known = state && coins
      return state ? [createStableswapPool({ ...terms, coins }, state)] : []
    },
  }
}

/** Undefined when these are not two to four coins of 1 to 18 decimals each. */
async function readCoins(pool: Address, read: BlockReader): Promise<StableswapCoin[] | undefined> {
  const indexes = Array.from({ length: MAX_COINS + 1 }, (_, i) => BigInt(i))
  const answers = await read(indexes.map((i) => ({ to: pool, data: encodeCall(coins, i) })))
  const addresses = answers.flatMap((answer) => (answer && isWord(answer) ? [addressAt(answer, 0)] : []))
  if (addresses.length < 2 || addresses.length > MAX_COINS) return undefined
  const scales = await read(addresses.map((to) => ({ to, data: decimals })))
  const found = addresses.flatMap((coin, i) => {
    const own = toWord(scales[i]) ?? 0n
    return own > 0n && own <= MAX_DECIMALS ? [{ address: coin, scale: 10n ** (MAX_DECIMALS - own) }] : []
  })
  return found.length === addresses.length ? found : undefined
}

/** The same call, with an answer where it succeeds and has none. */
function answered(multicall3: Address, { to: target, data: callData }: ContractCall): ContractCall {
  const args = [[{ target, allowFailure: false, callData }]] as const
  return {
    to: multicall3,
    data: encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args }),
  }
}

function toWord(answer: Hex | undefined): bigint | undefined {
  return answer && isWord(answer) ? uintAt(answer, 0) : undefined
}

/** Whoever has the address may answer less, which must not end the chain's block. */
function isWord(answer: Hex): boolean {
  return answer.length >= WORD_LENGTH
}

/** Undefined when the pool does not answer, or not as our arithmetic does. */
async function readState(
  { pool, multicall3 }: Record<'pool' | 'multicall3', Address>,
  own: readonly StableswapCoin[],
  read: BlockReader,
) {
  const places = own.map((_, i): Places => ({ from: i, to: (i + 1) % own.length }))
  const probes = places.flatMap((pair) =>
    PROBES.map((probe) => ({ pair, amountIn: probe / (own[pair.from]?.scale ?? 1n) })),
  )
  const ask = (selector: Hex, ...words: bigint[]): ContractCall => ({
    to: pool,
    data: encodeCall(selector, ...words),
  })
  const toWords = ({ from, to }: Places) => [BigInt(from), BigInt(to)] as const
  const answers = await read([
    ...[amplification, fee, adminFee, futureAmplification, rampEnd].map((selector) => ask(selector)),
    ...own.map((_, i) => ask(balances, BigInt(i))),
    ...probes.map(({ pair, amountIn }) => ask(getDy, ...toWords(pair), amountIn)),
    // A pool that was killed refuses even to trade nothing, and has no other way to say so.
    ...places.map((pair) => answered(multicall3, ask(exchange, ...toWords(pair), 0n, 0n))),
  ])
  const words = answers.map(toWord)
  const [a, share, adminShare, nextA, end, ...rest] = words
  const held = rest.slice(0, own.length)
  if (a === undefined || share === undefined || adminShare === undefined) return undefined
  if (held.some((balance) => balance === undefined)) return undefined
  // A ramp moves the price by time: what is read now is not what the next block trades by.
  if (end !== undefined && a !== nextA) return undefined
  const state: StableswapState = {
    balances: held.map((balance) => balance ?? 0n),
    amplification: a,
    fee: share,
    adminFee: adminShare,
  }
  const market = createStableswap(
    own.map(({ scale }) => scale),
    state,
  )
  const isKnown = probes.every(
    ({ pair, amountIn }, i) => market.preview(pair, amountIn) === rest[own.length + i],
  )
  const trials = answers.slice(-places.length)
  return isKnown ? { ...state, isKilled: trials.every((answer) => answer === undefined) } : undefined
}
