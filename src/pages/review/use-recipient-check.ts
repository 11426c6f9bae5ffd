import { useEffect, useRef, useState } from 'react'
import { type Address, sameAddress } from '../../../wire/lib/address.ts'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { type KnownRecipient, useKnownRecipient } from '../../hooks/use-known-recipient.ts'
import { useRecipientName } from '../../hooks/use-recipient-name.ts'
import {
  type RecipientStatus,
  type RecipientStatusView,
  useRecipientStatus,
} from '../../hooks/use-recipient-status.ts'
import { type NameView, useResolvedName } from '../../hooks/use-resolved-name.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { type RecipientProblem, recipientProblem } from '../../lib/recipient-problem.ts'
import { withRecentRecipient } from '../../store/kept-recipients.ts'

/** The result of resolving the recipient's name again. */
export type NameStatus = 'loading' | 'same' | 'changed' | 'gone' | 'unknown'

export interface RecipientCheck extends RecipientStatusView {
  /** The reason why the swap must not send to the recipient. */
  problem: RecipientProblem | undefined
  /** True while a warning about the recipient is not acknowledged. */
  isUnaccepted: boolean
  accepted: boolean
  accept: (accepted: boolean) => void
  /** The known address that the recipient resembles. Needs its own acknowledgement. */
  imitated: KnownRecipient['imitated']
  imitatedAccepted: boolean
  acceptImitated: (accepted: boolean) => void
  /**
   * Undefined if the recipient was not found by a name. The swap can only be confirmed with `same`.
   */
  name: NameStatus | undefined
  /**
   * Resolves the name again. Returns true if it still matches the recipient and the review is still
   * open.
   */
  recheckName: () => Promise<boolean>
  /** Emits the acknowledgements and stores the recipient as a recent one. Called on Confirm. */
  confirm: () => void
}

/**
 * Checks the recipient of a swap unless it is the user's own account. An acknowledgement applies to
 * the shown warnings only.
 */
export function useRecipientCheck(intent: SwapIntent): RecipientCheck {
  const { emit, settings } = useWidget()
  const { id, chainId, account, receiver, inputToken, outputToken } = intent
  const router = useChain(chainId)?.routerAddress
  const isSelf = sameAddress(receiver, account)
  const view = useRecipientStatus({ chainId, recipient: isSelf ? undefined : receiver })
  const [acceptedStatus, setAcceptedStatus] = useState<RecipientStatus>()
  const name = useRecipientName(isSelf ? undefined : receiver)
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const resolved = useResolvedName({ chainId, name })
  const { imitated } = useKnownRecipient(isSelf ? undefined : receiver)
  const [acceptedImitated, setAcceptedImitated] = useState<Address>()
  const imitatedAccepted = imitated !== undefined && acceptedImitated === imitated.address
  const { status } = view
  const warning = status === 'active' || status === 'loading' ? undefined : status
  const accepted = warning !== undefined && acceptedStatus === warning
  return {
    ...view,
    problem: isSelf
      ? undefined
      : recipientProblem(receiver, { tokens: [inputToken.address, outputToken.address], router }),
    isUnaccepted: (warning !== undefined && !accepted) || (imitated !== undefined && !imitatedAccepted),
    name: name === undefined ? undefined : getStatus(resolved.view, receiver),
    recheckName: async () => {
      const isSame = name === undefined || getStatus(await resolved.retry(), receiver) === 'same'
      return isSame && isShown.current
    },
    imitated,
    imitatedAccepted,
    acceptImitated: (isAccepted) => setAcceptedImitated(isAccepted ? imitated?.address : undefined),
    accepted,
    accept: (isAccepted) => setAcceptedStatus(isAccepted ? warning : undefined),
    confirm: () => {
      if (isSelf) return
      if (warning === 'low-activity') emit('lowAddressActivityConfirmed', { address: receiver, chainId })
      if (warning === 'contract') emit('warningAccepted', { warning: 'recipient-contract', routeId: id })
      if (warning === 'contract-elsewhere') {
        emit('warningAccepted', { warning: 'recipient-contract-elsewhere', routeId: id })
      }
      if (warning === 'unknown') emit('warningAccepted', { warning: 'recipient-unknown', routeId: id })
      if (imitated) emit('warningAccepted', { warning: 'recipient-look-alike', routeId: id })
      settings.setState((state) => withRecentRecipient(state, receiver))
    },
  }
}

function getStatus(view: NameView | undefined, receiver: Address): NameStatus {
  switch (view?.status) {
    case undefined:
    case 'loading':
      return 'loading'
    case 'unknown':
      return 'unknown'
    case 'found':
      return sameAddress(view.found.address, receiver) ? 'same' : 'changed'
    default:
      return 'gone'
  }
}
