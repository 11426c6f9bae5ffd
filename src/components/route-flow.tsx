import { type CSSProperties, useState } from 'react'
import { type Address, sameAddress } from '../../wire/lib/address.ts'
import type { LiquidityModule } from '../../wire/router.ts'
import { useToken } from '../hooks/use-token.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { Button } from './button.tsx'
import styles from './route-flow.module.css'
import { type RouteHop, type RoutePath, toRoutePaths } from './route-paths.ts'
import { TokenAvatar } from './token-avatar.tsx'
import { TokenSymbol } from './token-mark.tsx'
import { SourcePicture } from './token-picture.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface RouteFlowProps {
  chainId: number
  modules: readonly LiquidityModule[]
}

/** The number of paths shown before "more", because a trade may be split over dozens. */
const MAX_COLLAPSED = 3

/**
 * The flow of a trade, drawn from its input token to its output token: a lane for each path, filled
 * by its share of the trade, the largest first.
 */
export function RouteFlow({ chainId, modules }: RouteFlowProps) {
  const { t } = useTranslation()
  const [isWhole, setIsWhole] = useState(false)
  const paths = toRoutePaths(modules)
  const shown = isWhole ? paths : paths.slice(0, MAX_COLLAPSED)
  const ends = getEnds(paths[0])
  if (!ends) return null
  return (
    <>
      <div className={styles.ends} aria-hidden="true">
        <RouteToken chainId={chainId} address={ends.from} />
        <RouteToken chainId={chainId} address={ends.to} />
      </div>
      <ol className={styles.flow} aria-label={t('price.route')}>
        {shown.map((path, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
          <li key={index} className={styles.path} style={toShare(path)}>
            <VisuallyHidden>
              <Description chainId={chainId} path={path} />
            </VisuallyHidden>
            <Lane chainId={chainId} path={path} ends={ends} />
          </li>
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

/** An unknown share draws a thin line and an empty lane. */
function toShare({ shareBps = 0 }: RoutePath): CSSProperties {
  return { '--share': shareBps / 10_000 } as CSSProperties
}

interface Ends {
  from: Address
  to: Address
}

function getEnds(path: RoutePath | undefined): Ends | undefined {
  const [first, last] = [path?.hops[0], path?.hops.at(-1)]
  return first && last && { from: first.from, to: last.to }
}

interface PathProps {
  chainId: number
  path: RoutePath
}

/** A path as text for screen readers. */
function Description({ chainId, path: { shareBps, hops } }: PathProps) {
  const { format } = useTranslation()
  const [first] = hops
  return (
    <>
      {shareBps !== undefined && <span>{`${format.percent(shareBps)} `}</span>}
      {first && <TokenSymbol chainId={chainId} address={first.from} />}
      {hops.map((hop) => (
        <span key={hop.to}>
          {hop.sources.map(({ name, shareBps }) => (
            <span
              key={name}
            >{` ${name}${hop.sources.length > 1 ? ` ${format.percent(shareBps)}` : ''} `}</span>
          ))}
          <TokenSymbol chainId={chainId} address={hop.to} />
        </span>
      ))}
    </>
  )
}

/** A path as a lane between the tokens at both ends, which its tokens repeat only if they differ. */
function Lane({ chainId, path: { shareBps, hops }, ends }: PathProps & { ends: Ends }) {
  const { format } = useTranslation()
  const [first] = hops
  return (
    <div aria-hidden="true" className={styles.lane}>
      {shareBps !== undefined && <span className={styles.share}>{format.percent(shareBps)}</span>}
      <span className={styles.hops}>
        {first && !sameAddress(first.from, ends.from) && (
          <RouteToken chainId={chainId} address={first.from} />
        )}
        {hops.map((hop, index) => (
          <span key={hop.to} className={styles.hop}>
            <Sources hop={hop} />
            {(index < hops.length - 1 || !sameAddress(hop.to, ends.to)) && (
              <RouteToken chainId={chainId} address={hop.to} />
            )}
          </span>
        ))}
      </span>
    </div>
  )
}

function Sources({ hop: { sources } }: { hop: RouteHop }) {
  const { format } = useTranslation()
  return sources.map(({ name, shareBps }) => (
    <span key={name} className={styles.source}>
      <span className={styles.icon}>
        <SourcePicture name={name} />
      </span>
      <bdi translate="no">{name}</bdi>
      {sources.length > 1 && <span className={styles.part}>{format.percent(shareBps)}</span>}
    </span>
  ))
}

function RouteToken({ chainId, address }: { chainId: number; address: Address }) {
  const { token } = useToken({ chainId, address })
  return (
    <span className={styles.token}>
      {token && <TokenAvatar token={token} size={20} />}
      <TokenSymbol chainId={chainId} address={address} />
    </span>
  )
}
