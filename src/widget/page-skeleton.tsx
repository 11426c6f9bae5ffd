import page from '../components/page.module.css'
import { Skeleton } from '../components/skeleton.tsx'
import { VisuallyHidden } from '../components/visually-hidden.tsx'
import styles from './page-skeleton.module.css'

/** A placeholder of a loading page. */
export function PageSkeleton({ label }: { label: string }) {
  return (
    <div className={`${page.page} ${styles.page}`} aria-busy="true">
      <VisuallyHidden>{label}</VisuallyHidden>
      <div className={page.header}>
        <Skeleton width="9ch" height="18px" />
      </div>
      <Skeleton width="100%" height="136px" />
      <Skeleton width="100%" height="136px" />
      <Skeleton width="100%" height="56px" />
    </div>
  )
}
