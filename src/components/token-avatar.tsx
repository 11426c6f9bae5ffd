import { useState } from 'react'
import type { EventToken } from '../events/types.ts'
import { useConfig } from '../hooks/use-config.ts'
import { allowedLogo } from './allowed-logo.ts'
import { avatarHues } from './avatar-hues.ts'
import styles from './token-avatar.module.css'

export interface TokenAvatarProps {
  token: Pick<EventToken, 'address' | 'symbol' | 'chainId' | 'logoUri'>
  /** In pixels; default 32. */
  size?: number
}

/** A token's picture: its logo where the host allows one, else drawn from its address. Never a broken image. */
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
        <Drawn address={`${token.chainId}:${token.address}`} letters={letters(token.symbol)} />
      )}
    </span>
  )
}

function Drawn({ address, letters }: { address: string; letters: string }) {
  const [from, to] = avatarHues(address)
  return (
    <span
      className={styles.drawn}
      style={{
        backgroundImage: `linear-gradient(135deg, oklch(0.56 0.14 ${from}), oklch(0.44 0.14 ${to}))`,
      }}
    >
      {letters}
    </span>
  )
}

function letters(symbol: string): string {
  return [...symbol.replace(/[^\p{L}\p{N}]/gu, '')].slice(0, 1).join('').toUpperCase() || '?'
}
