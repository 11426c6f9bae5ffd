import { sized } from './sized.ts'
import styles from './skeleton.module.css'

export interface SkeletonProps {
  /** A CSS length. */
  width: string
  /** A CSS length; default `1em`. What a server may render has its rule in the stylesheet. */
  height?: string
}

/** Holds the place of a value that is on its way, at the size it will have. */
export function Skeleton({ width, height = '1em' }: SkeletonProps) {
  return (
    <span ref={sized(width, height)} aria-hidden="true" className={styles.skeleton} data-height={height} />
  )
}
