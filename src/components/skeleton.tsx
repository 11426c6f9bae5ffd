import styles from './skeleton.module.css'

/** Holds the place of a value that is on its way, at the size it will have. */
export function Skeleton({ width, height = '1em' }: { width: string; height?: string }) {
  return (
    <span aria-hidden="true" className={styles.skeleton} style={{ inlineSize: width, blockSize: height }} />
  )
}
