import { toFunctionSelector } from 'viem'
import type { Hex } from '../../../wire/lib/address.ts'
import { encodeCall, firstWord, uintAt } from '../../lib/abi-words.ts'
import type { BlockReader, ContractCall } from '../core/module.ts'
import type { Pool } from '../core/pool.ts'
import { findCode, getProbes } from './find-code.ts'
import type { PlainCode } from './invariant.ts'
import { createStableswapPool, type StableswapParams } from './stableswap-pool.ts'

const getAmplification = toFunctionSelector('A_precise()')
const futureAmplification = toFunctionSelector('future_A()')
const getFee = toFunctionSelector('fee()')
const getAdminFee = toFunctionSelector('admin_fee()')
const getBalance = toFunctionSelector('balances(uint256)')
const TERMS = [getAmplification, futureAmplification, getFee, getAdminFee]

/** The first code is used by two-coin pools in all known factories. */
const CODES: PlainCode[] = ['twoCoins', 'later']

/** A plain pool of a factory. */
export type FoundPool = Pick<StableswapParams, 'address' | 'coins'>

type OwnParams = Pick<StableswapParams, 'module' | 'origin' | 'source'>

/** Loads pools. Skips pools that do not respond or do not match our arithmetic. */
export async function loadFactoryPools(
  found: readonly FoundPool[],
  own: OwnParams,
  read: BlockReader,
): Promise<Pool[]> {
  const calls = found.map(getCalls)
  const results = await read(calls.flat())
  let next = 0
  return found.flatMap((pool, i) => {
    const first = next
    next += calls[i]?.length ?? 0
    return toPool({ ...own, ...pool, isOfFactory: true }, results.slice(first, next)) ?? []
  })
}

function getCalls({ address: to, coins }: FoundPool): ContractCall[] {
  return [
    ...TERMS.map((data) => ({ to, data })),
    ...coins.map((_, k) => ({ to, data: encodeCall(getBalance, BigInt(k)) })),
    ...getProbes({ address: to, coins }),
  ]
}

function toPool(params: StableswapParams, results: readonly (Hex | undefined)[]): Pool | undefined {
  const words = results.map((result) => {
    const word = firstWord(result)
    return word && uintAt(word, 0)
  })
  const [amplification, target, fee, adminFee, ...rest] = words
  const balances = rest.slice(0, params.coins.length).flatMap((balance) => balance ?? [])
  if (amplification === undefined || fee === undefined || adminFee === undefined) return undefined
  if (balances.length < params.coins.length) return undefined
  const state = { balances, amplification, fee, adminFee }
  const codes = params.coins.length === 2 ? CODES : CODES.toReversed()
  const code = findCode(params, { codes, state, results: rest.slice(params.coins.length) })
  const ramp = { to: params.address, data: getAmplification, result: firstWord(results[0]), after: 0n }
  const watched = amplification === target ? [] : [ramp]
  return code && createStableswapPool(params, { ...state, code, watched, isOutdated: false })
}
