import type { Token } from '../events/types.ts'
import { useTranslation } from '../hooks/use-translation.ts'

export interface TokenAmountProps {
  /** Base units. */
  value: bigint
  token: Pick<Token, 'symbol' | 'decimals'>
  /** Every digit in sight: for what is signed. */
  exact?: boolean
}

/** An amount a person can read, with every digit under the pointer. */
export function TokenAmount({ value, token, exact = false }: TokenAmountProps) {
  const { format } = useTranslation()
  const full = format.exactAmount(value, token.decimals)
  return (
    <span title={`${full} ${token.symbol}`} data-exact={exact || undefined}>
      <bdi>
        {exact ? full : format.amount(value, token.decimals)} {token.symbol}
      </bdi>
    </span>
  )
}
