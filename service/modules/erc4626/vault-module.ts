import { toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import { maxBigInt, minBigInt } from '../../../wire/lib/amount.ts'
import { addressAt, encodeWord, uintAt } from '../../lib/abi-words.ts'
import type { ContractCall, SampledModule } from '../core/module.ts'
import type { SourceConfig } from '../core/source-config.ts'
import { type Conversion, findConversion, toAssets } from './conversion.ts'
import type { RatedVault } from './rated-vault.ts'
import { findSavingsVault } from './savings-vault.ts'
import { findStaticWrapper } from './static-wrapper.ts'
import { createVaultPool, type VaultParams } from './vault-pool.ts'

export interface Erc4626SourceConfig extends SourceConfig {
  kind: 'erc4626'
  /** The vault itself. */
  factory: Address
}

const asset = toFunctionSelector('asset()')
const getTotalAssets = toFunctionSelector('totalAssets()')
const getTotalSupply = toFunctionSelector('totalSupply()')
const maxDeposit = toFunctionSelector('maxDeposit(address)')
const maxMint = toFunctionSelector('maxMint(address)')
const maxRedeem = toFunctionSelector('maxRedeem(address)')
const maxWithdraw = toFunctionSelector('maxWithdraw(address)')
const previewDeposit = toFunctionSelector('previewDeposit(uint256)')
const previewRedeem = toFunctionSelector('previewRedeem(uint256)')
const balanceOf = toFunctionSelector('balanceOf(address)')

/** Probed sizes: odd, small, and so large that no rounding hides. */
const PROBES = [1_000_003n, 10n ** 18n + 7n, 10n ** 27n + 9n]

/** Accounts to which vaults mint initial shares, which are never redeemed. */
const DEAD_ACCOUNTS: readonly Address[] = [
  '0x0000000000000000000000000000000000000001',
  '0x000000000000000000000000000000000000dead',
]

/**
 * A vault, sampled at every block because its profits emit no log. Quoted only while its previews
 * match a known conversion to the wei, and up to its reported limits.
 */
export function createVaultModule(source: Erc4626SourceConfig, executor: Address): SampledModule {
  const vault = source.factory.toLowerCase() as Address
  const params: VaultParams = {
    module: source.module,
    origin: { name: source.name, kind: 'lending' },
    source: source.index,
  }
  let known: { underlying: Address; rated: RatedVault | undefined } | undefined

  return {
    id: source.module,
    async sample(read) {
      if (!known) {
        const [result] = await read([{ to: vault, data: asset }])
        if (!result) return []
        const underlying = addressAt(result, 0)
        const wrapper = await findStaticWrapper(vault, underlying, read)
        known = { underlying, rated: wrapper ?? (await findSavingsVault(vault, read)) }
      }
      const { underlying, rated } = known
      const calls = stateCalls({ vault, asset: underlying, executor })
      const holders = [vault, ...DEAD_ACCOUNTS]
      const limits = limitCalls(vault, { executor, holders })
      const results = await read([...calls, ...limits, ...(rated?.calls ?? [])])
      const words = results.map((result) => (result && result.length >= 66 ? uintAt(result, 0) : undefined))
      const [totalAssets, totalSupply, mostDeposited, balance, ...received] = words.slice(0, calls.length)
      const [mostMinted, ...holderLimits] = words.slice(calls.length, calls.length + limits.length)
      if (totalAssets === undefined || totalSupply === undefined || mostDeposited === undefined) return []
      if (balance === undefined || received.includes(undefined)) return []
      const totals = { totalAssets, totalSupply }
      const own = rated?.read(results.slice(calls.length + limits.length), { ...totals, balance })
      if (rated && !own) return []
      const deposits = PROBES.map((given, i) => ({ given, received: received[i] ?? 0n }))
      const redemptions = PROBES.map((given, i) => ({ given, received: received[PROBES.length + i] ?? 0n }))
      const conversion = findConversion(totals, { deposits, redemptions }, own?.rate)
      if (!conversion) return []
      const identity = { address: vault, tokens: [underlying, vault], fee: 0, tickSpacing: 0 } as const
      const mintRoom = mostMinted === undefined ? mostDeposited : toAssets(conversion, mostMinted)
      const depositRoom = own?.canDeposit === false ? 0n : minBigInt(mostDeposited, mintRoom)
      const limit = getExitLimit(holderLimits, conversion)
      const payable = own ? own.idleAssets : balance
      const idleAssets = limit === undefined ? payable : minBigInt(payable, limit)
      const state = { ...conversion, depositRoom, idleAssets }
      return [createVaultPool(rated ? { ...params, gas: rated.gas } : params, identity, state)]
    },
  }
}

type Word = bigint | undefined

/** Reads `maxMint`, then shares, `maxRedeem` and `maxWithdraw` of each holder. */
function limitCalls(
  vault: Address,
  { executor, holders }: { executor: Address; holders: readonly Address[] },
): ContractCall[] {
  const about = (selector: Hex, account: Address): ContractCall => ({
    to: vault,
    data: `${selector}${encodeWord(BigInt(account))}`,
  })
  const perHolder = holders.flatMap((holder) =>
    [balanceOf, maxRedeem, maxWithdraw].map((selector) => about(selector, holder)),
  )
  return [about(maxMint, executor), ...perHolder]
}

/**
 * Returns the largest withdrawal of any holder that can redeem less than its shares, or undefined
 * if all can redeem everything. The executor has no shares when the vault is sampled, so its own
 * limits prove nothing.
 */
function getExitLimit(holderLimits: readonly Word[], conversion: Conversion): bigint | undefined {
  let limit: bigint | undefined
  for (let i = 0; i < holderLimits.length; i += 3) {
    const [shares, redeemable, withdrawable] = holderLimits.slice(i, i + 3)
    if (!shares || redeemable === undefined) continue
    const isClosed = withdrawable === 0n && toAssets(conversion, shares) > 0n
    if (redeemable >= shares && !isClosed) return undefined
    limit = maxBigInt(limit ?? 0n, isClosed ? 0n : toAssets(conversion, redeemable))
  }
  return limit
}

function stateCalls(at: Record<'vault' | 'asset' | 'executor', Address>): ContractCall[] {
  const of = (selector: Hex, value: bigint): ContractCall => ({
    to: at.vault,
    data: `${selector}${encodeWord(value)}`,
  })
  return [
    { to: at.vault, data: getTotalAssets },
    { to: at.vault, data: getTotalSupply },
    of(maxDeposit, BigInt(at.executor)),
    { to: at.asset, data: `${balanceOf}${encodeWord(BigInt(at.vault))}` },
    ...PROBES.map((amount) => of(previewDeposit, amount)),
    ...PROBES.map((amount) => of(previewRedeem, amount)),
  ]
}
