import { isNativeToken } from '../../wire/lib/address.ts'
import type { Token } from '../events/types.ts'
import { useConfig } from '../hooks/use-config.ts'
import { part } from '../theme/part.ts'
import { type AvatarColors, avatarColors, NATIVE_COLORS } from './avatar-colors.ts'
import { optionalPart } from './optional-part.tsx'
import styles from './token-avatar.module.css'

/** Loads the logos with the first avatar. */
const LogoPicture = optionalPart(async () => (await import('./logos/logo-picture.tsx')).LogoPicture)

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
        chainId={token.chainId}
        address={token.address}
        uri={token.logoUri}
        name={token.symbol}
        size={size}
        colors={isNativeToken(token.address) ? NATIVE_COLORS : avatarColors(token.symbol)}
      />
      {chain && (
        <span className={styles.badge} {...part('chain-badge')}>
          <Picture
            chainId={chain.id}
            uri={chain.logoUri}
            name={chain.label}
            size={16}
            colors={avatarColors(chain.name)}
          />
        </span>
      )}
    </span>
  )
}

interface PictureProps {
  chainId: number
  /** Undefined for the chain itself. */
  address?: Token['address']
  uri: string | undefined
  name: string
  size: number
  colors: AvatarColors
}

/** A logo if there is one, else the first letter of a name. */
function Picture({ name, colors: { from, to }, ...logo }: PictureProps) {
  return (
    <LogoPicture
      {...logo}
      pending={<span className={styles.picture} />}
      fallback={
        <span
          translate="no"
          className={styles.drawn}
          style={{ backgroundImage: `linear-gradient(135deg, ${from}, ${to})` }}
        >
          {firstLetter(name)}
        </span>
      }
    />
  )
}

function firstLetter(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '?'
}
