// What an instance needs of wagmi and for it, loaded at the first connection. Named re-exports, because an `import()`
// of the package itself keeps every export of it, and a host's bundle then carries what nobody calls. Only names that
// every version in the range of package.json has.
export { injected } from 'wagmi'
export { connect, disconnect, sendTransaction } from 'wagmi/actions'
export { leaseProvider } from './leased-provider.ts'
export { createOwnConfig } from './own-config.ts'
export { switchWalletChain } from './switch-chain.ts'
