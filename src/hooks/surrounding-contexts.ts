// The contexts of the host that the widget reads. A host with other contexts has second copies of
// these packages.
export { QueryClientContext } from '@tanstack/react-query'
export { WagmiContext } from 'wagmi'
