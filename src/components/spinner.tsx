import { sized } from './sized.ts'
import styles from './spinner.module.css'

/** A loading indicator. The text next to it names the pending work. */
export function Spinner({ size = 18 }: { size?: number }) {
  return (
    <svg
      className={styles.spinner}
      aria-hidden="true"
      ref={sized(`${size}px`)}
      width={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
    >
      <circle cx="12" cy="12" r="9" opacity="0.22" />
      <path d="M12 3a9 9 0 0 1 9 9" />
    </svg>
  )
}
