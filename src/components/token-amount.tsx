import type { Token } from '../events/types.ts'
import { useTranslation } from '../hooks/use-translation.ts'

export interface TokenAmountProps {
  /** Base units. */
  value: bigint
  token: Pick<Token, 'symbol' | 'decimals'>
  /** Shows every digit. Use it for signed amounts. */
  exact?: boolean
  /** Rounds up when shortened. Use it for maximum amounts. */
  maximum?: boolean
}

/** A shortened amount with every digit in the tooltip. */
export function TokenAmount({ value, token, exact = false, maximum = false }: TokenAmountProps) {
  const { format } = useTranslation()
  const full = format.exactAmount(value, token.decimals)
  return (
    <span title={`${full} ${token.symbol}`} data-exact={exact || undefined}>
      <bdi translate="no">
        {`${exact ? full : format[maximum ? 'maximum' : 'amount'](value, token.decimals, token.symbol)} ${token.symbol}`}
      </bdi>
    </span>
  )
}
