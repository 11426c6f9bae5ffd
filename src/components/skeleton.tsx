import { sized } from './sized.ts'
import styles from './skeleton.module.css'

export interface SkeletonProps {
  /** A CSS length. */
  width: string
  /**
   * A CSS length. Default `1em`. Heights of server-rendered skeletons need a rule in the
   * stylesheet.
   */
  height?: string
}

/** A placeholder with the size of a loading value. */
export function Skeleton({ width, height = '1em' }: SkeletonProps) {
  return (
    <span ref={sized(width, height)} aria-hidden="true" className={styles.skeleton} data-height={height} />
  )
}
