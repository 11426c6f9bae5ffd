// What the widget reads of the surrounding providers. A host with other contexts has second copies of these packages.
export { QueryClientContext } from '@tanstack/react-query'
export { WagmiContext } from 'wagmi'
