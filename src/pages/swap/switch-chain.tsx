import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { WalletErrorNotice } from '../../components/wallet-error-notice.tsx'
import { SluiceError } from '../../errors/sluice-error.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWallet } from '../../hooks/use-wallet.ts'

/** The main button while the wallet is on another chain than the swap. */
export function SwitchChain({ chainId }: { chainId: number }) {
  const { t } = useTranslation()
  const chain = useChain(chainId)
  const { switchChain } = useWallet()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<SluiceError>()
  const requestSwitch = () => {
    setBusy(true)
    setFailure(undefined)
    switchChain(chainId)
      .catch((cause: unknown) =>
        setFailure(cause instanceof SluiceError ? cause : new SluiceError('WALLET_ERROR', { cause })),
      )
      .finally(() => setBusy(false))
  }
  return (
    <>
      <Button variant="primary" size="large" data-focus-key="main" busy={busy} onClick={requestSwitch}>
        {t('action.switchChain', { chain: chain?.label ?? String(chainId) })}
      </Button>
      {failure && <WalletErrorNotice error={failure} rejection={{ of: 'switch' }} />}
    </>
  )
}
