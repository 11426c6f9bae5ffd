import { useEffect, useRef } from 'react'
import type { DevWalletRequest } from '../../../testing/dev-wallet.ts'
import { JsonCode } from '../json-code.tsx'
import type { WalletQuestion } from './playground-wallet.ts'
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

/** The wallet's confirmation dialog. */
export function WalletDialog({ question }: { question: WalletQuestion }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby="wallet-question"
      onCancel={() => question.answer(false)}
    >
      <p className={styles.from}>Dev wallet</p>
      <h2 id="wallet-question" className={styles.title}>
        {TITLES[question.kind]}
      </h2>
      <pre className={styles.params}>
        <JsonCode text={JSON.stringify({ method: question.method, params: question.params }, null, 2)} />
      </pre>
      <div className={styles.answers}>
        <button type="button" onClick={() => question.answer(false)}>
          Reject
        </button>
        <button type="button" className={styles.confirm} onClick={() => question.answer(true)}>
          Confirm
        </button>
      </div>
    </dialog>
  )
}
