import type { EventName } from './types.ts'

/** All event names, in the order of the interface document, additions last. */
export const EVENT_NAMES = Object.keys({
  routeExecutionStarted: true,
  routeExecutionUpdated: true,
  routeExecutionCompleted: true,
  routeExecutionFailed: true,
  routeHighValueLoss: true,
  routeSelected: true,
  sourceChainTokenSelected: true,
  destinationChainTokenSelected: true,
  walletConnected: true,
  sendToWalletToggled: true,
  pageEntered: true,
  formFieldChanged: true,
  settingUpdated: true,
  tokenSearch: true,
  transactionError: true,
  reviewPageEntered: true,
  contactSupport: true,
  lowAddressActivityConfirmed: true,
  warningAccepted: true,
  chainPinned: true,
  partnerFeePaid: true,
  dialogToggled: true,
} satisfies Record<EventName, true>) as readonly EventName[]
