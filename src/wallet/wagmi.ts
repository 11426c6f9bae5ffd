// The functions of wagmi that an instance uses, loaded at the first connection. Named re-exports, because a dynamic import
// of the package itself keeps all of its exports in a host's bundle. Only names that exist in every version of the range
// in package.json.
export { connect, disconnect, reconnect, sendTransaction, signTypedData } from 'wagmi/actions'
export { connectProvider } from './connect-provider.ts'
export { createOwnConfig } from './own-config.ts'
export { switchWalletChain } from './switch-chain.ts'
export { watchAsset } from './watch-asset.ts'
