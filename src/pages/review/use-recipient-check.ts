import { useEffect, useRef, useState } from 'react'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { type KnownRecipient, useKnownRecipient } from '../../hooks/use-known-recipient.ts'
import { useRecipientName } from '../../hooks/use-recipient-name.ts'
import {
  type RecipientStanding,
  type RecipientStandingView,
  useRecipientStanding,
} from '../../hooks/use-recipient-standing.ts'
import { type NameView, useResolvedName } from '../../hooks/use-resolved-name.ts'
import { useSettings } from '../../hooks/use-settings.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { type Address, sameAddress } from '../../lib/address.ts'
import { type RecipientProblem, recipientProblem } from '../../lib/recipient-problem.ts'

/** Where a name leads: to the recipient, elsewhere, or nowhere. */
export type NameStanding = 'loading' | 'same' | 'changed' | 'gone' | 'unknown'

export interface RecipientCheck extends RecipientStandingView {
  /** Nothing may be sent there. */
  problem: RecipientProblem | undefined
  /** Something speaks against the recipient that has not been acknowledged. */
  isUnaccepted: boolean
  accepted: boolean
  accept: (accepted: boolean) => void
  /** The known address that the recipient imitates. Needs an acknowledgement of its own. */
  imitated: KnownRecipient['imitated']
  imitatedAccepted: boolean
  acceptImitated: (accepted: boolean) => void
  /** What became of the name by which the recipient was found: the swap is not confirmed unless it is the same. */
  name: NameStanding | undefined
  /** Looks the name up once more; true where it still leads to the recipient, and the review is still shown. */
  recheckName: () => Promise<boolean>
  /** To be called on Confirm: emits what was acknowledged and keeps the recipient among the recent ones. */
  confirm: () => void
}

/** Checks the recipient of a swap, if that is not the own account. An acceptance is valid for what was shown. */
export function useRecipientCheck(intent: SwapIntent): RecipientCheck {
  const { emit } = useWidget()
  const { id, chainId, account, receiver, inputToken, outputToken } = intent
  const router = useChain(chainId)?.routerAddress
  const isSelf = sameAddress(receiver, account)
  const view = useRecipientStanding({ chainId, recipient: isSelf ? undefined : receiver })
  const addRecent = useSettings((settings) => settings.addRecentRecipient)
  const [acceptedStanding, setAcceptedStanding] = useState<RecipientStanding>()
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
  const { standing } = view
  const warning = standing === 'active' || standing === 'loading' ? undefined : standing
  const accepted = warning !== undefined && acceptedStanding === warning
  return {
    ...view,
    problem: isSelf
      ? undefined
      : recipientProblem(receiver, { tokens: [inputToken.address, outputToken.address], router }),
    isUnaccepted: (warning !== undefined && !accepted) || (imitated !== undefined && !imitatedAccepted),
    name: name === undefined ? undefined : getStanding(resolved.view, receiver),
    recheckName: async () => {
      const isSame = name === undefined || getStanding(await resolved.retry(), receiver) === 'same'
      return isSame && isShown.current
    },
    imitated,
    imitatedAccepted,
    acceptImitated: (isAccepted) => setAcceptedImitated(isAccepted ? imitated?.address : undefined),
    accepted,
    accept: (isAccepted) => setAcceptedStanding(isAccepted ? warning : undefined),
    confirm: () => {
      if (isSelf) return
      if (warning === 'low-activity') emit('lowAddressActivityConfirmed', { address: receiver, chainId })
      if (warning === 'contract') emit('warningAccepted', { warning: 'recipient-contract', routeId: id })
      if (warning === 'contract-elsewhere') {
        emit('warningAccepted', { warning: 'recipient-contract-elsewhere', routeId: id })
      }
      if (warning === 'unknown') emit('warningAccepted', { warning: 'recipient-unknown', routeId: id })
      if (imitated) emit('warningAccepted', { warning: 'recipient-look-alike', routeId: id })
      addRecent(receiver)
    },
  }
}

function getStanding(view: NameView | undefined, receiver: Address): NameStanding {
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
