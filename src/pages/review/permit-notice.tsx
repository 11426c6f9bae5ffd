import type { Address } from '../../../wire/lib/address.ts'
import { Notice } from '../../components/notice.tsx'
import type { PermitRefusal, SwapIntent } from '../../execution/machine/types.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { shortAddress } from '../../lib/short-address.ts'

export interface PermitNoticeProps {
  intent: SwapIntent
  /** Base units. */
  amount: bigint
  spender: Address
}

/** The allowance that the signature grants, shown before the wallet opens. */
export function PermitNotice({ intent: { inputToken }, amount, spender }: PermitNoticeProps) {
  const { t, format } = useTranslation()
  return (
    <Notice tone="neutral" title={t('stage.permitNotice.title')}>
      <span title={spender}>
        {t('stage.permitNotice.help', {
          amount: format.exactAmount(amount, inputToken.decimals),
          token: inputToken.symbol,
          spender: shortAddress(spender),
        })}
      </span>
    </Notice>
  )
}

/** Explains why an approval follows a requested signature. */
export function PermitRefusedNotice({ by }: { by: PermitRefusal }) {
  const { t } = useTranslation()
  return (
    <Notice tone="warning" title={t(`stage.permitRefused.${by}`)}>
      {t('stage.permitRefused.help')}
    </Notice>
  )
}
