import { shortAddress } from '../../../src/lib/short-address.ts'
import type { Address } from '../../../wire/lib/address.ts'
import type { Environment } from '../environment.ts'
import { Panel } from '../panel.tsx'
import type { Scenario } from '../scenarios/scenarios.ts'
import { Balances } from './balances.tsx'
import { Toggle } from './toggle.tsx'
import { usePlaygroundWallet } from './use-playground-wallet.ts'
import { WalletDialog } from './wallet-dialog.tsx'
import styles from './wallet-panel.module.css'

interface WalletPanelProps extends Pick<Environment, 'manifest'> {
  scenario: Scenario | undefined
}

/** The controls of the dev wallet: account, network, balances and responses. */
export function WalletPanel({ manifest, scenario }: WalletPanelProps) {
  const { state, set } = usePlaygroundWallet(manifest, scenario)
  const chain = manifest.chains.find(({ id }) => id === state.chainId)
  return (
    <Panel title="Dev wallet">
      <div className={styles.body}>
        <div className={styles.choices}>
          <label className={styles.choice}>
            Account
            <select
              value={state.account}
              onChange={(event) => set({ account: event.target.value as Address })}
            >
              {manifest.accounts.map(({ address }, index) => (
                <option key={address} value={address}>
                  {index + 1} · {shortAddress(address)}
                </option>
              ))}
            </select>
          </label>
          <label className={styles.choice}>
            Network
            <select value={state.chainId} onChange={(event) => set({ chainId: Number(event.target.value) })}>
              {manifest.chains.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        </div>
        {chain && state.account && <Balances chain={chain} account={state.account} />}
        <Toggle
          label="Reject the next request"
          checked={state.rejectNext}
          onChange={(rejectNext) => set({ rejectNext })}
        />
        <Toggle
          label="Ask me every time"
          checked={state.showsDialog}
          onChange={(showsDialog) => set({ showsDialog })}
        />
      </div>
      {state.pending && chain && <WalletDialog pending={state.pending} chain={chain} />}
    </Panel>
  )
}
