import { toFunctionSelector } from 'viem'
import type { Address } from '../../../wire/lib/address.ts'
import { addressAt, firstWord, uintAt } from '../../lib/abi-words.ts'
import type { BlockReader } from '../core/module.ts'
import { type PsmState, UNLIMITED } from './psm-pool.ts'

const dai = toFunctionSelector('dai()')
const usds = toFunctionSelector('usds()')
const daiJoin = toFunctionSelector('daiJoin()')
const gem = toFunctionSelector('gem()')
const live = toFunctionSelector('live()')
const totalSupply = toFunctionSelector('totalSupply()')

export interface DaiUsds {
  /** DAI and USDS. */
  tokens: readonly [Address, Address]
  /** Returns undefined if a result is missing. */
  readState(read: BlockReader): Promise<PsmState | undefined>
}

/** Returns how to read Sky's converter of DAI and USDS, or undefined for another contract. */
export async function findDaiUsds(converter: Address, read: BlockReader): Promise<DaiUsds | undefined> {
  const selectors = [dai, usds, daiJoin, gem]
  const results = (await read(selectors.map((data) => ({ to: converter, data })))).map(firstWord)
  const [ofDai, ofUsds, ofJoin, ofGem] = results
  if (!ofDai || !ofUsds || !ofJoin || ofGem) return undefined
  const [tokens, join] = [[addressAt(ofDai, 0), addressAt(ofUsds, 0)] as const, addressAt(ofJoin, 0)]
  return {
    tokens,
    async readState(at) {
      const calls = [...tokens.map((to) => ({ to, data: totalSupply })), { to: join, data: live }]
      const [daiStock, gemsHeld, isLive] = (await at(calls)).map((result) => {
        const word = firstWord(result)
        return word && uintAt(word, 0)
      })
      if (daiStock === undefined || gemsHeld === undefined || isLive === undefined) return undefined
      // No DAI is minted once its join is closed for good.
      const gemsAllowed = isLive === 1n ? UNLIMITED : 0n
      return { tin: 0n, tout: 0n, daiStock, gemsHeld, gemsAllowed, isCaged: false }
    },
  }
}
