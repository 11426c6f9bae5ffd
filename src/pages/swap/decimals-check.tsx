import { useEffect } from 'react'
import type { SluiceError } from '../../errors/sluice-error.ts'
import type { Token } from '../../events/types.ts'
import { useDecimalsCheck } from '../../hooks/use-decimals-check.ts'

export interface DecimalsCheckProps {
  inputToken: Token | undefined
  outputToken: Token | undefined
  /** Called with `TOKEN_MISMATCH` while the catalogue's decimals are wrong, else with undefined. */
  onChange: (error: SluiceError | undefined) => void
}

/** Compares the decimals of the form's tokens with the chain. Renders nothing. */
export function DecimalsCheck({ inputToken, outputToken, onChange }: DecimalsCheckProps) {
  const check = useDecimalsCheck(inputToken, outputToken)
  const error = check.status === 'wrong' ? check.error : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: each render creates an equal error.
  useEffect(() => {
    onChange(error)
    return () => onChange(undefined)
  }, [error?.details, onChange])
  return null
}
