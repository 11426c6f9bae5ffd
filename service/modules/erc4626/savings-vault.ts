import { toFunctionSelector } from 'viem'
import type { Address } from '../../../wire/lib/address.ts'
import { addressAt, encodeCall, uintAt } from '../../lib/abi-words.ts'
import type { BlockReader, ContractCall } from '../core/module.ts'
import { RAY } from '../core/units.ts'
import type { RatedVault } from './rated-vault.ts'

const pot = toFunctionSelector('pot()')
const daiJoin = toFunctionSelector('daiJoin()')
const usdsJoin = toFunctionSelector('usdsJoin()')
const ssr = toFunctionSelector('ssr()')
const chi = toFunctionSelector('chi()')
const live = toFunctionSelector('live()')
const convertToAssets = toFunctionSelector('convertToAssets(uint256)')

/**
 * Gas of sales with MakerDAO's code and with a fork of sUSDS, after some time without a drip.
 * Purchases take 8,000 to 11,000 more.
 */
const SDAI_GAS = { deposit: 150_000, redeem: 115_000 }
const SUSDS_GAS = { deposit: 131_000, redeem: 110_000 }

/**
 * Returns how to read a vault like MakerDAO's sDAI or Sky's sUSDS, or undefined if it is neither.
 */
export async function findSavingsVault(vault: Address, read: BlockReader): Promise<RatedVault | undefined> {
  const results = await read([pot, daiJoin, ssr, chi, usdsJoin].map((data) => ({ to: vault, data })))
  const [savings, join, ...own] = results
  // The exact rate of the contract at the second of the block.
  const rate: ContractCall = { to: vault, data: encodeCall(convertToAssets, RAY) }
  if (savings && join) return readSDai(rate, addressAt(join, 0))
  return own.includes(undefined) ? undefined : readSUsds(rate, vault)
}

/** DAI is minted on exit until the DAI join is closed, so deposits stop then. */
function readSDai(rate: ContractCall, join: Address): RatedVault {
  return {
    gas: SDAI_GAS,
    calls: [rate, { to: join, data: live }],
    read([worth, open], { totalAssets }) {
      if (!worth || !open) return undefined
      const isOpen = uintAt(open, 0) === 1n
      return { rate: uintAt(worth, 0), idleAssets: isOpen ? totalAssets : 0n, canDeposit: isOpen }
    },
  }
}

/** Pays out of its balance. A withdrawal first adds what was earned since the last one. */
function readSUsds(rate: ContractCall, vault: Address): RatedVault {
  return {
    gas: SUSDS_GAS,
    calls: [rate, { to: vault, data: chi }],
    read([worth, last], { totalAssets, totalSupply, balance }) {
      if (!worth || !last) return undefined
      const earned = totalAssets - (totalSupply * uintAt(last, 0)) / RAY
      if (earned < 0n) return undefined
      return { rate: uintAt(worth, 0), idleAssets: balance + earned, canDeposit: true }
    },
  }
}
