import { useState } from 'react'
import { type Address, isNativeToken } from '../../wire/lib/address.ts'
import type { Token } from '../events/types.ts'
import { useConfig } from '../hooks/use-config.ts'
import { useWidget } from '../hooks/use-widget.ts'
import { part } from '../theme/part.ts'
import { allowedLogo } from './allowed-logo.ts'
import { type AvatarColors, avatarColors, NATIVE_COLORS } from './avatar-colors.ts'
import tables from './logos/logos.json' with { type: 'json' }
import styles from './token-picture.module.css'

/** A fill, a path, its opacity (default 1), and 1 for the fill rule `evenodd` (default `nonzero`). */
export type LogoShape = readonly [fill: string, path: string, opacity?: number, isEvenOdd?: 1]

/** A background and shapes in a square of 24 units. */
export type Logo = readonly [background: readonly [string], ...shapes: LogoShape[]]

export interface TokenPictureProps {
  token: Pick<Token, 'address' | 'symbol' | 'chainId' | 'logoUri'>
  /** In pixels. */
  size: number
}

/** A picture for each part of an avatar: a logo if there is one, else the first letter of a name. */
export function TokenPicture({ token, size }: TokenPictureProps) {
  const { chains } = useConfig()
  const { chainId, address, symbol, logoUri } = token
  const chain = chains.length > 1 && chains.find(({ id }) => id === chainId)
  return (
    <>
      <Picture
        shipped={findTokenLogo(chainId, address)}
        uri={logoUri}
        name={symbol}
        size={size}
        colors={isNativeToken(address) ? NATIVE_COLORS : avatarColors(symbol)}
      />
      {chain && (
        <span className={styles.badge} {...part('chain-badge')}>
          <Picture
            shipped={findChainLogo(chain.id)}
            uri={chain.logoUri}
            name={chain.label}
            size={16}
            colors={avatarColors(chain.name)}
          />
        </span>
      )}
    </>
  )
}

/** The shipped logos of protocols, by the first word of the names of their sources. */
const PROTOCOL_LOGOS: Record<string, string> = {
  Aave: 'AAVE',
  Balancer: 'BAL',
  Compound: 'COMP',
  Curve: 'CRV',
  Frax: 'FRAX',
  Lido: 'LDO',
  PancakeSwap: 'CAKE',
  Uniswap: 'UNI',
}

/** The picture of a liquidity source, which fills its parent. */
export function SourcePicture({ name }: { name: string }) {
  const logo = read<string>(PROTOCOL_LOGOS, name.split(' ')[0] ?? '')
  return (
    <Picture
      shipped={logo === undefined ? undefined : read(tables.logos, logo)}
      uri={undefined}
      name={name}
      size={16}
      colors={avatarColors(name)}
    />
  )
}

interface PictureProps {
  shipped: Logo | undefined
  /** The logo of the catalogue or the config. */
  uri: string | undefined
  name: string
  /** In pixels. */
  size: number
  colors: AvatarColors
}

/** A logo from an allowed host, else a shipped one, else the first letter of a name. */
function Picture({ shipped, uri, name, size, colors: { from, to } }: PictureProps) {
  const { logoHosts } = useConfig()
  const { failedLogos } = useWidget()
  const [failed, setFailed] = useState<string>()
  const url = allowedLogo(uri, logoHosts)
  return url && url !== failed && !failedLogos.has(url) ? (
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
  ) : shipped ? (
    <ShippedLogo logo={shipped} />
  ) : (
    <span
      translate="no"
      className={styles.drawn}
      style={{ backgroundImage: `linear-gradient(135deg, ${from}, ${to})` }}
    >
      {firstLetter(name)}
    </span>
  )
}

function firstLetter(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '?'
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
