import { useState } from 'react'
import type { Address } from '../../../wire/lib/address.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { allowedLogo } from '../allowed-logo.ts'
import styles from '../token-avatar.module.css'
import tables from './logos.json' with { type: 'json' }

/** A fill, a path, its opacity (default 1), and 1 for the fill rule `evenodd` (default `nonzero`). */
export type LogoShape = readonly [fill: string, path: string, opacity?: number, isEvenOdd?: 1]

/** A background and shapes in a square of 24 units. */
export type Logo = readonly [background: readonly [string], ...shapes: LogoShape[]]

export interface LogoPictureProps {
  chainId: number
  /** A token of the chain. Undefined for the chain itself. */
  address?: Address | undefined
  /** The logo of the catalogue or the config. */
  uri: string | undefined
  /** In pixels. */
  size: number
  fallback: React.ReactNode
}

/** A shipped logo, else a logo from an allowed host, else the fallback. */
export function LogoPicture({ chainId, address, uri, size, fallback }: LogoPictureProps) {
  const { logoHosts } = useConfig()
  const { failedLogos } = useWidget()
  const [failed, setFailed] = useState<string>()
  const shipped = address ? findTokenLogo(chainId, address) : findChainLogo(chainId)
  if (shipped) return <ShippedLogo logo={shipped} />
  const url = allowedLogo(uri, logoHosts)
  if (!url || url === failed || failedLogos.has(url)) return fallback
  return (
    <img
      className={styles.picture}
      src={url}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => {
        failedLogos.add(url)
        setFailed(url)
      }}
    />
  )
}

/** Drawn in the page, because a strict content security policy blocks images from `data:` URLs. */
function ShippedLogo({ logo: [[background], ...shapes] }: { logo: Logo }) {
  return (
    <svg className={styles.logo} viewBox="0 0 24 24" aria-hidden="true">
      <path fill={background} d="M0 0h24v24H0z" />
      {shapes.map(([fill, path, opacity, isEvenOdd]) => (
        <path
          key={path}
          fill={fill}
          d={path}
          fillOpacity={opacity}
          fillRule={isEvenOdd ? 'evenodd' : undefined}
        />
      ))}
    </svg>
  )
}

/** Reads own fields only, because a name may be one of `Object.prototype`. */
function read<Value>(record: Record<string, unknown>, name: string | number): Value | undefined {
  return Object.hasOwn(record, name) ? (record[name] as Value) : undefined
}

/**
 * Returns the shipped logo of a token. Matches the chain and the address, never the symbol, which
 * any token may use.
 */
function findTokenLogo(chainId: number, address: Address): Logo | undefined {
  const names = read<Record<string, string>>(tables.tokens, chainId)
  const name = names && read<string>(names, address.toLowerCase())
  return name === undefined ? undefined : read(tables.logos, name)
}

function findChainLogo(chainId: number): Logo | undefined {
  const name = read<string>(tables.chains, chainId)
  return name === undefined ? undefined : read(tables.logos, name)
}
