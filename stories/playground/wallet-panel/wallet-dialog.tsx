import { useLayoutEffect, useRef } from 'react'
import type { ManifestChain } from '../../../devnet/plan/manifest.ts'
import type { DevWalletRequest } from '../../../src/testing/dev-wallet.ts'
import { JsonCode } from '../json-code.tsx'
import { describeRequest } from './describe-request.ts'
import type { PendingRequest } from './playground-wallet.ts'
import styles from './wallet-dialog.module.css'

const TITLES: Record<DevWalletRequest, string> = {
  connect: 'Share your address with this page?',
  switch: 'Switch the network?',
  'add-chain': 'Add a network?',
  approve: 'Approve a token?',
  swap: 'Send this transaction?',
  batch: 'Send these transactions as one?',
  sign: 'Sign this message?',
  'add-token': 'Add a token?',
}

interface WalletDialogProps {
  pending: PendingRequest
  chain: ManifestChain
}

/** The wallet's confirmation dialog with a description of the request and its JSON. */
export function WalletDialog({ pending, chain }: WalletDialogProps) {
  const { method, params } = pending
  const calls = describeRequest(method, params, chain)
  const dialog = useRef<HTMLDialogElement>(null)
  // The dialog is closed before it is unmounted, because only then the focus returns.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby="wallet-question"
      onCancel={() => pending.confirm(false)}
    >
      <p className={styles.from}>Dev wallet</p>
      <h2 id="wallet-question" className={styles.title}>
        {TITLES[pending.kind]}
      </h2>
      {calls.map((lines, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the calls of a request never change.
        <dl key={index} className={styles.call}>
          {lines.map(({ label, value }) => (
            <div key={label} className={styles.line}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ))}
      <details className={styles.raw} open={calls.length === 0}>
        <summary>Request</summary>
        <pre className={styles.params}>
          <JsonCode text={JSON.stringify({ method, params }, null, 2)} />
        </pre>
      </details>
      <div className={styles.answers}>
        <button type="button" onClick={() => pending.confirm(false)}>
          Reject
        </button>
        <button type="button" className={styles.confirm} onClick={() => pending.confirm(true)}>
          Confirm
        </button>
      </div>
    </dialog>
  )
}
