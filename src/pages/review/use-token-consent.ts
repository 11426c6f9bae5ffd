import { useState } from 'react'
import { isNativeToken } from '../../../wire/lib/address.ts'
import type { Token } from '../../events/types.ts'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useTokenMemory } from '../../hooks/use-token-memory.ts'
import { type TokenSafety, useTokenSafety } from '../../hooks/use-token-safety.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { hasToken, lookAlikes } from '../../store/token-memory.ts'
import type { TokenMemory } from '../../store/types.ts'

/** A token of the swap that needs an acknowledgement. */
export interface DoubtfulSide {
  token: Token
  safety: TokenSafety
  accepted: boolean
  accept: (accepted: boolean) => void
}

export interface TokenConsent {
  doubtful: readonly DoubtfulSide[]
  /** True until it is known which tokens are listed. */
  isChecking: boolean
  isUnaccepted: boolean
  /** Stores and emits the acknowledgements. Called on Confirm. */
  confirm: () => void
}

/**
 * Returns the tokens of a swap with warnings that the user has not accepted yet. Links and earlier
 * visits bring tokens into the form without the picker, which shows these warnings.
 */
export function useTokenConsent({ id: routeId, inputToken, outputToken }: SwapIntent): TokenConsent {
  const { emit } = useWidget()
  const memory = useTokenMemory()
  const input = useTokenConsentOf(inputToken, memory)
  const output = useTokenConsentOf(outputToken, memory)
  const doubtful = [input, output].filter((side) => side.isDoubtful)
  return {
    doubtful,
    isChecking: input.safety.isChecking || output.safety.isChecking,
    isUnaccepted: doubtful.some(({ accepted }) => !accepted),
    confirm() {
      for (const { token, safety } of doubtful) {
        // An unchecked token is not stored as accepted, so its warning reappears once the catalogue
        // responds.
        const doubt = getDoubt(safety)
        if (doubt === 'unchecked') memory.addRecent(token)
        else memory.addImported({ ...token, isLookAlike: doubt === 'look-alike' })
        emit('warningAccepted', { warning: 'unverified-token', routeId })
      }
    },
  }
}

function useTokenConsentOf(token: Token, memory: TokenMemory) {
  const safety = useTokenSafety(token)
  const doubt = getDoubt(safety)
  const [acceptedDoubt, setAcceptedDoubt] = useState<typeof doubt>()
  const { accepted = [] } = memory
  // A token can change its symbol, so a token accepted as unlisted is not accepted as a look-alike.
  const chosen = {
    'look-alike': lookAlikes(accepted),
    unlisted: accepted,
    unchecked: [...accepted, ...memory.recent, ...memory.pinned],
  }
  const isChosenBefore = doubt !== undefined && hasToken(chosen[doubt], token)
  return {
    token,
    safety,
    isDoubtful: doubt !== undefined && !isChosenBefore && !isNativeToken(token.address),
    accepted: acceptedDoubt === doubt,
    accept: (accepted: boolean) => setAcceptedDoubt(accepted ? doubt : undefined),
  }
}

/** Returns the most severe warning. Each kind needs its own acknowledgement. */
function getDoubt({ looksLike, isUnlisted, isUnknown }: TokenSafety) {
  if (looksLike) return 'look-alike'
  if (isUnlisted) return 'unlisted'
  return isUnknown ? 'unchecked' : undefined
}
