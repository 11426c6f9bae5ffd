import { Fragment } from 'react'
import styles from './full-address.module.css'

/**
 * A whole address in groups of four characters for comparison. It wraps between groups and copies
 * as one word.
 */
export function FullAddress({ address }: { address: string }) {
  const groups = address.match(/^0x|.{1,4}/gi) ?? []
  return (
    <bdi translate="no" className={styles.address} dir="ltr">
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups have no other identity, and may repeat.
        <Fragment key={index}>
          <span className={styles.group}>{group}</span>
          <wbr />
        </Fragment>
      ))}
    </bdi>
  )
}
