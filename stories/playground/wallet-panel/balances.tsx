import type { ManifestChain } from '../../../devnet/plan/manifest.ts'
import type { Address } from '../../../wire/lib/address.ts'
import { formatAmount } from '../../../wire/lib/amount.ts'
import { nativeBalance, rpcBatch, tokenBalance } from '../rpc.ts'
import { usePolled } from '../use-polled.ts'
import styles from './balances.module.css'

/** The balances of an account, read directly from the chain. */
export function Balances({ chain, account }: { chain: ManifestChain; account: Address }) {
  const assets = [{ ...chain.nativeCurrency, address: undefined }, ...chain.tokens]
  const balances = usePolled(`${chain.id}:${account}`, 3000, (signal) =>
    rpcBatch(
      chain.rpcUrl,
      assets.map(({ address }) => (address ? tokenBalance(address, account) : nativeBalance(account))),
      signal,
    ),
  )
  return (
    <dl className={styles.balances} aria-label="Balances">
      {assets.map(({ symbol, decimals }, index) => {
        const balance = balances?.[index]
        return (
          <div key={symbol} className={styles.row}>
            <dt>{symbol}</dt>
            <dd title={balance && formatAmount(BigInt(balance), decimals)}>
              {balance ? summarizeEvent(formatAmount(BigInt(balance), decimals)) : '–'}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** Truncates to at most four decimals. */
function summarizeEvent(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  const shown = fraction.slice(0, 4).replace(/0+$/, '')
  return shown ? `${grouped}.${shown}` : grouped
}
