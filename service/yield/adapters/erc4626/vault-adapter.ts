import { toFunctionSelector } from 'viem'
import type { Address } from '../../../../src/lib/address.ts'
import type { Erc4626SourceConfig } from '../../../config/types.ts'
import { callTo, readAddress, readOptionalWord, readWord } from '../../core/abi-answers.ts'
import type { ReserveState, YieldAdapter } from '../../core/adapter.ts'
import { RAY } from '../../core/earnings.ts'

const asset = toFunctionSelector('asset()')
const readDecimals = toFunctionSelector('decimals()')
const totalAssets = toFunctionSelector('totalAssets()')
const totalSupply = toFunctionSelector('totalSupply()')
const maxDeposit = toFunctionSelector('maxDeposit(address)')
const convertToAssets = toFunctionSelector('convertToAssets(uint256)')

/**
 * An ERC-4626 vault: one reserve, whose share is the vault itself.
 * @param depositor who is asked for where a vault limits deposits: some have a limit for each
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
            // Nobody's shares grow while there are none.
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
 * A vault sets no rate. What it has brought in lately it is taken to bring in again, to be divided among more: a
 * deposit of nothing leaves what was earned lately.
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
