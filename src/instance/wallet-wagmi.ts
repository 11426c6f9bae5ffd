// What an instance loads of wagmi, at the first connection. Named re-exports, because an `import()` of the package
// itself keeps every export of it, and a host's bundle then carries what nobody calls. Only names that every version
// in the range of package.json has.
export { createConfig, fallback, http, injected } from 'wagmi'
export { connect, disconnect, sendTransaction } from 'wagmi/actions'
