import type { Address } from 'viem'
import type { TestChain } from '../../setup/test-chain.ts'
import { RESERVE } from '../../setup/test-source.ts'
import { AERODROME_NO_FEE, deployAerodrome } from './deploy-aerodrome.ts'

/** The highest fee, in basis points. */
const MAX_FEE = 300n
const COARSE = 10n ** 12n

interface Ground {
  tokens: Record<'a' | 'b' | 'c' | 'taxed', Address>
  /** A token with 6 decimals. */
  coarse: Address
  mint: (token: Address, to: Address, amount: bigint) => Promise<unknown>
}

/** Aerodrome's own pools: with its usual fees, with the highest and with none. */
export async function deployAerodromePools(chain: TestChain, { tokens, coarse, mint }: Ground) {
  const { factory, initCodeHash, addAerodromePool, change } = await deployAerodrome(chain, mint)
  const { a, b, c, taxed } = tokens
  const add = (pair: readonly [Address, Address], isStable: boolean) =>
    addAerodromePool(pair, { isStable, amounts: [RESERVE, pair[1] === coarse ? RESERVE / COARSE : RESERVE] })
  await add([a, b], true)
  await add([a, coarse], true)
  await add([a, taxed], false)
  await change('setCustomFee', await add([b, c], true), AERODROME_NO_FEE)
  await change('setCustomFee', await add([a, b], false), MAX_FEE)
  // A row without a fee, so that the factory is queried.
  return { source: { kind: 9, factory, initCodeHash, feeBps: 0 }, coarse }
}
