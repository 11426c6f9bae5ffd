import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { parseUnits } from 'viem'
import { createStablePool } from '../service/modules/balancer-v2/stable-pool.ts'
import { createWeightedPool } from '../service/modules/balancer-v2/weighted-pool.ts'
import type { Pool } from '../service/modules/core/pool.ts'
import { WAD } from '../service/modules/core/units.ts'
import { edgesBetween } from '../service/router/testing/edges-between.ts'
import { addressSchema } from '../wire/primitives.ts'

/** The fields that pools of the subgraph of Balancer V2 have. Numbers are decimal strings. */
const poolSchema = v.object({
  address: addressSchema,
  poolType: v.string(),
  swapFee: v.string(),
  swapEnabled: v.boolean(),
  amp: v.nullable(v.string()),
  tokens: v.array(
    v.object({
      address: addressSchema,
      balance: v.string(),
      decimals: v.number(),
      weight: v.nullable(v.string()),
      priceRate: v.string(),
    }),
  ),
})

type PoolRecord = v.InferOutput<typeof poolSchema>
type TokenRecord = PoolRecord['tokens'][number]

const WETH = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'

export interface RealMarket {
  pools: readonly Pool[]
  edges: ReturnType<typeof edgesBetween>
  /** In lower case: the tokens with the most pools first. */
  tokens: readonly string[]
  /** Base units of a token for one wei, in the deepest pool of both. Undefined without such a pool. */
  unitsPerWei: (token: string) => number | undefined
}

/** Reads JSON files with an array of pools each, as the subgraph of Balancer V2 returns them. */
export function readRealMarkets(folder: string): RealMarket[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  if (files.length === 0) throw new Error(`No JSON file in ${folder}. Name a folder with pool files.`)
  return files.sort().map((name) => readRealMarket(join(folder, name)))
}

function readRealMarket(file: string): RealMarket {
  const records = v.parse(v.array(poolSchema), JSON.parse(readFileSync(file, 'utf8')))
  const pools = records.filter(({ swapEnabled }) => swapEnabled).flatMap(createPools)
  const rates = ratesOf(pools)
  return {
    ...{ pools, edges: edgesBetween(pools), tokens: rankTokens(pools) },
    unitsPerWei: (token) => rates.get(token)?.rate,
  }
}

function ratesOf(pools: readonly Pool[]): ReadonlyMap<string, { rate: number; depth: number }> {
  const rates = new Map([[WETH, { rate: 1, depth: Number.POSITIVE_INFINITY }]])
  for (const { tokens, depth, spot } of pools) {
    const place = tokens.indexOf(WETH)
    const other = tokens[1 - place]
    if (place < 0 || !other) continue
    const spotRate = Number(spot.numerator) / Number(spot.denominator)
    const found = { rate: place === 0 ? spotRate : 1 / spotRate, depth: Number(depth[place]) }
    if (!((rates.get(other)?.depth ?? 0) >= found.depth)) rates.set(other, found)
  }
  return rates
}

function rankTokens(pools: readonly Pool[]): string[] {
  const contracts = new Map<string, Set<string>>()
  for (const { address, tokens } of pools)
    for (const token of tokens) contracts.set(token, (contracts.get(token) ?? new Set()).add(address))
  return [...contracts].sort(([, a], [, b]) => b.size - a.size).map(([token]) => token)
}

const COMMON = {
  module: 'balancer-v2',
  origin: { name: 'Balancer V2', kind: 'dex' },
  step: { kind: 6, source: 6, data: '0x' },
  vault: '0xba12222222228d8ba445958a75a0704d566bf2c8',
} as const

/** Returns one pool for each pair, and none for a kind that the service does not support. */
function createPools(record: PoolRecord): Pool[] {
  const pool = record.tokens.every(({ balance }) => Number(balance) > 0) && createPool(record)
  return pool ? [pool, ...(pool.siblings ?? [])] : []
}

function createPool({ address, poolType, swapFee, amp, tokens }: PoolRecord): Pool | undefined {
  const parameters = { ...COMMON, address, poolId: address }
  const state = {
    balances: tokens.map(({ balance, decimals }) => parseUnits(balance, decimals)),
    swapFee: parseUnits(swapFee, 18),
    isPaused: false,
  }
  const scaled = tokens.map((token) => ({ ...token, scale: 10n ** BigInt(18 - token.decimals) }))
  switch (poolType) {
    case 'Weighted':
    case 'Investment':
      return createWeightedPool({ ...parameters, tokens: scaled.map(withWeight) }, state)
    case 'Stable':
    case 'MetaStable':
    case 'StablePhantom': {
      const rates = tokens.map(({ priceRate }) => parseUnits(priceRate, 18))
      const steady = { rates, amp: parseUnits(amp ?? '0', 3), watched: [], isOutdated: false }
      return createStablePool({ ...parameters, tokens: scaled, roundsUp: false }, { ...state, ...steady })
    }
    default:
      return undefined
  }
}

function withWeight<Token extends TokenRecord>({ weight, ...token }: Token) {
  return { ...token, weight: weight === null ? WAD : parseUnits(weight, 18) }
}
