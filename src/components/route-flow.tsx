import { useState } from 'react'
import type { LiquidityModule } from '../../wire/router.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { Button } from './button.tsx'
import styles from './route-flow.module.css'
import { type RouteHop, type RoutePath, toRoutePaths } from './route-paths.ts'
import { TokenSymbol } from './token-mark.tsx'

export interface RouteFlowProps {
  chainId: number
  modules: readonly LiquidityModule[]
}

/** The number of paths shown before "more", because a trade may be split over dozens. */
const MAX_COLLAPSED = 4

/**
 * The flow of a trade from token to token: each path with its share of the trade, the largest
 * first.
 */
export function RouteFlow({ chainId, modules }: RouteFlowProps) {
  const { t } = useTranslation()
  const [isWhole, setIsWhole] = useState(false)
  const paths = toRoutePaths(modules)
  const shown = isWhole || paths.length <= MAX_COLLAPSED ? paths : paths.slice(0, MAX_COLLAPSED - 1)
  return (
    <>
      <ol className={styles.flow} aria-label={t('price.route')}>
        {shown.map((path, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
          <Path key={index} chainId={chainId} path={path} />
        ))}
      </ol>
      {shown.length < paths.length && (
        <Button variant="quiet" size="small" onClick={() => setIsWhole(true)}>
          {t('price.routeMore', { count: paths.length - shown.length })}
        </Button>
      )}
    </>
  )
}

function Path({ chainId, path: { shareBps, hops } }: { chainId: number; path: RoutePath }) {
  const { format } = useTranslation()
  const [first] = hops
  if (!first) return null
  return (
    <li className={styles.path}>
      {shareBps !== undefined && <span className={styles.share}>{`${format.percent(shareBps)} `}</span>}
      <span className={styles.line}>
        <span className={styles.token}>
          <TokenSymbol chainId={chainId} address={first.from} />
        </span>
        {hops.map((hop) => (
          <span key={hop.to} className={styles.hop}>
            <Sources hop={hop} />
            <span className={styles.token}>
              <TokenSymbol chainId={chainId} address={hop.to} />
            </span>
          </span>
        ))}
      </span>
      {shareBps !== undefined && (
        <span className={styles.bar} aria-hidden="true" style={{ inlineSize: `${shareBps / 100}%` }} />
      )}
    </li>
  )
}

/** The sources of a hop, drawn as the line between its tokens. */
function Sources({ hop: { sources } }: { hop: RouteHop }) {
  const { format } = useTranslation()
  return (
    <span className={styles.sources}>
      {sources.map(({ name, shareBps }) => (
        <span key={name}>{` ${name}${sources.length > 1 ? ` ${format.percent(shareBps)}` : ''} `}</span>
      ))}
    </span>
  )
}
