import { erc20Abi } from '../../wire/abi/erc20.ts'
import type { Address } from '../../wire/lib/address.ts'
import { MAX_DECIMALS } from '../../wire/lib/amount.ts'
import { plainText } from '../../wire/lib/plain-text.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { shortAddress } from '../lib/short-address.ts'
import { callView, firstWord } from './call-view.ts'
import type { ReadClient } from './read-actions.ts'

const MAX_TEXT_LENGTH = 64

/**
 * Symbol, name and decimals of a token. Without a displayable symbol, the shortened address is
 * used. Rejects with `INVALID_REQUEST` without such a contract.
 */
export async function tokenMetadata(
  client: ReadClient,
  token: Address,
): Promise<{ symbol: string; name: string; decimals: number }> {
  const [text, name, decimals] = await Promise.all([
    readText(client, token, 'symbol'),
    readText(client, token, 'name'),
    readDecimals(client, token),
  ])
  if (decimals === undefined || decimals > MAX_DECIMALS) {
    throw new SluiceError('INVALID_REQUEST', {
      message: 'There is no token at this address on this network.',
      details: `token ${token}: decimals ${decimals}`,
    })
  }
  const symbol = text ?? shortAddress(token)
  return { symbol, name: name ?? symbol, decimals: Number(decimals) }
}

/**
 * The decimals of a token. Rejects with `UNVERIFIABLE` if the contract returns none, or more than
 * `MAX_DECIMALS`.
 */
export async function tokenDecimals(client: ReadClient, token: Address): Promise<number> {
  const decimals = await readDecimals(client, token)
  if (decimals !== undefined && decimals <= MAX_DECIMALS) return Number(decimals)
  throw new SluiceError('UNVERIFIABLE', { details: `token ${token}: decimals ${decimals ?? 'unknown'}` })
}

async function readDecimals(client: ReadClient, token: Address): Promise<bigint | undefined> {
  const { encodeFunctionData } = await import('./viem.ts')
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' })
  return firstWord(await callView(client, { to: token, data }))
}

/** A text encoded as string or, by the oldest tokens, as bytes32. */
async function readText(
  client: ReadClient,
  token: Address,
  functionName: 'symbol' | 'name',
): Promise<string | undefined> {
  const { decodeFunctionResult, encodeFunctionData, hexToString } = await import('./viem.ts')
  const call = { abi: erc20Abi, functionName } as const
  const data = await callView(client, { to: token, data: encodeFunctionData(call) })
  if (data === undefined) return undefined
  try {
    const text =
      // bytes32 text ends at the first zero byte.
      data.length === 66 ? hexToString(data).split('\0', 1)[0] : decodeFunctionResult({ ...call, data })
    return plainText(text ?? '', MAX_TEXT_LENGTH) || undefined
  } catch {
    return undefined
  }
}
