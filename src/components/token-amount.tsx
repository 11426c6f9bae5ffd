import type { EventToken } from '../events/types.ts'
import { useWords } from '../hooks/use-words.ts'

export interface TokenAmountProps {
  /** Base units. */
  value: bigint
  token: Pick<EventToken, 'symbol' | 'decimals'>
}

/** An amount a person can read, with every digit under the pointer. */
export function TokenAmount({ value, token }: TokenAmountProps) {
  const { format } = useWords()
  return (
    <span title={`${format.exactAmount(value, token.decimals)} ${token.symbol}`}>
      <bdi>
        {format.amount(value, token.decimals)} {token.symbol}
      </bdi>
    </span>
  )
}
