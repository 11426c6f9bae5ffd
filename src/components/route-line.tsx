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

/** So many are shown before the rest is asked for: a trade may be split over dozens. */
const FEW = 4

/** The way a trade takes: which share, over which tokens, through which source. */
export function RouteLine({ chainId, modules }: RouteLineProps) {
  const { t, format } = useTranslation()
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole || modules.length <= FEW ? modules : modules.slice(0, FEW - 1)
  return (
    <ul className={styles.route}>
      {shown.map((module, index) => (
        <li
          // A route may take the same source twice; its order is its identity.
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
      {shown.length < modules.length && (
        <li>
          <Button variant="quiet" size="small" onClick={() => setIsWhole(true)}>
            {t('price.routeMore', { count: modules.length - shown.length })}
          </Button>
        </li>
      )}
    </ul>
  )
}
