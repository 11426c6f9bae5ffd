import type { PublicClient } from 'viem'
import { erc20Abi } from '../abi/erc20.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import type { Address, Hex } from '../lib/address.ts'
import { MAX_DECIMALS } from '../lib/amount.ts'
import { plainText } from '../lib/plain-text.ts'

const MAX_TEXT_LENGTH = 64

/** Symbol, name and decimals of a token. Rejects with `INVALID_REQUEST` when there is no such contract. */
export async function tokenMetadata(
  client: PublicClient,
  token: Address,
): Promise<{ symbol: string; name: string; decimals: number }> {
  const [symbol, name, decimals] = await Promise.all([
    textOf(client, token, 'symbol'),
    textOf(client, token, 'name'),
    decimalsOf(client, token),
  ])
  if (decimals === undefined || symbol === undefined || decimals > MAX_DECIMALS) {
    throw new SluiceError('INVALID_REQUEST', {
      message: 'There is no token at this address on this network.',
      details: `token ${token}: symbol ${symbol}, decimals ${decimals}`,
    })
  }
  return { symbol, name: name ?? symbol, decimals }
}

/** Decimals alone. Rejects with `UNVERIFIABLE` where the contract does not tell them, or claims too many. */
export async function tokenDecimals(client: PublicClient, token: Address): Promise<number> {
  const decimals = await decimalsOf(client, token)
  if (decimals !== undefined && decimals <= MAX_DECIMALS) return decimals
  throw new SluiceError('UNVERIFIABLE', { details: `token ${token}: decimals ${decimals ?? 'unknown'}` })
}

async function decimalsOf(client: PublicClient, token: Address): Promise<number | undefined> {
  const { decodeFunctionResult, encodeFunctionData } = await import('viem')
  const call = { abi: erc20Abi, functionName: 'decimals' } as const
  const data = await resultOf(client, token, encodeFunctionData(call))
  if (data === undefined) return undefined
  try {
    return decodeFunctionResult({ ...call, data })
  } catch {
    return undefined
  }
}

/** A text as a string or, as the oldest tokens write it, as bytes32. */
async function textOf(
  client: PublicClient,
  token: Address,
  functionName: 'symbol' | 'name',
): Promise<string | undefined> {
  const { decodeFunctionResult, encodeFunctionData, hexToString } = await import('viem')
  const call = { abi: erc20Abi, functionName } as const
  const data = await resultOf(client, token, encodeFunctionData(call))
  if (data === undefined) return undefined
  try {
    const text =
      data.length === 66 ? hexToString(data, { size: 32 }) : decodeFunctionResult({ ...call, data })
    const plain = plainText(text, MAX_TEXT_LENGTH)
    return plain === '' ? undefined : plain
  } catch {
    return undefined
  }
}

/** The raw answer; undefined when the call reverts or there is no contract. Network failures pass through. */
async function resultOf(client: PublicClient, to: Address, data: Hex): Promise<Hex | undefined> {
  try {
    const answer = await client.call({ to, data })
    return answer.data === undefined || answer.data === '0x' ? undefined : answer.data
  } catch (error) {
    if (error instanceof Error && isRevert(error)) return undefined
    throw error
  }
}

function isRevert(error: Error): boolean {
  return 'walk' in error && /revert/i.test(error.message)
}
