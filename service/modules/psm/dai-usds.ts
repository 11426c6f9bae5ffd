import { toFunctionSelector } from 'viem'
import type { Address } from '../../../src/lib/address.ts'
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
  /** Undefined when an answer is missing. */
  readState(read: BlockReader): Promise<PsmState | undefined>
}

/** How to read Sky's converter of DAI and USDS; undefined when the contract is none. */
export async function findDaiUsds(converter: Address, read: BlockReader): Promise<DaiUsds | undefined> {
  const selectors = [dai, usds, daiJoin, gem]
  const answers = (await read(selectors.map((data) => ({ to: converter, data })))).map(firstWord)
  const [ofDai, ofUsds, ofJoin, ofGem] = answers
  if (!ofDai || !ofUsds || !ofJoin || ofGem) return undefined
  const [tokens, join] = [[addressAt(ofDai, 0), addressAt(ofUsds, 0)] as const, addressAt(ofJoin, 0)]
  return {
    tokens,
    async readState(at) {
      const calls = [...tokens.map((to) => ({ to, data: totalSupply })), { to: join, data: live }]
      const [daiStock, gemsHeld, isLive] = (await at(calls)).map((answer) => {
        const word = firstWord(answer)
        return word && uintAt(word, 0)
      })
      if (daiStock === undefined || gemsHeld === undefined || isLive === undefined) return undefined
      // Once the join of DAI is closed for good no more of it is made.
      const gemsAllowed = isLive === 1n ? UNLIMITED : 0n
      return { tin: 0n, tout: 0n, daiStock, gemsHeld, gemsAllowed, isCaged: false }
    },
  }
}
