import type { ChainReader } from '../../chain/types.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { tokenMismatch } from '../../errors/token-mismatch.ts'
import { type Address, isNativeToken, NATIVE_TOKEN } from '../../lib/address.ts'
import type { SwapIntent } from '../machine/types.ts'

/** What the account will have and will have allowed once what it has sent is mined, in base units. */
export interface Funds {
  input: bigint
  native: bigint
  /** Of the input token to the router; the whole input amount for the native token, which needs none. */
  allowance: bigint
}

export async function readFunds(chain: ChainReader, intent: SwapIntent, router: Address): Promise<Funds> {
  const { chainId, account, inputToken } = intent
  const token = inputToken.address
  // A swap on its way takes its input and uses up its approval before this one is mined.
  const blockTag = 'pending'
  if (isNativeToken(token)) {
    const native = await chain.balanceOf({ chainId, token, account, blockTag })
    return { input: native, native, allowance: intent.inputAmount }
  }
  const [input, native, allowance] = await Promise.all([
    chain.balanceOf({ chainId, token, account, blockTag }),
    chain.balanceOf({ chainId, token: NATIVE_TOKEN, account, blockTag }),
    chain.allowance({ chainId, token, owner: account, spender: router, blockTag }),
  ])
  return { input, native, allowance }
}

export function requireFunds(funds: Funds, intent: SwapIntent): void {
  if (funds.input >= intent.inputAmount) return
  throw new SluiceError('INSUFFICIENT_BALANCE', {
    details: `needs ${intent.inputAmount}, balance ${funds.input}`,
  })
}

/**
 * Reads the decimals of both tokens from the chain: amounts were typed and shown with those of the catalogue.
 * Rejects with `TOKEN_MISMATCH` where they differ, and with the reader's error where the chain does not answer.
 */
export async function requireDecimals(
  chain: Pick<ChainReader, 'decimals'>,
  { chainId, inputToken, outputToken }: SwapIntent,
): Promise<void> {
  await Promise.all(
    [inputToken, outputToken].map(async (token) => {
      const onChain = await chain.decimals({ chainId, token: token.address })
      if (onChain !== token.decimals) throw tokenMismatch(token, onChain)
    }),
  )
}
