import { toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../src/lib/address.ts'
import { addressAt, encodeWord, uintAt } from '../../lib/abi-words.ts'
import type { ContractCall, SampledModule } from '../core/module.ts'
import type { SourceConfig } from '../core/source-config.ts'
import { findConversion } from './conversion.ts'
import type { RatedVault } from './rated-vault.ts'
import { findSavingsVault } from './savings-vault.ts'
import { findStaticWrapper } from './static-wrapper.ts'
import { createVaultPool, type VaultTerms } from './vault-pool.ts'

export interface Erc4626SourceConfig extends SourceConfig {
  kind: 'erc4626'
  /** The vault itself. */
  factory: Address
}

const asset = toFunctionSelector('asset()')
const getTotalAssets = toFunctionSelector('totalAssets()')
const getTotalSupply = toFunctionSelector('totalSupply()')
const maxDeposit = toFunctionSelector('maxDeposit(address)')
const previewDeposit = toFunctionSelector('previewDeposit(uint256)')
const previewRedeem = toFunctionSelector('previewRedeem(uint256)')
const balanceOf = toFunctionSelector('balanceOf(address)')

/** Sizes at which the vault is asked what it would give: odd, small, and so large that no rounding hides. */
const PROBES = [1_000_003n, 10n ** 18n + 7n, 10n ** 27n + 9n]

/**
 * A vault, sampled at every block, because its profits emit no log. It is quoted only while its previews match a known
 * conversion to the wei.
 */
export function createVaultModule(source: Erc4626SourceConfig, executor: Address): SampledModule {
  const vault = source.factory.toLowerCase() as Address
  const terms: VaultTerms = {
    module: source.module,
    origin: { name: source.name, kind: 'lending' },
    source: source.index,
  }
  let known: { underlying: Address; rated: RatedVault | undefined } | undefined

  return {
    id: source.module,
    async sample(read) {
      if (!known) {
        const [answer] = await read([{ to: vault, data: asset }])
        if (!answer) return []
        const underlying = addressAt(answer, 0)
        const wrapper = await findStaticWrapper(vault, underlying, read)
        known = { underlying, rated: wrapper ?? (await findSavingsVault(vault, read)) }
      }
      const { underlying, rated } = known
      const calls = stateCalls({ vault, asset: underlying, executor })
      const answers = await read([...calls, ...(rated?.calls ?? [])])
      const words = answers.slice(0, calls.length).map((answer) => answer && uintAt(answer, 0))
      const [totalAssets, totalSupply, mostDeposited, balance, ...received] = words
      if (totalAssets === undefined || totalSupply === undefined || mostDeposited === undefined) return []
      if (balance === undefined || received.includes(undefined)) return []
      const totals = { totalAssets, totalSupply }
      const own = rated?.read(answers.slice(calls.length), { ...totals, balance })
      if (rated && !own) return []
      const deposits = PROBES.map((given, i) => ({ given, received: received[i] ?? 0n }))
      const redemptions = PROBES.map((given, i) => ({ given, received: received[PROBES.length + i] ?? 0n }))
      const conversion = findConversion(totals, { deposits, redemptions }, own?.rate)
      if (!conversion) return []
      const identity = { address: vault, tokens: [underlying, vault], fee: 0, tickSpacing: 0 } as const
      const depositRoom = own?.canDeposit === false ? 0n : mostDeposited
      const idleAssets = own ? own.idleAssets : balance
      const state = { ...conversion, depositRoom, idleAssets }
      return [createVaultPool(rated ? { ...terms, gas: rated.gas } : terms, identity, state)]
    },
  }
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
