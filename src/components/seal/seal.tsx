import { useMemo } from 'react'
import { part } from '../../theme/part.ts'
import { sized } from '../sized.ts'
import { drawGuilloche } from './guilloche.ts'
import styles from './seal.module.css'

export interface SealProps {
  /** The fingerprint of the checked call. Undefined before there is one. */
  seed: string | undefined
  /** Each check of the swap, in order. A segment of the ring locks with each passed check. */
  locks: readonly boolean[]
  /** In pixels. Default 96. */
  size?: number
}

const RADIUS = 51
const LENGTH = 2 * Math.PI * RADIUS
const GAP = 5

/**
 * The seal of a swap, drawn from the call that was checked. It closes once every check has passed.
 * Hidden from screen readers: place it next to a text.
 */
export function Seal({ seed, locks, size = 96 }: SealProps) {
  const pattern = useMemo(() => drawGuilloche(seed ?? ''), [seed])
  const isClosed = seed !== undefined && locks.every(Boolean)
  const segment = LENGTH / locks.length
  return (
    <svg
      aria-hidden="true"
      ref={sized(`${size}px`)}
      className={styles.seal}
      viewBox="0 0 120 120"
      width={size}
      {...part('seal', isClosed ? 'closed' : 'open')}
    >
      <path className={styles.edge} d={pattern.edge} />
      <g className={styles.waves}>
        {seed !== undefined && pattern.waves.map((wave) => <path key={wave} d={wave} />)}
      </g>
      <circle className={styles.track} cx="60" cy="60" r={RADIUS} />
      {locks.map((isLocked, index) => (
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: the segments have a fixed order
          key={index}
          className={styles.segment}
          data-locked={isLocked || undefined}
          cx="60"
          cy="60"
          r={RADIUS}
          strokeDasharray={`${isClosed ? segment + 0.5 : segment - GAP} ${LENGTH}`}
          transform={`rotate(${(index / locks.length) * 360 - 90} 60 60)`}
        />
      ))}
      <circle className={styles.core} cx="60" cy="60" r="20" />
      <path
        className={styles.mark}
        d={isClosed ? 'm51 60.5 6.4 6.4L70 53.8' : 'M53 59.5h14v9.5H53zM56 59.5v-3.2a4 4 0 0 1 7.6-1.8'}
      />
    </svg>
  )
}
