import { toFunctionSelector } from 'viem'
import type { Hex } from '../../../src/lib/address.ts'
import { encodeCall, firstWord, uintAt } from '../../lib/abi-words.ts'
import type { BlockReader, ContractCall } from '../core/module.ts'
import type { Pool } from '../core/pool.ts'
import { findCode, getProbes } from './find-code.ts'
import type { PlainCode } from './invariant.ts'
import { createStableswapPool, type StableswapTerms } from './stableswap-pool.ts'

const getAmplification = toFunctionSelector('A_precise()')
const futureAmplification = toFunctionSelector('future_A()')
const getFee = toFunctionSelector('fee()')
const getAdminFee = toFunctionSelector('admin_fee()')
const getBalance = toFunctionSelector('balances(uint256)')
const TERMS = [getAmplification, futureAmplification, getFee, getAdminFee]

/** The first code is used by two-coin pools in all known factories. */
const CODES: PlainCode[] = ['twoCoins', 'later']

/** A plain pool of a factory. */
export type FoundPool = Pick<StableswapTerms, 'address' | 'coins'>

type OwnTerms = Pick<StableswapTerms, 'module' | 'origin' | 'source'>

/** Loads pools. Skips pools that do not respond or do not match our arithmetic. */
export async function loadFactoryPools(
  found: readonly FoundPool[],
  own: OwnTerms,
  read: BlockReader,
): Promise<Pool[]> {
  const calls = found.map(getCalls)
  const answers = await read(calls.flat())
  let next = 0
  return found.flatMap((pool, i) => {
    const first = next
    next += calls[i]?.length ?? 0
    return toPool({ ...own, ...pool, isOfFactory: true }, answers.slice(first, next)) ?? []
  })
}

function getCalls({ address: to, coins }: FoundPool): ContractCall[] {
  return [
    ...TERMS.map((data) => ({ to, data })),
    ...coins.map((_, k) => ({ to, data: encodeCall(getBalance, BigInt(k)) })),
    ...getProbes({ address: to, coins }),
  ]
}

function toPool(terms: StableswapTerms, answers: readonly (Hex | undefined)[]): Pool | undefined {
  const words = answers.map((answer) => {
    const word = firstWord(answer)
    return word && uintAt(word, 0)
  })
  const [amplification, target, fee, adminFee, ...rest] = words
  const balances = rest.slice(0, terms.coins.length).flatMap((balance) => balance ?? [])
  if (amplification === undefined || fee === undefined || adminFee === undefined) return undefined
  if (balances.length < terms.coins.length) return undefined
  const state = { balances, amplification, fee, adminFee }
  const codes = terms.coins.length === 2 ? CODES : CODES.toReversed()
  const code = findCode(terms, { codes, state, answers: rest.slice(terms.coins.length) })
  const ramp = { to: terms.address, data: getAmplification, answer: firstWord(answers[0]), after: 0n }
  const watched = amplification === target ? [] : [ramp]
  return code && createStableswapPool(terms, { ...state, code, watched, isOutdated: false })
}
