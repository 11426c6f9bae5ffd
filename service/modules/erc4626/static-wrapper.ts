import { toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import { addressAt, encodeWord, uintAt } from '../../lib/abi-words.ts'
import { decodeReserveConfig } from '../aave-v3/reserve-config.ts'
import type { BlockReader, ContractCall } from '../core/module.ts'
import type { RatedVault } from './rated-vault.ts'

const aToken = toFunctionSelector('aToken()')
const market = toFunctionSelector('POOL()')
const isPaused = toFunctionSelector('paused()')
const getNormalizedIncome = toFunctionSelector('getReserveNormalizedIncome(address)')
const getVirtualBalance = toFunctionSelector('getVirtualUnderlyingBalance(address)')
const getConfiguration = toFunctionSelector('getConfiguration(address)')

/** Each trade includes a trade with Aave. */
const WRAPPER_GAS = { deposit: 180_000, redeem: 160_000 }

/**
 * Returns how to read a vault like Aave's static wrapper (StataTokenV2), or undefined if it is
 * none.
 */
export async function findStaticWrapper(
  vault: Address,
  asset: Address,
  read: BlockReader,
): Promise<RatedVault | undefined> {
  const [wrapped, pool] = await read([aToken, market].map((data) => ({ to: vault, data })))
  if (!wrapped || !pool) return undefined
  const to = addressAt(pool, 0)
  const about = (selector: Hex): ContractCall => ({
    to,
    data: `${selector}${encodeWord(BigInt(asset))}`,
  })
  return {
    gas: WRAPPER_GAS,
    calls: [
      about(getNormalizedIncome),
      about(getVirtualBalance),
      about(getConfiguration),
      { to: vault, data: isPaused },
    ],
    read([income, available, configuration, paused]) {
      if (!income || !available || !configuration || !paused) return undefined
      const reserve = decodeReserveConfig(uintAt(configuration, 0))
      const isOpen = uintAt(paused, 0) === 0n
      const canWithdraw = isOpen && reserve.isActive && !reserve.isPaused
      return {
        rate: uintAt(income, 0),
        idleAssets: canWithdraw ? uintAt(available, 0) : 0n,
        canDeposit: isOpen,
      }
    },
  }
}
