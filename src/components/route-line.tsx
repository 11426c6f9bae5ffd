import { Fragment, useState } from 'react'
import { useTranslation } from '../hooks/use-translation.ts'
import type { LiquidityModule } from '../wire/router.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import styles from './route-line.module.css'
import { TokenSymbol } from './token-mark.tsx'

export interface RouteLineProps {
  chainId: number
  modules: readonly LiquidityModule[]
}

/** The number of modules shown before "more": a trade may be split over dozens. */
const MAX_COLLAPSED = 4

/** The route of a trade: share, path and liquidity source of each part. */
export function RouteLine({ chainId, modules }: RouteLineProps) {
  const { t, format } = useTranslation()
  const [isWhole, setIsWhole] = useState(false)
  const hops = mergeHops(modules)
  const shown = isWhole || hops.length <= MAX_COLLAPSED ? hops : hops.slice(0, MAX_COLLAPSED - 1)
  return (
    <ul className={styles.route}>
      {shown.map((module, index) => (
        <li
          // A route may use the same source twice, so the index is the key.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
          key={index}
          className={styles.leg}
        >
          {module.portionBps > 0 && module.portionBps < 10_000 && (
            <span className={styles.share}>{format.percent(module.portionBps)}</span>
          )}
          <span className={styles.module}>{module.name}</span>
          {module.path.length > 1 && (
            <span className={styles.path}>
              {module.path.map((token, hop) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a path is replaced as a whole
                <Fragment key={hop}>
                  {hop > 0 && <Icon name="chevronDown" size={12} />}
                  <TokenSymbol chainId={chainId} address={token} />
                </Fragment>
              ))}
            </span>
          )}
        </li>
      ))}
      {shown.length < hops.length && (
        <li>
          <Button variant="quiet" size="small" onClick={() => setIsWhole(true)}>
            {t('price.routeMore', { count: hops.length - shown.length })}
          </Button>
        </li>
      )}
    </ul>
  )
}

/** One line for each source and pair of tokens, the largest share of the trade first. */
function mergeHops(modules: readonly LiquidityModule[]): LiquidityModule[] {
  const merged = new Map<string, LiquidityModule>()
  for (const module of modules) {
    const key = `${module.module} ${module.path.join(' ')}`.toLowerCase()
    const known = merged.get(key)
    const portionBps = Math.min(10_000, (known?.portionBps ?? 0) + module.portionBps)
    merged.set(key, { ...module, portionBps })
  }
  return [...merged.values()].sort((a, b) => b.portionBps - a.portionBps)
}
