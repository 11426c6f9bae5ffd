import { useState } from 'react'
import { Page } from '../../components/page.tsx'
import type { EventToken } from '../../events/types.ts'
import { useForm } from '../../hooks/use-form.ts'
import { useNavigation } from '../../hooks/use-navigation.ts'
import { useWords } from '../../hooks/use-words.ts'
import { TokenPicker } from './token-picker.tsx'
import { UnlistedToken } from './unlisted-token.tsx'

export function TokensInputPage() {
  return <TokensPage side="input" />
}

export function TokensOutputPage() {
  return <TokensPage side="output" />
}

/** Chooses the token of one side. A token nobody listed is used only after a word of warning. */
function TokensPage({ side }: { side: 'input' | 'output' }) {
  const { t } = useWords()
  const { back } = useNavigation()
  const [unlisted, setUnlisted] = useState<EventToken>()
  const selectToken = useForm((form) => form.selectToken)
  const current = useForm((form) => (side === 'input' ? form.inputToken : form.outputToken))
  const chainId = useForm((form) => (side === 'input' ? form.inputChainId : form.outputChainId))

  const use = (token: EventToken) => {
    selectToken(side, { chainId: token.chainId, token: token.address })
    back()
  }

  return (
    <Page
      title={t(side === 'input' ? 'tokens.titleInput' : 'tokens.titleOutput')}
      onBack={unlisted && (() => setUnlisted(undefined))}
    >
      {unlisted ? (
        <UnlistedToken token={unlisted} onUse={() => use(unlisted)} onCancel={() => setUnlisted(undefined)} />
      ) : (
        <TokenPicker
          initialChainId={chainId}
          selected={current && { chainId, address: current }}
          onSelect={(token, isUnlisted) => (isUnlisted ? setUnlisted(token) : use(token))}
        />
      )}
    </Page>
  )
}
