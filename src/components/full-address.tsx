import styles from './full-address.module.css'

/** A whole address in groups of four, to compare with another. It wraps between groups and copies as one word. */
export function FullAddress({ address }: { address: string }) {
  return (
    <bdi className={styles.address} dir="ltr">
      {(address.match(/^0x|.{1,4}/gi) ?? []).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups have no other identity, and may repeat.
        <span key={index} className={styles.group}>
          {group}
        </span>
      ))}
    </bdi>
  )
}
