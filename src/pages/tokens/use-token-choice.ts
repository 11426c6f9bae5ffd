import { useEffect, useRef, useState } from 'react'
import { isPairLocked } from '../../config/is-pair-locked.ts'
import type { Side } from '../../config/token-rules.ts'
import type { Token } from '../../events/types.ts'
import { useForm } from '../../hooks/use-form.ts'
import { useNavigation } from '../../hooks/use-navigation.ts'
import { useTokenMemory } from '../../hooks/use-token-memory.ts'
import type { TokenStanding } from '../../hooks/use-token-standing.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { sameAddress } from '../../lib/address.ts'
import { findCounterpart } from '../../queries/find-counterpart.ts'
import { hasToken } from '../../store/token-memory.ts'
import type { TokenType } from '../../wire/tokens.ts'

/** What the page shows: the list, or one token that was chosen or looked at. */
export type ChoiceStep =
  | { name: 'list' }
  | { name: 'details'; token: Token; standing: TokenStanding; type: TokenType | undefined }
  /** Unlisted or a look-alike: asked before it is used. */
  | { name: 'doubtful'; token: Token; standing: TokenStanding }
  /** Of another chain than the other side, whose counterpart is looked for. */
  | { name: 'moving'; token: Token }
  /** There is no counterpart, or it `isSame` as the token: asked before the other side is emptied. */
  | { name: 'moved'; token: Token; isSame: boolean }

/** The steps from a token in the list to a token in the form. */
export function useTokenChoice(side: Side) {
  const widget = useWidget()
  const { back } = useNavigation()
  const memory = useTokenMemory()
  const selectToken = useForm((form) => form.selectToken)
  const otherSide = side === 'input' ? 'output' : 'input'
  const [step, setStep] = useState<ChoiceStep>({ name: 'list' })
  const current = useRef(step)
  current.current = step
  useEffect(
    () => () => {
      current.current = { name: 'list' }
    },
    [],
  )

  const use = (token: Token, counterpart?: Awaited<ReturnType<typeof findCounterpart>>) => {
    memory.addRecent(token)
    selectToken(side, { chainId: token.chainId, token: token.address, counterpart })
    back()
  }

  const move = async (token: Token) => {
    const { own, other } = getSides()
    if (!other || other.chainId === token.chainId) return use(token)
    const moving: ChoiceStep = { name: 'moving', token }
    setStep(moving)
    const { chainId } = token
    const same = await findCounterpart(widget, { token: other, chainId, side: otherSide })
    // The other token itself was chosen, on another chain: the sides change places.
    const isChosen = same !== undefined && sameAddress(same, token.address)
    const counterpart = isChosen
      ? own && isFlippable() && (await findCounterpart(widget, { token: own, chainId, side: otherSide }))
      : same
    if (current.current !== moving) return
    if (counterpart && !sameAddress(counterpart, token.address)) use(token, counterpart)
    else setStep({ name: 'moved', token, isSame: isChosen })
  }

  /** What a host has locked is not flipped, by way of another network neither. */
  function isFlippable() {
    return !isPairLocked(widget.config.getState())
  }

  function getSides() {
    const { inputChainId, inputToken, outputChainId, outputToken } = widget.form.getState()
    const input = inputToken && { chainId: inputChainId, address: inputToken }
    const output = outputToken && { chainId: outputChainId, address: outputToken }
    return side === 'input' ? { own: input, other: output } : { own: output, other: input }
  }

  return {
    step,
    setStep,
    /** Requires consent before the first use of an unlisted token, and before each use of a look-alike. */
    choose(token: Token, standing: TokenStanding) {
      const isAccepted = !standing.isUnlisted || hasToken(memory.imported, token)
      if (standing.looksLike || !isAccepted) setStep({ name: 'doubtful', token, standing })
      else void move(token)
    },
    /** The user has read the warning. */
    accept(token: Token, { looksLike }: TokenStanding) {
      memory.addImported({ ...token, isLookAlike: looksLike !== undefined })
      void move(token)
    },
    /** The user lets the other side become empty. */
    use,
    getSides,
  }
}
