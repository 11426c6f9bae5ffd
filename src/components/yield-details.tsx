import type { Token } from '../events/types.ts'
import { useEarningType } from '../hooks/use-earning-type.ts'
import { type FigureView, useTokenYield } from '../hooks/use-token-yield.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { Detail, DetailList } from './detail-list.tsx'
import { Skeleton } from './skeleton.tsx'

export interface YieldDetailsProps {
  token: Token
  /** Base units of the token that a deposit would give. */
  deposit?: bigint
}

/** The APY and the total deposits of a lending or vault token. Renders nothing for any other. */
export function YieldDetails(props: YieldDetailsProps) {
  return useEarningType(props.token) && <Figures {...props} />
}

function Figures({ token, deposit }: YieldDetailsProps) {
  const { t, format } = useTranslation()
  const { historical, diluted, tvl } = useTokenYield(token, { deposit })
  const percent = (apy: number) => format.percent(apy * 100)
  return (
    <DetailList>
      <Detail label={t('earn.apy', { token: token.symbol })} help={t('earn.apyHelp')}>
        <Figure view={historical} show={percent} />
      </Detail>
      {diluted && (
        <Detail label={t('earn.diluted')} help={t('earn.dilutedHelp')}>
          <Figure view={diluted} show={percent} />
        </Detail>
      )}
      <Detail label={t('earn.tvl')} help={t('earn.tvlHelp')}>
        <Figure view={tvl} show={format.usd} />
      </Detail>
    </DetailList>
  )
}

function Figure({ view, show }: { view: FigureView; show: (value: number) => string }) {
  const { t } = useTranslation()
  switch (view.status) {
    case 'known':
      return show(view.value)
    case 'loading':
      return <Skeleton width="6ch" />
    case 'unknown':
      return t('price.unknown')
    case 'unavailable':
      return t('earn.unavailable')
  }
}
