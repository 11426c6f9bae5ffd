import { toFunctionSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { encodeWord } from '../../../lib/abi-words.ts'
import type { ContractCall } from '../../../modules/core/module.ts'
import { makeAddress } from '../../../testing/literal-chain.ts'
import { createVaultAdapter } from './vault-adapter.ts'

const [vault, token, depositor] = [makeAddress(1), makeAddress(2), makeAddress(3)]
const source = { kind: 'erc4626', index: 0, module: 'vault', name: 'Vault', factory: vault } as const
const maxDeposit = toFunctionSelector('maxDeposit(address)')

describe('vault with a deposit limit', () => {
  it.each([0n, 5n, 2n ** 256n - 1n])('returns the limit of %i for the depositor', async (room) => {
    expect((await toState({ room })).limit).toEqual({ room })
  })

  it('returns no limit if the vault does not respond', async () => {
    expect((await toState({ room: undefined })).limit).toBeUndefined()
  })
})

async function toState({ room }: { room: bigint | undefined }) {
  const word = (value: bigint) => `0x${encodeWord(value)}` as const
  const read = async (calls: readonly ContractCall[]) =>
    calls.map(({ data }) => {
      if (data.startsWith(toFunctionSelector('asset()'))) return word(BigInt(token))
      if (data.startsWith(toFunctionSelector('decimals()'))) return word(18n)
      if (data.startsWith(toFunctionSelector('totalAssets()'))) return word(1_000n)
      const isDeposit = data === `${maxDeposit}${encodeWord(BigInt(depositor))}`
      return isDeposit && room !== undefined ? word(room) : undefined
    })
  const [reserve] = await createVaultAdapter(source, depositor).reserves(read)
  return reserve!.state(read)
}
