import type { Client } from 'viem'
import { isAddress } from '../../wire/lib/address.ts'
import type { ResolvedChain } from '../config/types.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { anyCase } from './call-view.ts'
import type { ReadClient } from './read-actions.ts'
import type { ResolvedName } from './types.ts'

/**
 * The address of an ENS name for a chain, from the Universal Resolver on the first chain that has
 * one: its own address on the same chain, otherwise the one for the other chain's coin type
 * (ENSIP-11). The client follows no `OffchainLookup`, so no server of a name receives a request.
 */
export async function resolveName(
  chains: readonly ResolvedChain[],
  { chainId, name: text }: { chainId: number; name: string },
  read: <Value>(chainId: number, run: (client: ReadClient) => Promise<Value>) => Promise<Value>,
): Promise<ResolvedName | undefined> {
  const ens = chains.find(({ id, ensResolver }) => id === chainId && ensResolver) ?? findEnsChain(chains)
  if (!ens?.ensResolver) throw new SluiceError('INVALID_REQUEST', { details: 'no chain has an ensResolver' })
  const { getEnsAddress, normalize } = await import('./viem-ens.ts')
  const name = toName(text, normalize)
  const { ensResolver: resolver } = ens
  const address = await read(ens.id, (client) =>
    getEnsAddress(client as unknown as Client, {
      name,
      universalResolverAddress: anyCase(resolver),
      ...(ens.id !== chainId && { coinType: getCoinType(chainId) }),
      strict: false,
    }),
  )
  return isAddress(address) ? { name, address } : undefined
}

function findEnsChain(chains: readonly ResolvedChain[]): ResolvedChain | undefined {
  return chains.find(({ ensResolver }) => ensResolver !== undefined)
}

function toName(text: string, normalize: (name: string) => string): string {
  try {
    return normalize(text)
  } catch (cause) {
    throw new SluiceError('INVALID_REQUEST', { cause, details: `not an ENS name: ${text}` })
  }
}

/** The coin type of an EVM chain (ENSIP-11). */
function getCoinType(chainId: number): bigint {
  return chainId === 1 ? 60n : BigInt(chainId) | 0x8000_0000n
}
