import { useState } from 'react'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { type KnownRecipient, useKnownRecipient } from '../../hooks/use-known-recipient.ts'
import {
  type RecipientStanding,
  type RecipientStandingView,
  useRecipientStanding,
} from '../../hooks/use-recipient-standing.ts'
import { useSettings } from '../../hooks/use-settings.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { type Address, sameAddress } from '../../lib/address.ts'
import { type RecipientProblem, recipientProblem } from '../../lib/recipient-problem.ts'

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
    imitated,
    imitatedAccepted,
    acceptImitated: (isAccepted) => setAcceptedImitated(isAccepted ? imitated?.address : undefined),
    accepted,
    accept: (isAccepted) => setAcceptedStanding(isAccepted ? warning : undefined),
    confirm: () => {
      if (isSelf) return
      if (warning === 'low-activity') emit('lowAddressActivityConfirmed', { address: receiver, chainId })
      if (warning === 'contract') emit('warningAccepted', { warning: 'recipient-contract', routeId: id })
      if (warning === 'unknown') emit('warningAccepted', { warning: 'recipient-unknown', routeId: id })
      if (imitated) emit('warningAccepted', { warning: 'recipient-look-alike', routeId: id })
      addRecent(receiver)
    },
  }
}
