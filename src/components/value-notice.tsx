import type { Token } from '../events/types.ts'
import type { TradeValueView } from '../hooks/use-trade-value.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import type { SideValue } from '../lib/value-trade.ts'
import { Notice } from './notice.tsx'

export interface ValueNoticeProps {
  value: TradeValueView
  inputToken: Token
  outputToken: Token
}

/** Warns where sources disagree about USD values or no independent source has them. Renders nothing otherwise. */
export function ValueNotice({ value, inputToken, outputToken }: ValueNoticeProps) {
  const { t } = useTranslation()
  if (value.isChecking) return null
  const sides = [
    { ...value.input, token: inputToken.symbol },
    { ...value.output, token: outputToken.symbol },
  ]
  const unknown = sides.filter(({ status }) => status === 'unknown')
  const [input, output] = unknown.map(({ token }) => token)
  const token = input && output ? t('value.both', { input, output }) : input
  // A side without any value is worse than an unconfirmed one.
  const kind = unknown.some(({ max }) => !max) ? 'unknown' : 'unconfirmed'
  return (
    <>
      {sides.map((side) => side.status === 'disagreeing' && <Disagreement key={side.token} {...side} />)}
      {token !== undefined && (
        <Notice tone="warning" title={t(`value.${kind}.title`, { token })}>
          {t(`value.${kind}.help`)}
        </Notice>
      )}
    </>
  )
}

function Disagreement({ token, min, max }: SideValue & { token: string }) {
  const { t, format } = useTranslation()
  if (!min || !max) return null
  return (
    <Notice tone="warning" title={t('value.disagree.title', { token })}>
      {t('value.disagree.help', {
        most: format.usd(max.usd),
        mostSource: t(`value.source.${max.source}`),
        least: format.usd(min.usd),
        leastSource: t(`value.source.${min.source}`),
      })}
    </Notice>
  )
}
