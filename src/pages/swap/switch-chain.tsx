import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ErrorNotice } from '../../components/error-notice.tsx'
import { SluiceError } from '../../errors/sluice-error.ts'
import { useWallet } from '../../hooks/use-wallet.ts'

/** The main button while the wallet is on another chain, with the wallet's error below it. */
export function SwitchChain({ chainId, label }: { chainId: number; label: string }) {
  const { switchChain } = useWallet()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<SluiceError>()

  const requestSwitch = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await switchChain(chainId)
    } catch (cause) {
      setError(cause instanceof SluiceError ? cause : new SluiceError('WALLET_ERROR', { cause }))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button variant="primary" size="large" busy={busy} onClick={requestSwitch}>
        {label}
      </Button>
      {error && <ErrorNotice error={error} rejection={{ of: 'switch' }} />}
    </>
  )
}
