import type { ManifestChain } from '../../devnet/plan/manifest.ts'
import type { Environment } from './environment.ts'
import { rpcBatch } from './rpc.ts'
import styles from './status-bar.module.css'
import { usePolled } from './use-polled.ts'

/** The status and latest blocks of the chains and the service. */
export function StatusBar({ manifest, serviceUrl }: Environment) {
  return (
    <ul className={styles.bar} aria-label="Status">
      {manifest.chains.map((chain) => (
        <ChainStatus key={chain.id} chain={chain} />
      ))}
      <ServiceStatus url={serviceUrl} />
    </ul>
  )
}

function ChainStatus({ chain }: { chain: ManifestChain }) {
  const block = usePolled(chain.rpcUrl, 2000, async (signal) => {
    const [hex] = await rpcBatch(chain.rpcUrl, [{ method: 'eth_blockNumber', params: [] }], signal)
    return hex ? Number(hex) : undefined
  })
  return (
    <Pill up={block !== undefined} name={chain.label} value={block === undefined ? 'offline' : `#${block}`} />
  )
}

function ServiceStatus({ url }: { url: string }) {
  const up = usePolled(url, 4000, async (signal) => (await fetch(`${url}/healthz`, { signal })).ok)
  return <Pill up={up === true} name="Service" value={up ? 'ready' : 'offline'} />
}

function Pill({ up, name, value }: { up: boolean; name: string; value: string }) {
  return (
    <li className={styles.pill} data-up={up}>
      <span className={styles.light} />
      <span className={styles.name}>{name}</span>
      <span className={styles.value}>{value}</span>
    </li>
  )
}
