import { useState } from 'react'
import { isNativeToken } from '../../wire/lib/address.ts'
import type { Token } from '../events/types.ts'
import { useConfig } from '../hooks/use-config.ts'
import { useWidget } from '../hooks/use-widget.ts'
import { part } from '../theme/part.ts'
import { allowedLogo } from './allowed-logo.ts'
import { type AvatarColors, avatarColors, NATIVE_COLORS } from './avatar-colors.ts'
import styles from './token-avatar.module.css'

export interface TokenAvatarProps {
  token: Pick<Token, 'address' | 'symbol' | 'chainId' | 'logoUri'>
  /** In pixels. Default 32. */
  size?: number
}

/**
 * The picture of a token, with a chain badge if several chains are configured. One asset has one
 * color on all chains.
 */
export function TokenAvatar({ token, size = 32 }: TokenAvatarProps) {
  const { chains } = useConfig()
  const chain = chains.length > 1 && chains.find(({ id }) => id === token.chainId)
  return (
    <span
      className={styles.avatar}
      style={{ inlineSize: size, blockSize: size, fontSize: size }}
      aria-hidden="true"
    >
      <Picture
        uri={token.logoUri}
        name={token.symbol}
        size={size}
        colors={isNativeToken(token.address) ? NATIVE_COLORS : avatarColors(token.symbol)}
      />
      {chain && (
        <span className={styles.badge} {...part('chain-badge')}>
          <Picture uri={chain.logoUri} name={chain.label} size={16} colors={avatarColors(chain.name)} />
        </span>
      )}
    </span>
  )
}

interface PictureProps {
  uri: string | undefined
  name: string
  size: number
  colors: AvatarColors
}

/** A logo if the host allows its source and it loads, else the first letter of a name. */
function Picture({ uri, name, size, colors: { from, to } }: PictureProps) {
  const { logoHosts } = useConfig()
  const { failedLogos } = useWidget()
  const [failed, setFailed] = useState<string>()
  const logo = allowedLogo(uri, logoHosts)
  return logo && logo !== failed && !failedLogos.has(logo) ? (
    <img
      className={styles.picture}
      src={logo}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => {
        failedLogos.add(logo)
        setFailed(logo)
      }}
    />
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
