const routeDescription = [
  { name: 'inputToken', type: 'address' },
  { name: 'outputToken', type: 'address' },
  { name: 'inputReceiver', type: 'address' },
  { name: 'outputReceiver', type: 'address' },
  { name: 'partnerAddress', type: 'address' },
  { name: 'inputAmount', type: 'uint256' },
  { name: 'outputAmount', type: 'uint256' },
  { name: 'partnerFee', type: 'uint256' },
  { name: 'routingFee', type: 'uint256' },
  { name: 'partnerSurplusShare', type: 'uint256' },
  { name: 'protocolSurplusShare', type: 'uint256' },
  { name: 'partnerSlippageShare', type: 'uint256' },
  { name: 'protocolSlippageShare', type: 'uint256' },
  { name: 'effectiveOutputAmount', type: 'uint256' },
  { name: 'minOutputAmount', type: 'uint256' },
  { name: 'isPermit2', type: 'bool' },
  { name: 'uniquePID', type: 'bytes32' },
] as const

const interaction = [
  { name: 'target', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'callData', type: 'bytes' },
] as const

/**
 * A router whose `swap` takes an executor, a description of the route and the calls the executor
 * makes.
 */
export const routeDescriptionAbi = [
  {
    type: 'function',
    name: 'swap',
    stateMutability: 'payable',
    inputs: [
      { name: 'executor', type: 'address' },
      { name: 'desc', type: 'tuple', components: routeDescription },
      { name: 'interactions', type: 'tuple[]', components: interaction },
    ],
    outputs: [{ name: 'finalOutputAmount', type: 'uint256' }],
  },
  {
    type: 'event',
    name: 'Routed',
    inputs: [
      { name: 'uniquePID', type: 'bytes32', indexed: true },
      { name: 'userAddress', type: 'address', indexed: true },
      { name: 'outputReceiver', type: 'address' },
      { name: 'inputToken', type: 'address' },
      { name: 'inputAmount', type: 'uint256' },
      { name: 'outputToken', type: 'address' },
      { name: 'finalOutputAmount', type: 'uint256' },
      { name: 'partnerFee', type: 'uint256' },
      { name: 'routingFee', type: 'uint256' },
      { name: 'partnerShare', type: 'uint256' },
      { name: 'protocolShare', type: 'uint256' },
    ],
  },
] as const

/** The errors of such a router. */
export const routeDescriptionErrorsAbi = [
  { type: 'error', name: 'InsufficientBalance', inputs: [] },
  { type: 'error', name: 'InvalidNativeTokenInputAmount', inputs: [] },
  { type: 'error', name: 'InvalidSlippage', inputs: [] },
  { type: 'error', name: 'NativeTransferFailed', inputs: [] },
  { type: 'error', name: 'NegativeSlippageLimit', inputs: [] },
  { type: 'error', name: 'PartnerSlippageShareTooHigh', inputs: [] },
  { type: 'error', name: 'PartnerSurplusShareTooHigh', inputs: [] },
  { type: 'error', name: 'ProtocolSlippageShareTooLow', inputs: [] },
  { type: 'error', name: 'ProtocolSurplusShareTooLow', inputs: [] },
  { type: 'error', name: 'RoutingFeeTooHigh', inputs: [] },
  { type: 'error', name: 'RoutingFeeTooLow', inputs: [] },
  { type: 'error', name: 'SafeTransferFailed', inputs: [] },
  { type: 'error', name: 'SafeTransferFromFailed', inputs: [] },
  { type: 'error', name: 'SlippageLimitTooLarge', inputs: [] },
  { type: 'error', name: 'ZeroAddress', inputs: [] },
] as const
