import { isNativeToken, NATIVE_TOKEN } from '../../../wire/lib/address.ts'
import type { ChainReader } from '../../chain/types.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { tokenMismatch } from '../../errors/token-mismatch.ts'
import type { SwapIntent } from '../machine/types.ts'
import type { VerifiedCall } from '../verification/verify-quote.ts'

/** Balances and allowance of the account on the pending block, in base units. */
export interface Funds {
  input: bigint
  native: bigint
  /**
   * The input allowance of the router. For the native token the maximum input, because it needs no
   * approval.
   */
  allowance: bigint
}

type Taking = Pick<VerifiedCall, 'to' | 'maxInputAmount'>

export async function readFunds(
  chain: ChainReader,
  intent: SwapIntent,
  { to: router, maxInputAmount }: Taking,
): Promise<Funds> {
  const { chainId, account, inputToken } = intent
  const token = inputToken.address
  // A pending swap spends its input and its allowance before this one is mined.
  const blockTag = 'pending'
  if (isNativeToken(token)) {
    const native = await chain.balanceOf({ chainId, token, account, blockTag })
    return { input: native, native, allowance: maxInputAmount }
  }
  const [input, native, allowance] = await Promise.all([
    chain.balanceOf({ chainId, token, account, blockTag }),
    chain.balanceOf({ chainId, token: NATIVE_TOKEN, account, blockTag }),
    chain.allowance({ chainId, token, owner: account, spender: router, blockTag }),
  ])
  return { input, native, allowance }
}

export function requireFunds(
  funds: Pick<Funds, 'input'>,
  { maxInputAmount }: Pick<Taking, 'maxInputAmount'>,
): void {
  if (funds.input >= maxInputAmount) return
  throw new SluiceError('INSUFFICIENT_BALANCE', {
    details: `needs ${maxInputAmount}, balance ${funds.input}`,
  })
}

/**
 * Throws `INSUFFICIENT_GAS` if the native balance cannot pay value and network cost. An unknown
 * cost is not checked.
 */
export function requireGas(balanceWei: bigint, valueWei: bigint, costWei: bigint | undefined): void {
  if (costWei === undefined || balanceWei >= valueWei + costWei) return
  throw new SluiceError('INSUFFICIENT_GAS', {
    details: `needs ${valueWei + costWei} wei, balance ${balanceWei} wei`,
  })
}

type Counted = Pick<SwapIntent['inputToken'], 'address' | 'decimals'>

/**
 * Compares the decimals of both tokens with their contracts, because amounts were entered and shown
 * with the decimals of the catalogue. Rejects with `TOKEN_MISMATCH` if they differ, and with the
 * reader's error if they cannot be read.
 */
export async function requireDecimals(
  chain: Pick<ChainReader, 'decimals'>,
  {
    chainId,
    inputToken,
    outputToken,
  }: Pick<SwapIntent, 'chainId'> & Record<'inputToken' | 'outputToken', Counted>,
): Promise<void> {
  await Promise.all(
    [inputToken, outputToken].map(async (token) => {
      const onChain = await chain.decimals({ chainId, token: token.address })
      if (onChain !== token.decimals) throw tokenMismatch(token, onChain)
    }),
  )
}
