import { useState } from 'react'
import { Page } from '../../components/page.tsx'
import type { Token } from '../../events/types.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useForm } from '../../hooks/use-form.ts'
import { useNavigation } from '../../hooks/use-navigation.ts'
import type { TokenStanding } from '../../hooks/use-token-standing.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { DoubtfulToken } from './doubtful-token.tsx'
import { TokenPicker } from './token-picker.tsx'

export function TokensInputPage() {
  return <TokensPage side="input" />
}

export function TokensOutputPage() {
  return <TokensPage side="output" />
}

/** Selects the token of one side. Shows a warning before an unlisted or look-alike token is used. */
function TokensPage({ side }: { side: 'input' | 'output' }) {
  const { t } = useTranslation()
  const { back } = useNavigation()
  const [doubtful, setDoubtful] = useState<{ token: Token; standing: TokenStanding }>()
  const selectToken = useForm((form) => form.selectToken)
  const current = useForm((form) => (side === 'input' ? form.inputToken : form.outputToken))
  const chainId = useForm((form) => (side === 'input' ? form.inputChainId : form.outputChainId))

  const { lockedFields } = useConfig()
  const other = useForm((form) => (side === 'input' ? form.outputToken : form.inputToken))

  const select = (token: Token, standing: TokenStanding) => {
    if (standing.isUnlisted || standing.looksLike) setDoubtful({ token, standing })
    else use(token)
  }

  const use = (token: Token) => {
    selectToken(side, { chainId: token.chainId, token: token.address })
    back()
  }

  return (
    <Page
      title={t(side === 'input' ? 'tokens.titleInput' : 'tokens.titleOutput')}
      onBack={doubtful && (() => setDoubtful(undefined))}
    >
      {doubtful ? (
        <DoubtfulToken
          {...doubtful}
          onUse={() => use(doubtful.token)}
          onCancel={() => setDoubtful(undefined)}
        />
      ) : (
        <TokenPicker
          initialChainId={chainId}
          // Another chain would clear the other side.
          isChainFixed={lockedFields.includes(side === 'input' ? 'output' : 'input')}
          excluded={lockedFields.length > 0 ? other : undefined}
          selected={current && { chainId, address: current }}
          onSelect={select}
        />
      )}
    </Page>
  )
}
