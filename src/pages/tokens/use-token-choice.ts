import { useEffect, useRef, useState } from 'react'
import { sameAddress } from '../../../wire/lib/address.ts'
import type { TokenType } from '../../../wire/tokens.ts'
import { isPairLocked } from '../../config/is-pair-locked.ts'
import type { Side } from '../../config/token-rules.ts'
import type { Token } from '../../events/types.ts'
import { useForm } from '../../hooks/use-form.ts'
import { useNavigation } from '../../hooks/use-navigation.ts'
import { useTokenMemory } from '../../hooks/use-token-memory.ts'
import type { TokenSafety } from '../../hooks/use-token-safety.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { findCounterpart } from '../../queries/find-counterpart.ts'
import { hasToken } from '../../store/token-memory.ts'

/** The content of the page: the list, or one token. */
export type ChoiceStep =
  | { name: 'list' }
  | { name: 'details'; token: Token; safety: TokenSafety; type: TokenType | undefined }
  /** A warning about an unlisted or look-alike token before it is used. */
  | { name: 'doubtful'; token: Token; safety: TokenSafety }
  /** Loads the counterpart of the other side for a token of another chain. */
  | { name: 'moving'; token: Token }
  /**
   * A warning that the other side will be cleared, because it has no counterpart or it `isSame` as
   * the token.
   */
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
    // The user chose the other token itself on another chain, so the sides are switched.
    const isChosen = same !== undefined && sameAddress(same, token.address)
    const counterpart = isChosen
      ? own && isFlippable() && (await findCounterpart(widget, { token: own, chainId, side: otherSide }))
      : same
    if (current.current !== moving) return
    if (counterpart && !sameAddress(counterpart, token.address)) use(token, counterpart)
    else setStep({ name: 'moved', token, isSame: isChosen })
  }

  /** Locked fields are not flipped, not even through another network. */
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
    /**
     * Requires consent once after each load before an unlisted token is used, because any script of
     * the page can write what is stored, and before each use of a look-alike.
     */
    choose(token: Token, safety: TokenSafety) {
      const isAccepted = !safety.isUnlisted || hasToken(memory.accepted ?? [], token)
      if (safety.looksLike || !isAccepted) setStep({ name: 'doubtful', token, safety })
      else void move(token)
    },
    /** Continues after the user has accepted the warning. */
    accept(token: Token, { looksLike }: TokenSafety) {
      memory.addImported({ ...token, isLookAlike: looksLike !== undefined })
      void move(token)
    },
    /** Continues although the other side is cleared. */
    use,
    getSides,
  }
}
