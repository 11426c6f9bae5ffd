import { toFunctionSelector } from 'viem'
import type { Address } from '../../../../wire/lib/address.ts'
import type { Erc4626SourceConfig } from '../../../modules/erc4626/vault-module.ts'
import { callTo, readAddress, readOptionalWord, readWord } from '../../core/abi-results.ts'
import type { ReserveState, YieldAdapter } from '../../core/adapter.ts'
import { RAY } from '../../core/earnings.ts'

const asset = toFunctionSelector('asset()')
const readDecimals = toFunctionSelector('decimals()')
const totalAssets = toFunctionSelector('totalAssets()')
const totalSupply = toFunctionSelector('totalSupply()')
const maxDeposit = toFunctionSelector('maxDeposit(address)')
const convertToAssets = toFunctionSelector('convertToAssets(uint256)')

/**
 * Creates the adapter of an ERC-4626 vault: one reserve, whose share is the vault itself.
 * @param depositor Account for reading the deposit limit, because some vaults limit each account
 */
export function createVaultAdapter(
  { module, factory: vault }: Erc4626SourceConfig,
  depositor: Address,
): YieldAdapter {
  return {
    protocol: module,
    pool: vault,
    async reserves(read) {
      const [underlying] = await read([callTo(vault, asset)])
      const inputToken = readAddress(underlying)
      const [decimals] = await read([callTo(inputToken, readDecimals)])
      return [
        {
          protocol: module,
          pool: vault,
          lpToken: vault,
          inputToken,
          decimals: Number(readWord(decimals) & 0xffn),
          async index(readThen) {
            const [value, supply] = await readThen([
              callTo(vault, convertToAssets, RAY),
              callTo(vault, totalSupply),
            ])
            // A vault without shares has no index.
            return readOptionalWord(supply) ? readOptionalWord(value) || undefined : undefined
          },
          async state(readNow) {
            const [assets, room] = await readNow([
              callTo(vault, totalAssets),
              callTo(vault, maxDeposit, depositor),
            ])
            return toState(readWord(assets), readOptionalWord(room))
          },
        },
      ]
    },
  }
}

/**
 * Assumes that the recent earnings of a vault continue and are shared by more deposits, because a
 * vault has no rate. A deposit of 0 returns the recent earnings.
 */
function toState(assets: bigint, room: bigint | undefined): ReserveState {
  return {
    assets,
    priceUsd: undefined,
    limit: room === undefined ? undefined : { room },
    async earningsAfter(deposit, { past }) {
      if (assets === 0n) return undefined
      const { rate, periodSeconds } = await past()
      return { rate: (rate * assets) / (assets + deposit), periodSeconds }
    },
  }
}
