import { Button } from '../../components/button.tsx'
import { TokenWarnings } from '../../components/token-warnings.tsx'
import type { Token } from '../../events/types.ts'
import type { TokenSafety } from '../../hooks/use-token-safety.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { TokenCard } from './token-card.tsx'

export interface DoubtfulTokenProps {
  token: Token
  safety: TokenSafety
  onUse: () => void
  onCancel: () => void
}

/** A warning before an unlisted or look-alike token is used. The main button is the safe choice. */
export function DoubtfulToken({ token, safety, onUse, onCancel }: DoubtfulTokenProps) {
  const { t } = useTranslation()
  return (
    <>
      <TokenCard token={token} />
      <TokenWarnings token={token} safety={safety} />
      <Button variant="primary" size="large" onClick={onCancel}>
        {t('action.cancel')}
      </Button>
      <Button size="large" onClick={onUse}>
        {t('action.addToken')}
      </Button>
    </>
  )
}
