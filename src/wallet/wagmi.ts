// The parts of wagmi that an instance uses, and the code of wallets around them, loaded at the
// first connection. Named re-exports, because a dynamic import of the package itself keeps all of
// its exports in a host's bundle. Only names that exist in every version of the range in
// package.json.
export { disconnect } from 'wagmi/actions'
export { connectProvider } from './connect-provider.ts'
export { connectHostWallet, listHostWallets } from './host-wallets.ts'
export { connectHosted, restoreHosted } from './hosted-connector.ts'
export { createOwnConfig } from './own-config.ts'
export { createPrompts } from './prompts.ts'
export { syncOnReturn } from './sync-connection.ts'
export { createActions } from './wallet-actions.ts'
export { toWalletError } from './wallet-error.ts'
