import type { Token } from '../events/types.ts'
import { optionalPart } from './optional-part.tsx'
import styles from './token-avatar.module.css'

export interface TokenAvatarProps {
  token: Pick<Token, 'address' | 'symbol' | 'chainId' | 'logoUri'>
  /** In pixels. Default 32. */
  size?: number
}

/** Loads the logos with the first avatar. */
const TokenPicture = optionalPart(async () => (await import('./token-picture.tsx')).TokenPicture)

const EMPTY = <span className={styles.empty} />

/**
 * The picture of a token, with a chain badge if several chains are configured. One asset has one
 * color on all chains.
 */
export function TokenAvatar({ token, size = 32 }: TokenAvatarProps) {
  return (
    <span
      className={styles.avatar}
      style={{ inlineSize: size, blockSize: size, fontSize: size }}
      aria-hidden="true"
    >
      <TokenPicture token={token} size={size} fallback={EMPTY} />
    </span>
  )
}
