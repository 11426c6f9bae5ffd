// What of viem resolves ENS names. Apart from `viem.ts`, because normalization carries large tables. Loaded with a name.
export { getEnsAddress } from 'viem/actions'
export { normalize } from 'viem/ens'
