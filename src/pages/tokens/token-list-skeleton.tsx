import { Skeleton } from '../../components/skeleton.tsx'
import styles from './token-list-skeleton.module.css'

/** A placeholder of loading rows. */
export function TokenListSkeleton() {
  return (
    <div aria-hidden="true">
      {['34%', '26%', '40%', '30%', '36%', '28%'].map((width) => (
        <div key={width} className={styles.row}>
          <span className={styles.avatar}>
            <Skeleton width="36px" height="36px" />
          </span>
          <Skeleton width={width} height="16px" />
        </div>
      ))}
    </div>
  )
}
