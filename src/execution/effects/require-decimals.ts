import type { ChainReader } from '../../chain/types.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import type { SwapIntent } from '../machine/types.ts'

/**
 * Reads the decimals of both tokens from the chain: amounts were typed and shown with those of the catalogue.
 * Rejects with `TOKEN_MISMATCH` where they differ, and with the reader's error where the chain does not answer.
 */
export async function requireDecimals(
  chain: Pick<ChainReader, 'decimals'>,
  { chainId, inputToken, outputToken }: SwapIntent,
): Promise<void> {
  await Promise.all(
    [inputToken, outputToken].map(async ({ address, decimals }) => {
      const onChain = await chain.decimals({ chainId, token: address })
      if (onChain === decimals) return
      throw new SluiceError('TOKEN_MISMATCH', {
        details: `${address} has ${onChain} decimals on chain and ${decimals} in the catalogue`,
      })
    }),
  )
}
