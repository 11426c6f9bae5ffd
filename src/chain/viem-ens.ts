// The functions of viem that resolve ENS names. Separate from `viem.ts`, because normalization
// carries large tables. Loaded with the first name.
export { getEnsAddress } from 'viem/actions'
export { normalize } from 'viem/ens'
