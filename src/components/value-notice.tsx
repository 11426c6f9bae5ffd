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

/**
 * Warns when sources disagree about USD values or no independent source has them. Renders nothing
 * otherwise.
 */
export function ValueNotice(props: ValueNoticeProps) {
  const unknown = useUnknownValue(props)
  return (
    <>
      <ValueDisagreements {...props} />
      {unknown && (
        <Notice tone="warning" title={unknown.title}>
          {unknown.help}
        </Notice>
      )}
    </>
  )
}

/** Returns whether sources disagree about a USD value. False while they load. */
export function areValuesDisputed({ isChecking, input, output }: TradeValueView): boolean {
  return !isChecking && [input, output].some(({ status }) => status === 'disagreeing')
}

/** Warns when sources disagree about USD values. */
export function ValueDisagreements({ value, inputToken, outputToken }: ValueNoticeProps) {
  if (!areValuesDisputed(value)) return null
  return [
    { ...value.input, token: inputToken.symbol },
    { ...value.output, token: outputToken.symbol },
  ].map((side) => side.status === 'disagreeing' && <Disagreement key={side.token} {...side} />)
}

/**
 * Describes values that no source has (`unknown`), or only the service (`unconfirmed`). Undefined
 * while sources load.
 */
export function useUnknownValue({ value, inputToken, outputToken }: ValueNoticeProps) {
  const { t } = useTranslation()
  const unknown = [
    { ...value.input, token: inputToken.symbol },
    { ...value.output, token: outputToken.symbol },
  ].filter(({ status }) => status === 'unknown')
  const [input, output] = unknown.map(({ token }) => token)
  if (value.isChecking || input === undefined) return
  const token = output ? t('value.both', { input, output }) : input
  // A side without any value is worse than an unconfirmed one.
  const kind = unknown.some(({ max }) => !max) ? 'unknown' : 'unconfirmed'
  return { kind, title: t(`value.${kind}.title`, { token }), help: t(`value.${kind}.help`) } as const
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
