import type { Token } from '../events/types.ts'
import { useEarningType } from '../hooks/use-earning-type.ts'
import { useNavigation } from '../hooks/use-navigation.ts'
import { useTokenYield } from '../hooks/use-token-yield.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { useWallet } from '../hooks/use-wallet.ts'
import { tokenKey } from '../lib/token-key.ts'
import { Button } from './button.tsx'
import { Detail, DetailList } from './detail-list.tsx'
import { YieldFigure } from './yield-figure.tsx'

export interface YieldDetailsProps {
  token: Token
  /** The token amount that a deposit would buy, in base units. */
  deposit?: bigint
  /** Adds a link to the deposits of the connected account. Default false. */
  leadsToPositions?: boolean
}

/** The APY and the total deposits of a lending or vault token. Renders nothing for other tokens. */
export function YieldDetails(props: YieldDetailsProps) {
  return useEarningType(props.token) && <Figures {...props} />
}

function Figures({ token, deposit, leadsToPositions = false }: YieldDetailsProps) {
  const { t, format } = useTranslation()
  const { historical, diluted, tvl } = useTokenYield(token, { deposit })
  const { push } = useNavigation()
  const { address } = useWallet().state
  const percent = (apy: number) => format.percent(apy * 100)
  return (
    <>
      <DetailList>
        <Detail label={t('earn.apy', { token: token.symbol })} help={t('earn.apyHelp')}>
          <YieldFigure view={historical} show={percent} />
        </Detail>
        {diluted && (
          <Detail label={t('earn.diluted')} help={t('earn.dilutedHelp')}>
            <YieldFigure view={diluted} show={percent} />
          </Detail>
        )}
        <Detail label={t('earn.tvl')} help={t('earn.tvlHelp')}>
          <YieldFigure view={tvl} show={format.usd} />
        </Detail>
      </DetailList>
      {leadsToPositions && address && (
        <Button
          size="small"
          data-focus-key={`positions ${tokenKey(token)}`}
          onClick={() => push('positions')}
        >
          {t('earn.positions')}
        </Button>
      )}
    </>
  )
}
