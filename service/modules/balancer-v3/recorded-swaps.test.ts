import { encodeAbiParameters, type Hex, parseAbiParameters, toFunctionSelector, zeroAddress } from 'viem'
import { expect, it } from 'vitest'
import { encodeWord } from '../../lib/abi-words.ts'
import type { BlockReader } from '../core/module.ts'
import type { Pool } from '../core/pool.ts'
import { WAD } from '../core/units.ts'
import { getResults, quoteRecorded } from '../testing/recorded-swap.ts'
import { sampleAddress } from '../testing/sample-pools.ts'
import { createBalancerV3Module } from './balancer-v3-module.ts'
import { RECORDED_V3_POOLS, type RecordedV3Pool } from './testing/recorded-swaps.ts'

const [POOL, VAULT, WEIGHTED, STABLE] = [0xf0, 0xba, 0xe0, 0xe1].map(sampleAddress) as [Hex, Hex, Hex, Hex]
const HOOK_WORDS = 11
const words = (...values: bigint[]): Hex => `0x${values.map(encodeWord).join('')}`
const list = (values: readonly string[]): Hex =>
  encodeAbiParameters(parseAbiParameters('uint256[]'), [values.map(BigInt)])
const getProvider = (i: number) => sampleAddress(0xca0 + i)

/** Returns the results of the recorded pool's contracts. Other calls revert. */
function createReader({
  scales,
  rates,
  weights,
  minBalances,
  amp,
  ...recorded
}: RecordedV3Pool): BlockReader {
  const balances = recorded.balances.map(BigInt)
  const live = balances.map((balance, i) => (balance * BigInt(scales[i]!) * BigInt(rates[i]!)) / WAD)
  const tokens = balances.map((_, i) => sampleAddress(i + 1))
  const info = rates.map((rate, i) => ({
    tokenType: BigInt(rate) === WAD ? 0 : 1,
    rateProvider: BigInt(rate) === WAD ? zeroAddress : getProvider(i),
    paysYieldFees: false,
  }))
  const decimals = scales.reduce((bits, scale, i) => bits | (BigInt(scale.length - 1) << BigInt(5 * i)), 0n)
  const config = Array.from({ length: 16 }, () => 0n)
  const fees = [BigInt(recorded.swapFee), BigInt(recorded.aggregateFee)]
  config.splice(4, 2, ...fees)
  config.splice(7, 1, decimals)
  config.splice(10, 1, 1n)
  const [tokenInfo, poolData] = [
    parseAbiParameters([
      'address[], Info[], uint256[], uint256[]',
      'struct Info { uint8 tokenType; address rateProvider; bool paysYieldFees; }',
    ]),
    parseAbiParameters([
      'Data',
      'struct Info { uint8 tokenType; address rateProvider; bool paysYieldFees; }',
      'struct Data { bytes32 config; address[] tokens; Info[] info; uint256[] raw; uint256[] live; uint256[] rates; uint256[] scales; }',
    ]),
  ]
  const data = { config: words(0n), tokens, info, raw: balances, live }
  const factors = { rates: rates.map(BigInt), scales: scales.map((scale) => BigInt(scale) * WAD) }
  const results: [string, Hex | undefined][] = [
    ['getPoolTokenInfo(address)', encodeAbiParameters(tokenInfo, [tokens, info, balances, live])],
    ['getPoolConfig(address)', words(...config)],
    ['getHooksConfig(address)', words(...Array.from({ length: HOOK_WORDS }, () => 0n))],
    ['isPoolPaused(address)', words(0n)],
    ['getPoolData(address)', encodeAbiParameters(poolData, [{ ...data, ...factors }])],
    ['getNormalizedWeights()', weights && list(weights)],
    ['getMinTokenBalances()', minBalances && list(minBalances)],
    ['getAmplificationParameter()', amp === undefined ? undefined : words(BigInt(amp), 0n, 1_000n)],
    ['isVaultPaused()', words(0n)],
    ['getMinimumTradeAmount()', words(1_000_000n)],
  ]
  const known = new Map(results.map(([name, result]) => [toFunctionSelector(name), result]))
  const factory = weights ? WEIGHTED : STABLE
  return async (calls) =>
    calls.map(({ to, data: call }) => {
      const selector = call.slice(0, 10) as Hex
      if (selector === toFunctionSelector('isPoolFromFactory(address)'))
        return words(to === factory ? 1n : 0n)
      const rate = rates.find((_, i) => getProvider(i) === to)
      return rate === undefined ? known.get(selector) : words(BigInt(rate))
    })
}

async function loadRecorded(recorded: RecordedV3Pool): Promise<Pool | undefined> {
  const module = createBalancerV3Module({
    ...{ index: 15, kind: 'balancer-v3', module: 'balancer-v3', name: 'Balancer V3', factory: VAULT },
    ...{ weightedFactories: [WEIGHTED], stableFactories: [STABLE] },
    rateProviders: recorded.rates.map((_, i) => getProvider(i)),
  })
  const identity = {
    address: POOL,
    tokens: [sampleAddress(1), sampleAddress(2)],
    fee: 0,
    tickSpacing: 0,
  } as const
  const [pool] = await module.load([identity], createReader(recorded))
  return pool
}

it.each(RECORDED_V3_POOLS)(
  'loads a pool of $version and quotes the swaps of $source to the wei',
  async (recorded) => {
    const pool = await loadRecorded(recorded)
    const tokens = recorded.balances.map((_, i) => sampleAddress(i + 1))
    expect(quoteRecorded(pool, tokens, recorded.swaps)).toEqual(getResults(recorded.swaps))
  },
)
