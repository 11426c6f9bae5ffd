import page from '../../components/page.module.css'
import { Skeleton } from '../../components/skeleton.tsx'
import { AmountBox } from './amount/amount-box.tsx'
import amount from './amount/amount-field.module.css'
import { SidePanel } from './side-panel.tsx'
import styles from './swap-page-skeleton.module.css'

/** A placeholder with the layout of the swap page. */
export function SwapPageSkeleton() {
  return (
    <div className={page.page} aria-hidden="true">
      <div className={page.header}>
        <Skeleton width="7ch" height="18px" />
      </div>
      <div>
        <Side side="input" />
        <div className={styles.seam} />
        <Side side="output" />
      </div>
      <div className={styles.button} />
      <div data-aside="">
        <div className={styles.foot} />
      </div>
    </div>
  )
}

function Side({ side }: { side: 'input' | 'output' }) {
  return (
    <SidePanel
      side={side}
      label={<Skeleton width="8ch" height="13px" />}
      amount={
        <AmountBox length={0}>
          <span className={amount.amount}>
            <Skeleton width="3ch" height="0.8em" />
          </span>
        </AmountBox>
      }
      token={<Skeleton width="120px" height="44px" />}
      value={null}
      balance={null}
    />
  )
}
