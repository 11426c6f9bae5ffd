// The functions of viem that are loaded at run time. Named re-exports, because a dynamic import of
// the package itself keeps all of its exports in a host's bundle. Load this module with `import()`
// and destructure the awaited result.
export {
  createClient,
  custom,
  decodeErrorResult,
  decodeFunctionData,
  decodeFunctionResult,
  domainSeparator,
  encodeAbiParameters,
  encodeFunctionData,
  fallback,
  getAddress,
  hexToString,
  isAddress,
  keccak256,
  numberToHex,
  parseEventLogs,
  RpcRequestError,
  recoverAddress,
  serializeTransaction,
} from 'viem'
export { getHttpRpcClient } from 'viem/utils'
export { readActions } from './read-actions.ts'
