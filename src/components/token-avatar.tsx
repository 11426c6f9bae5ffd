import { useState } from 'react'
import type { Token } from '../events/types.ts'
import { useConfig } from '../hooks/use-config.ts'
import { isNativeToken } from '../lib/address.ts'
import { allowedLogo } from './allowed-logo.ts'
import { avatarColors, NATIVE_COLORS } from './avatar-colors.ts'
import styles from './token-avatar.module.css'

export interface TokenAvatarProps {
  token: Pick<Token, 'address' | 'symbol' | 'chainId' | 'logoUri'>
  /** In pixels; default 32. */
  size?: number
}

/** A token's logo if the host allows its source and it loads, else an avatar drawn from its address. */
export function TokenAvatar({ token, size = 32 }: TokenAvatarProps) {
  const { logoHosts } = useConfig()
  const [failed, setFailed] = useState<string>()
  const logo = allowedLogo(token.logoUri, logoHosts)
  return (
    <span
      className={styles.avatar}
      style={{ inlineSize: size, blockSize: size, fontSize: size }}
      aria-hidden="true"
    >
      {logo && logo !== failed ? (
        <img
          className={styles.picture}
          src={logo}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailed(logo)}
        />
      ) : (
        <Drawn token={token} />
      )}
    </span>
  )
}

function Drawn({ token }: Pick<TokenAvatarProps, 'token'>) {
  const { from, to } = isNativeToken(token.address)
    ? NATIVE_COLORS
    : avatarColors(`${token.chainId}:${token.address}`)
  return (
    <span className={styles.drawn} style={{ backgroundImage: `linear-gradient(135deg, ${from}, ${to})` }}>
      {firstLetter(token.symbol)}
    </span>
  )
}

function firstLetter(symbol: string): string {
  return /[\p{L}\p{N}]/u.exec(symbol)?.[0].toUpperCase() ?? '?'
}
