import { SluiceError } from './sluice-error.ts'

/** `TOKEN_MISMATCH`: the token's contract reports other decimals than the catalogue. */
export function tokenMismatch(
  { address, decimals }: { address: string; decimals: number },
  onChain: number | undefined,
): SluiceError {
  return new SluiceError('TOKEN_MISMATCH', {
    details: `${address} has ${onChain} decimals on chain and ${decimals} in the catalogue`,
  })
}
