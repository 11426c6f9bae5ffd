import { useState } from 'react'
import { Page } from '../../components/page.tsx'
import { Spinner } from '../../components/spinner.tsx'
import { isPairLocked } from '../../config/is-pair-locked.ts'
import { isForbiddenPair, type Side } from '../../config/token-rules.ts'
import type { Token } from '../../events/types.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useForm } from '../../hooks/use-form.ts'
import { useToken } from '../../hooks/use-token.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { DoubtfulToken } from './doubtful-token.tsx'
import { MovedChain } from './moved-chain.tsx'
import type { PickerView } from './picker-view.ts'
import { TokenDetails } from './token-details.tsx'
import { TokenPicker } from './token-picker.tsx'
import styles from './tokens-page.module.css'
import { useTokenChoice } from './use-token-choice.ts'

export function TokensInputPage() {
  return <TokensPage side="input" />
}

export function TokensOutputPage() {
  return <TokensPage side="output" />
}

/** The page that selects the token of one side. */
function TokensPage({ side }: { side: Side }) {
  const { t } = useTranslation()
  const config = useConfig()
  const { lockedFields } = config
  const chainId = useForm((form) => (side === 'input' ? form.inputChainId : form.outputChainId))
  const [view, setView] = useState<PickerView>({ scope: chainId, search: '', type: undefined, active: 0 })
  const { step, setStep, choose, accept, use, getSides } = useTokenChoice(side)
  const { own, other } = getSides()
  const otherToken = useToken({ chainId: other?.chainId ?? chainId, address: other?.address }).token
  const getRefusedWith = (token: Token) => {
    if (!otherToken || otherToken.chainId !== token.chainId) return undefined
    const pair =
      side === 'input' ? { input: token, output: otherToken } : { input: otherToken, output: token }
    const addresses = { input: pair.input.address, output: pair.output.address }
    return isForbiddenPair(config, { chainId: token.chainId, ...addresses }) ? otherToken.symbol : undefined
  }
  const toList = () => setStep({ name: 'list' })
  const onBack = step.name === 'list' ? undefined : toList
  const chain = useChain('token' in step ? step.token.chainId : undefined)

  return (
    <Page title={getTitle()} onBack={onBack} onEscape={onBack} phase={step.name}>
      {getContent()}
    </Page>
  )

  function getTitle(): string {
    if (step.name === 'details') return t('tokens.details', { token: step.token.symbol })
    return t(side === 'input' ? 'tokens.titleInput' : 'tokens.titleOutput')
  }

  function getContent() {
    switch (step.name) {
      case 'details':
        return <TokenDetails {...step} onSelect={() => choose(step.token, step.safety)} />
      case 'doubtful':
        return <DoubtfulToken {...step} onUse={() => accept(step.token, step.safety)} onCancel={toList} />
      case 'moving':
        return (
          <p className={styles.moving} role="status">
            <Spinner />
            <span>{t('tokens.moving', { chain: chain?.label ?? '' })}</span>
          </p>
        )
      case 'moved':
        return other && <MovedChain {...step} other={other} onUse={() => use(step.token)} onCancel={toList} />
      case 'list':
        return (
          <TokenPicker
            side={side}
            view={view}
            onView={(change) => setView((before) => ({ ...before, ...change }))}
            // Another chain would clear the locked token of the other side.
            isChainFixed={lockedFields.includes(side === 'input' ? 'output' : 'input')}
            excluded={isPairLocked(config) ? other : undefined}
            selected={own}
            getRefusedWith={getRefusedWith}
            onSelect={choose}
            onDetails={(token, safety, type) => setStep({ name: 'details', token, safety, type })}
          />
        )
    }
  }
}
